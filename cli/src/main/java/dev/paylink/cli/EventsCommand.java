package dev.paylink.cli;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.EventSearch;
import dev.paylink.cli.io.Json;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads the feed of events, and has them sent again. */
@Command(
    name = "events",
    description = "Read the feed of events; have events sent again.",
    subcommands = {EventsCommand.Find.class, EventsCommand.Redeliver.class})
final class EventsCommand extends CliCommand {
  private static final int MAX_PAGES = 1_000;

  @Override
  public Integer call() {
    throw misuse("Which one? list or redeliver");
  }

  @Command(
      name = "list",
      description = "List events in the order of the feed, oldest first.",
      footer = {
        "",
        "Examples:",
        "  paylink events list --payment pay_01m7f2af8rf6bbkzqw38gvm8s8",
        "  paylink events list --after evt_01m7f2afemeeh8hdrhwrjrh7xd --limit 5",
        "  paylink events list --type payment.failed --json    one event in each line"
      })
  static final class Find extends ServiceCommand {
    @Option(names = "--after", paramLabel = "EVENT", description = "Only those after this event.")
    @Nullable String after;

    @Option(names = "--payment", paramLabel = "PAYMENT", description = "Only those of a payment.")
    @Nullable String payment;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only those of a type.")
    @Nullable String type;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "How many at most (default: ${DEFAULT-VALUE}).")
    int limit = 20;

    @Override
    public Integer call() {
      EventSearch search = new EventSearch(payment, type, limit, MAX_PAGES);
      return lines(
          search.after(after, api()).events(),
          EventText::line,
          "No events. paylink trigger payment.confirmed makes one in a sandbox.");
    }
  }

  @Command(
      name = "redeliver",
      description = "Have one event, or all of a time span, sent to your webhook again.",
      footer = {
        "",
        "Examples:",
        "  paylink events redeliver evt_01m7f2afemeeh8hdrhwrjrh7xd",
        "  paylink events redeliver --from 2026-11-15T00:00:00Z --to 2026-11-16T00:00:00Z",
        "  paylink events redeliver --from … --to … --state none   events from when there was no webhook"
      })
  static final class Redeliver extends ServiceCommand {
    @Parameters(arity = "0..1", paramLabel = "EVENT", description = "Its id, evt_….")
    @Nullable String event;

    @Option(
        names = "--from",
        paramLabel = "TIME",
        description = "Only events recorded at this time or later.")
    @Nullable String from;

    @Option(
        names = "--to",
        paramLabel = "TIME",
        description = "Only events recorded before this time.")
    @Nullable String to;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "exhausted (the default), none, delivered or pending.")
    @Nullable String state;

    @Override
    public Integer call() {
      if (event != null
          ? from != null || to != null || state != null
          : from == null || to == null) {
        throw misuse("Give the id of an event, or --from and --to");
      }
      Api.Said said =
          event != null
              ? api()
                  .post(
                      "/sdk/server/events/" + id("an event", "evt_", event) + "/redeliver",
                      null,
                      null)
              : api().post("/sdk/server/events/redeliver", span(), null);
      return show(said, this::print);
    }

    private void print(PrintWriter out, Json done) {
      out.println(
          event != null
              ? "Sent again: " + event
              : done.text("redelivered") + " events are sent again.");
      if ("true".equals(done.text("more"))) {
        out.println("There may be more: run it again.");
      }
    }

    private Json span() {
      return Json.of("from", from, "to", to).add("state", state);
    }
  }
}
