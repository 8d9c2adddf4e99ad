package dev.paylink.cli;

import dev.paylink.cli.io.Json;
import dev.paylink.sdk.QueryString;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes reusable links, reads, lists and switches them. */
@Command(
    name = "links",
    description = "Make reusable links, read, list and switch them.",
    subcommands = {
      LinksCommand.Create.class,
      LinksCommand.Get.class,
      LinksCommand.Find.class,
      LinksCommand.Activate.class,
      LinksCommand.Deactivate.class,
      LinksCommand.Archive.class,
      LinksCommand.Unarchive.class
    })
final class LinksCommand extends CliCommand {
  private static final String PATH = "/sdk/server/links";

  @Override
  public Integer call() {
    throw misuse("Which one? create, get, list, activate, deactivate, archive or unarchive");
  }

  @Command(
      name = "create",
      description = "Make a link that many customers can use. It takes payments at once.",
      footer = {
        "",
        "Examples:",
        "  paylink links create --title 'One ticket' --amount 25.00 --max-uses 200",
        "  paylink links create --title Donation --slug donate"
      })
  static final class Create extends ServiceCommand {
    @Option(
        names = "--title",
        required = true,
        paramLabel = "TEXT",
        description = "What it is for; it is on the invoice.")
    String title = "";

    @Option(names = "--text", paramLabel = "TEXT", description = "A text below the title.")
    @Nullable String text;

    @Option(
        names = "--amount",
        paramLabel = "N",
        description = "The amount, such as 12.50 (default: the payer chooses).")
    @Nullable String amount;

    @Option(names = "--currency", paramLabel = "CODE", description = "Such as USD.")
    @Nullable String currency;

    @Option(
        names = "--max-uses",
        paramLabel = "N",
        description = "The number of payments that it takes at most.")
    @Nullable Long maxUses;

    @Option(
        names = "--ends-at",
        paramLabel = "TIME",
        description = "The end of the link, such as 2027-01-31T00:00:00Z.")
    @Nullable String endsAt;

    @Option(
        names = "--slug",
        paramLabel = "WORD",
        description = "The last part of its address (default: random).")
    @Nullable String slug;

    @Option(
        names = "--success-url",
        paramLabel = "URL",
        description = "Where the payer goes after paying.")
    @Nullable String successUrl;

    @Mixin IdempotencyOption idempotency = new IdempotencyOption();

    @Override
    public Integer call() {
      Json body =
          Json.of("title", title)
              .add("text", text)
              .add("amount", amount)
              .add("currency", currency)
              .add("maxUses", maxUses)
              .add("endsAt", endsAt)
              .add("slug", slug)
              .add("successUrl", successUrl);
      return show(api().post(PATH, body, idempotency.orNew(this)), LinksCommand::print);
    }
  }

  @Command(
      name = "get",
      description = "Print one link, with what it brought.",
      footer = {"", "Example:", "  paylink links get lnk_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Get extends ServiceCommand {
    @Parameters(paramLabel = "LINK", description = "Its id, lnk_….")
    String link = "";

    @Override
    public Integer call() {
      return show(api().get(path(link)), LinksCommand::print);
    }
  }

  @Command(
      name = "list",
      description = "List links, newest first.",
      footer = {"", "Example:", "  paylink links list --limit 5"})
  static final class Find extends ServiceCommand {
    @Option(names = "--archived", description = "List archived links instead.")
    boolean archived;

    @Mixin PageOptions page = new PageOptions();

    @Override
    public Integer call() {
      QueryString query = page.query("after").add("archived", archived ? "true" : null);
      return list(api().get(PATH + query), LinksCommand::line, "No links.");
    }
  }

  /** A command that switches a link, by the call of the same name. */
  abstract static class Turn extends ServiceCommand {
    @Parameters(paramLabel = "LINK", description = "Its id, lnk_….")
    String link = "";

    @Override
    public Integer call() {
      return show(api().post(path(link) + '/' + spec().name(), null, null), LinksCommand::print);
    }
  }

  @Command(
      name = "activate",
      description = "Switch a link on.",
      footer = {"", "Example:", "  paylink links activate lnk_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Activate extends Turn {}

  @Command(
      name = "deactivate",
      description = "Switch a link off.",
      footer = {"", "Example:", "  paylink links deactivate lnk_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Deactivate extends Turn {}

  @Command(
      name = "archive",
      description = "Put a link away, switched off.",
      footer = {"", "Example:", "  paylink links archive lnk_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Archive extends Turn {}

  @Command(
      name = "unarchive",
      description = "Bring a link back, still switched off.",
      footer = {"", "Example:", "  paylink links unarchive lnk_01m7eskc71er7rdb1p47pwyjt5"})
  static final class Unarchive extends Turn {}

  private static String path(String link) {
    return PATH + '/' + ServiceCommand.id("a link", "lnk_", link);
  }

  private static void print(PrintWriter out, Json link) {
    PaymentText.line(out, "Link", link.text("id"));
    PaymentText.line(out, "Title", link.text("title"));
    PaymentText.line(out, "Status", link.text("status"));
    PaymentText.line(out, "Amount", PaymentText.amount(link));
    PaymentText.line(out, "Address", link.text("url"));
    PaymentText.line(out, "Uses", link.text("uses"));
    for (Json sum : link.objects("received")) {
      PaymentText.line(out, "Received", PaymentText.amount(sum));
    }
    PaymentText.line(out, "Ends", link.text("endsAt"));
    PaymentText.line(out, "Created", link.text("createdAt"));
  }

  private static String line(Json link) {
    return "%-31s %-10s %16s  %5s  %s"
        .formatted(
            link.text("id", ""),
            link.text("status", ""),
            PaymentText.amount(link),
            link.text("paid", ""),
            link.text("title", ""))
        .stripTrailing();
  }
}
