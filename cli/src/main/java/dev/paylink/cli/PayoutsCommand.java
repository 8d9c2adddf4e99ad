package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads and lists payouts to the merchant's bank account. */
@Command(
    name = "payouts",
    description = "Read and list payouts to your bank account.",
    subcommands = {PayoutsCommand.Get.class, PayoutsCommand.Find.class})
final class PayoutsCommand extends CliCommand {
  private static final String PATH = "/sdk/server/payouts";

  @Override
  public Integer call() {
    throw misuse("Which one? get or list");
  }

  @Command(
      name = "get",
      description = "Print one payout with its payments.",
      footer = {"", "Example:", "  paylink payouts get pyo_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Get extends ServiceCommand {
    @Parameters(paramLabel = "PAYOUT", description = "Its id, pyo_….")
    String payout = "";

    @Override
    public Integer call() {
      return show(
          api().get(PATH + '/' + ServiceCommand.id("a payout", "pyo_", payout)),
          PayoutsCommand::print);
    }
  }

  @Command(
      name = "list",
      description = "List payouts, newest first.",
      footer = {"", "Example:", "  paylink payouts list --status paid --limit 50"})
  static final class Find extends ServiceCommand {
    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "initiated, sent, paid, returned or failed.")
    @Nullable String status;

    @Mixin PageOptions page = new PageOptions();

    @Override
    public Integer call() {
      QueryString query = page.query("after").add("status", status);
      return list(api().get(PATH + query), PayoutsCommand::line, "No payouts.");
    }
  }

  private static void print(PrintWriter out, Json payout) {
    PaymentText.line(out, "Payout", payout.text("payoutId"));
    PaymentText.line(out, "Reference", payout.text("payoutRef"));
    PaymentText.line(out, "Status", payout.text("status"));
    PaymentText.line(out, "Amount", PaymentText.amount(payout));
    PaymentText.line(out, "Fee", payout.text("fee"));
    PaymentText.line(out, "Bank", payout.text("bankReference"));
    for (String flag : payout.texts("flags")) {
      PaymentText.line(out, "Look at", flag);
    }
    for (String payment : payout.texts("payments")) {
      PaymentText.line(out, "Payment", payment);
    }
    PaymentText.line(out, "Reported", payout.text("createdAt"));
  }

  private static String line(Json payout) {
    return "%-31s %-9s %16s  %s"
        .formatted(
            payout.text("payoutId", ""),
            payout.text("status", ""),
            PaymentText.amount(payout),
            payout.text("createdAt", ""))
        .stripTrailing();
  }
}
