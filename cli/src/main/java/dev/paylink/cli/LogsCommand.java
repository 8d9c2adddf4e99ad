package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.access.Person;
import dev.paylink.cli.io.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the log of one's own calls. */
@Command(
    name = "logs",
    description = "Show the log of your own calls.",
    subcommands = LogsCommand.Tail.class)
final class LogsCommand extends CliCommand {
  @Override
  public Integer call() {
    throw misuse("Which one? tail");
  }

  @Command(
      name = "tail",
      description = "Print the newest calls, and then each as it comes, until Ctrl-C.",
      footer = {
        "",
        "Examples:",
        "  paylink logs tail --status 4xx             refusals, as they happen",
        "  paylink logs tail --request req_01m7…      one call, by the id in its answer",
        "  paylink logs tail --no-follow --json",
        "",
        "The log is for signed-in users. A sandbox's file has what is needed; elsewhere set",
        "PAYLINK_EMAIL and PAYLINK_PASSWORD, and give --code with a second factor."
      })
  static final class Tail extends ServiceCommand {
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int MAX_KNOWN = 10_000;

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "Only calls with this status, such as 401 or 4xx.")
    @Nullable String status;

    @Option(names = "--request", paramLabel = "REQUEST", description = "Only this one, req_….")
    @Nullable String request;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "How many to begin with, 1 to 100 (default: ${DEFAULT-VALUE}).")
    int limit = 20;

    @Option(names = "--no-follow", description = "Stop after the calls that are there now.")
    boolean once;

    @Option(names = "--code", paramLabel = "CODE", description = "The code of your second factor.")
    @Nullable String code;

    @Override
    public Integer call() throws InterruptedException {
      if (status != null && !status.matches("[1-5]([0-9][0-9]|xx)")) {
        throw misuse("--status: a status such as 401, or a class such as 4xx");
      }
      Access access = access();
      Person person = Person.signIn(new Api(access, around().clock()), access, around(), code);
      Set<String> known = new HashSet<>();
      int shown = show(person, known);
      if (shown == 0 && !json) {
        out().println("No calls yet." + (once ? "" : " Waiting for some; Ctrl-C ends."));
      }
      while (!once && request == null) {
        Thread.sleep(LOOK);
        if (known.size() > MAX_KNOWN) {
          known.clear();
          newest(person).forEach(entry -> known.add(entry.text("requestId", "")));
        }
        show(person, known);
      }
      return 0;
    }

    private int show(Person person, Set<String> known) {
      List<Json> entries = newest(person);
      Collections.reverse(entries);
      int shown = 0;
      for (Json entry : entries) {
        if (known.add(entry.text("requestId", ""))) {
          out().println(json ? entry.toString() : line(entry));
          shown++;
        }
      }
      return shown;
    }

    private List<Json> newest(Person person) {
      String target = "/merchant/requests?limit=" + limit;
      if (status != null) {
        target += "&status=" + status;
      }
      if (request != null) {
        target = "/merchant/requests?requestId=" + id("a request", "req_", request);
      }
      return new ArrayList<>(person.get(target).json().objects("data"));
    }

    private static String line(Json entry) {
      return "%-24s %s %-4s %s  %s ms  %s  %s"
          .formatted(
              entry.text("at", ""),
              entry.text("status", ""),
              entry.text("method", ""),
              entry.text("path", ""),
              entry.text("durationMs", ""),
              entry.text("requestId", ""),
              entry.text("code", ""))
          .stripTrailing();
    }
  }
}
