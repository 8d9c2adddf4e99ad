package dev.paylink.bench;

import dev.paylink.bench.chain.ChainBench;
import dev.paylink.bench.model.Model;
import dev.paylink.bench.report.Comparison;
import dev.paylink.bench.report.Report;
import dev.paylink.bench.webhooks.WebhookBench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./paylink bench NAME}: figures that mean something on any machine, because each is
 * measured with a reference in the same run, interleaved, medians of the rounds.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      Bench.Create.class,
      Bench.Status.class,
      Bench.Page.class,
      Bench.Webhooks.class,
      Bench.Chain.class,
      Bench.Overload.class,
      Bench.Nodes.class,
      Bench.Size.class,
      Bench.Start.class,
      Bench.Idle.class,
      AllBenches.class,
      Bench.Compare.class,
      Model.class
    })
public final class Bench {
  private Bench() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).execute(arguments));
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Creates per second beside pgbench inserting the same rows.")
  static final class Create extends ReportedBench {
    @Mixin Rounds rounds = new Rounds();

    @Option(
        names = "--rows",
        description =
            "Payments to load before measuring again, 0 for none (default: ${DEFAULT-VALUE}).")
    int rows = 5_000_000;

    @Override
    void run(Report report) throws IOException {
      report.run(
          "create",
          rounds.options(),
          () -> new CreateBench(rounds.count, rounds.seconds, rounds.warmUp, rows).run());
    }
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Status polls per second beside a constant handler of the same server.")
  static final class Status extends ReportedBench {
    @Mixin Rounds rounds = new Rounds();

    @Override
    void run(Report report) throws IOException {
      report.run(
          "status",
          rounds.options(),
          () -> new StatusBench(rounds.count, rounds.seconds, rounds.warmUp).run());
    }
  }

  @Command(
      name = "page",
      mixinStandardHelpOptions = true,
      description = "Hosted pages per second beside a constant handler, and their status polls.")
  static final class Page extends ReportedBench {
    @Mixin Rounds rounds = new Rounds();

    @Override
    void run(Report report) throws IOException {
      report.run(
          "page",
          rounds.options(),
          () -> new PageBench(rounds.count, rounds.seconds, rounds.warmUp).run());
    }
  }

  @Command(
      name = "webhooks",
      mixinStandardHelpOptions = true,
      description = "From an outcome reported to its webhook received, beside a bare HTTP client.")
  static final class Webhooks extends ReportedBench {
    @Option(names = "--rounds", description = "Rounds per figure (default: ${DEFAULT-VALUE}).")
    int rounds = 3;

    @Option(
        names = "--seconds",
        description = "Seconds per measurement (default: ${DEFAULT-VALUE}).")
    int seconds = 10;

    @Option(
        names = "--warm-up",
        description = "Seconds before the first (default: ${DEFAULT-VALUE}).")
    int warmUp = 30;

    @Option(
        names = "--sustained-seconds",
        description = "Seconds of the sustained load (default: ${DEFAULT-VALUE}).")
    int sustainedSeconds = 60;

    @Option(
        names = "--part-seconds",
        description = "Seconds of each other steady load (default: ${DEFAULT-VALUE}).")
    int partSeconds = 20;

    @Override
    void run(Report report) throws IOException {
      WebhookBench.Durations durations =
          new WebhookBench.Durations(warmUp, seconds, sustainedSeconds, partSeconds);
      report.run(
          "webhooks",
          Map.of("rounds", rounds, "durations", durations),
          () -> new WebhookBench(rounds, durations).run());
    }
  }

  @Command(
      name = "chain",
      mixinStandardHelpOptions = true,
      description = "From a final block with 1000 settlements to all of them applied.")
  static final class Chain extends ReportedBench {
    @Option(names = "--open", description = "Open payments (default: ${DEFAULT-VALUE}).")
    int open = 10_000;

    @Option(
        names = "--settlements",
        description = "Settlements in each block (default: ${DEFAULT-VALUE}).")
    int settlements = 1000;

    @Override
    void run(Report report) throws IOException {
      report.run("chain", Map.of(), () -> new ChainBench(open, settlements).run());
    }
  }

  @Command(
      name = "overload",
      mixinStandardHelpOptions = true,
      description = "Twice the creates that the service can store, and what becomes of them.")
  static final class Overload extends ReportedBench {
    @Option(
        names = "--seconds",
        description = "Seconds of the overload, below 280 (default: ${DEFAULT-VALUE}).")
    int seconds = 60;

    @Option(names = "--warm-up", description = "Seconds before it (default: ${DEFAULT-VALUE}).")
    int warmUp = 60;

    @Option(
        names = "--per-second",
        description =
            "Creates to offer a second, 0 for twice what it can store (default: ${DEFAULT-VALUE}).")
    double perSecond;

    @Override
    void run(Report report) throws IOException {
      report.run(
          "overload",
          Map.of("seconds", seconds, "warm-up", warmUp),
          () -> new OverloadBench(seconds, warmUp, perSecond).run());
    }
  }

  @Command(
      name = "nodes",
      mixinStandardHelpOptions = true,
      description =
          "Creates of one, two and four nodes: for a merchant each, and for one merchant.")
  static final class Nodes extends ReportedBench {
    @Mixin Rounds rounds = new Rounds();

    @Override
    void run(Report report) throws IOException {
      report.run(
          "nodes",
          rounds.options(),
          () -> new NodesBench(rounds.count, rounds.seconds, rounds.warmUp).run());
    }
  }

  @Command(
      name = "size",
      mixinStandardHelpOptions = true,
      description = "Creates, polls, pages, searches and webhooks with many payments, beside few.")
  static final class Size extends ReportedBench {
    @Mixin Rounds rounds = new Rounds();

    @Option(names = "--rows", description = "How many are many (default: ${DEFAULT-VALUE}).")
    int rows = 5_000_000;

    @Override
    void run(Report report) throws IOException {
      report.run(
          "size",
          rounds.options(),
          () -> new SizeBench(rounds.count, rounds.seconds, rounds.warmUp, rows).run());
    }
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = "From ./paylink sandbox to ready: the first time, and on existing data.")
  static final class Start extends ReportedBench {
    @Option(names = "--rounds", description = "Rounds per figure (default: ${DEFAULT-VALUE}).")
    int rounds = 3;

    @Override
    void run(Report report) throws IOException {
      report.run("start", Map.of("rounds", rounds), () -> new StartBench(rounds).run());
    }
  }

  @Command(
      name = "idle",
      mixinStandardHelpOptions = true,
      description = "The CPU that a sandbox takes while nothing happens.")
  static final class Idle extends ReportedBench {
    @Option(
        names = "--seconds",
        description = "Seconds per measurement (default: ${DEFAULT-VALUE}).")
    int seconds = 20;

    @Override
    void run(Report report) throws IOException {
      report.run("idle", Map.of("seconds", seconds), () -> new IdleBench(seconds).run());
    }
  }

  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description = "How each figure moved from one file of --json to another, as Markdown.")
  static final class Compare implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "OLD")
    Path old = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW")
    Path now = Path.of("");

    @Override
    public Integer call() throws IOException {
      System.out.print(Comparison.of(old, now));
      return 0;
    }
  }
}
