package dev.paylink.cli;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads and lists invoices, saves them as PDF; and the same for the statements of months. */
@Command(
    name = "invoices",
    description = "Read and list invoices, and save them as PDF.",
    subcommands = {
      InvoicesCommand.Get.class,
      InvoicesCommand.Find.class,
      InvoicesCommand.Download.class
    })
final class InvoicesCommand extends CliCommand {
  private static final String PATH = "/sdk/server/invoices";
  private static final String STATEMENTS = "/sdk/server/statements";

  @Override
  public Integer call() {
    throw misuse("Which one? get, list or download");
  }

  @Command(
      name = "get",
      description = "Print one invoice with its payments.",
      footer = {"", "Example:", "  paylink invoices get inv_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Get extends ServiceCommand {
    @Parameters(paramLabel = "INVOICE", description = "Its id, inv_….")
    String invoice = "";

    @Override
    public Integer call() {
      return show(api().get(path(invoice)), InvoicesCommand::print);
    }
  }

  @Command(
      name = "list",
      description = "List invoices, newest first.",
      footer = {
        "",
        "Examples:",
        "  paylink invoices list --number INV-000007",
        "  paylink invoices list --status open --limit 50"
      })
  static final class Find extends ServiceCommand {
    @Option(names = "--status", paramLabel = "STATUS", description = "open or paid.")
    @Nullable String status;

    @Option(names = "--number", paramLabel = "NUMBER", description = "Its number, exactly.")
    @Nullable String number;

    @Mixin PageOptions page = new PageOptions();

    @Override
    public Integer call() {
      QueryString query = page.query("after").add("status", status).add("number", number);
      return list(api().get(PATH + query), InvoicesCommand::line, "No invoices.");
    }
  }

  /** A command that saves what the service prints. */
  abstract static class Saving extends ServiceCommand {
    @Option(names = "--out", paramLabel = "FILE", description = "Where to (default: its own name).")
    @Nullable Path out;

    final int save(String target, String name) {
      Path file = out == null ? around().folder().resolve(name) : out;
      byte[] bytes = api().file(target);
      try {
        Files.write(file, bytes);
      } catch (IOException e) {
        throw new CliError("cannot write " + file + ": " + e.getMessage());
      }
      out().println(file);
      return 0;
    }
  }

  @Command(
      name = "download",
      description = "Save an invoice as PDF.",
      footer = {
        "",
        "Example:",
        "  paylink invoices download inv_01m7eskc71er7rdb1p47pwyjt5 --language de"
      })
  static final class Download extends Saving {
    @Parameters(paramLabel = "INVOICE", description = "Its id, inv_….")
    String invoice = "";

    @Option(
        names = "--language",
        paramLabel = "TAG",
        description = "ar, de, en, es, fr or ja (default: en).")
    @Nullable String language;

    @Override
    public Integer call() {
      return save(
          path(invoice) + "/invoice.pdf" + new QueryString().add("language", language),
          invoice + ".pdf");
    }
  }

  /** Lists and saves the statements of months. */
  @Command(
      name = "statements",
      description = "List the months that have a statement, and save one.",
      subcommands = {Months.class, Month.class})
  static final class Statements extends CliCommand {
    @Override
    public Integer call() {
      throw misuse("Which one? list or download");
    }
  }

  @Command(
      name = "list",
      description = "List the months, newest first, with their sums.",
      footer = {"", "Example:", "  paylink statements list"})
  static final class Months extends ServiceCommand {
    @Override
    public Integer call() {
      return list(api().get(STATEMENTS), InvoicesCommand::month, "No statements.");
    }
  }

  @Command(
      name = "download",
      description = "Save the statement of a month.",
      footer = {"", "Example:", "  paylink statements download 2026-10.csv"})
  static final class Month extends Saving {
    @Parameters(
        paramLabel = "MONTH",
        description = "Such as 2026-10.csv, 2026-10.pdf or 2026-10.json.")
    String month = "";

    @Override
    public Integer call() {
      if (!month.matches("[0-9]{4}-[0-9]{2}\\.(csv|pdf|json)")) {
        throw misuse("A statement is named like 2026-10.csv, 2026-10.pdf or 2026-10.json");
      }
      return save(STATEMENTS + '/' + month, "statement-" + month);
    }
  }

  private static String path(String invoice) {
    return PATH + '/' + ServiceCommand.id("an invoice", "inv_", invoice);
  }

  private static void print(PrintWriter out, Json invoice) {
    PaymentText.line(out, "Invoice", invoice.text("invoiceId"));
    PaymentText.line(out, "Number", invoice.text("invoiceNumber"));
    PaymentText.line(out, "Status", invoice.text("status"));
    PaymentText.line(out, "Amount", PaymentText.amount(invoice));
    PaymentText.line(out, "For", invoice.text("description"));
    PaymentText.line(out, "Customer", invoice.object("customer").text("email"));
    for (Json payment : invoice.objects("payments")) {
      PaymentText.line(
          out, "Payment", payment.text("paymentId", "") + ' ' + payment.text("status", ""));
    }
    PaymentText.line(out, "Created", invoice.text("createdAt"));
  }

  private static String line(Json invoice) {
    return "%-31s %-16s %-6s %16s  %s"
        .formatted(
            invoice.text("invoiceId", ""),
            invoice.text("invoiceNumber", ""),
            invoice.text("status", ""),
            PaymentText.amount(invoice),
            invoice.text("createdAt", ""))
        .stripTrailing();
  }

  private static String month(Json month) {
    StringBuilder line = new StringBuilder(month.text("month", ""));
    for (Json total : month.objects("totals")) {
      line.append(
          "  %s net: %s gross, %s taken back, %s refunded (%s)"
              .formatted(
                  total.text("net", ""),
                  total.text("gross", ""),
                  total.text("takenBack", ""),
                  total.text("refunded", ""),
                  total.text("currency", "")));
    }
    for (Json balance : month.objects("balances")) {
      line.append("  ")
          .append(balance.text("closing", ""))
          .append(' ')
          .append(balance.text("token", ""))
          .append(" left");
    }
    for (Json payouts : month.objects("payoutTotals")) {
      line.append(
          "  payouts %s: %s %s"
              .formatted(
                  payouts.text("status", ""),
                  payouts.text("amount", ""),
                  payouts.text("currency", "")));
      if (!payouts.text("mismatches", "0").equals("0")) {
        line.append(" (sums differ)");
      }
    }
    return line.toString();
  }
}
