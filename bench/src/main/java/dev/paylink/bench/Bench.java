package dev.paylink.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./paylink bench NAME}: figures that mean something on any machine, because each is taken
 * beside a reference in the same run, interleaved, medians of the rounds.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      Bench.Create.class,
      Bench.Status.class,
      Bench.Page.class,
      Bench.Webhooks.class,
      Bench.Chain.class
    })
public final class Bench {
  private Bench() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).execute(arguments));
  }

  /** What every bench can be told. */
  abstract static class Options implements Callable<Integer> {
    @Option(names = "--rounds", description = "Rounds per figure (default: ${DEFAULT-VALUE}).")
    int rounds = 3;

    @Option(
        names = "--seconds",
        description = "Seconds per measurement (default: ${DEFAULT-VALUE}).")
    int seconds = 10;

    @Option(
        names = "--warm-up",
        description = "Seconds before the first (default: ${DEFAULT-VALUE}).")
    int warmUpSeconds = 60;
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Creates per second beside pgbench inserting the same rows.")
  static final class Create extends Options {
    @Option(
        names = "--rows",
        description =
            "Payments to load before measuring again, 0 for none (default: ${DEFAULT-VALUE}).")
    int rows = 5_000_000;

    @Override
    public Integer call() throws Exception {
      new CreateBench(rounds, seconds, warmUpSeconds, rows).run();
      return 0;
    }
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Status polls per second beside a constant handler of the same server.")
  static final class Status extends Options {
    @Override
    public Integer call() throws Exception {
      new StatusBench(rounds, seconds, warmUpSeconds).run();
      return 0;
    }
  }

  @Command(
      name = "page",
      mixinStandardHelpOptions = true,
      description = "Hosted pages per second beside a constant handler, and their status polls.")
  static final class Page extends Options {
    @Override
    public Integer call() throws Exception {
      new PageBench(rounds, seconds, warmUpSeconds).run();
      return 0;
    }
  }

  @Command(
      name = "webhooks",
      mixinStandardHelpOptions = true,
      description = "From an outcome reported to its webhook received, beside a bare HTTP client.")
  static final class Webhooks extends Options {
    @Option(
        names = "--sustained-seconds",
        description = "Seconds of the sustained load (default: ${DEFAULT-VALUE}).")
    int sustainedSeconds = 60;

    @Option(
        names = "--part-seconds",
        description = "Seconds of each other steady load (default: ${DEFAULT-VALUE}).")
    int partSeconds = 20;

    Webhooks() {
      warmUpSeconds = 30;
    }

    @Override
    public Integer call() throws Exception {
      new WebhookBench(
              rounds,
              new WebhookBench.Durations(warmUpSeconds, seconds, sustainedSeconds, partSeconds))
          .run();
      return 0;
    }
  }

  @Command(
      name = "chain",
      mixinStandardHelpOptions = true,
      description = "From a final block with 1000 settlements to all of them applied.")
  static final class Chain implements Callable<Integer> {
    @Option(names = "--open", description = "Open payments (default: ${DEFAULT-VALUE}).")
    int open = 10_000;

    @Option(
        names = "--settlements",
        description = "Settlements in each block (default: ${DEFAULT-VALUE}).")
    int settlements = 1000;

    @Override
    public Integer call() throws Exception {
      new ChainBench(open, settlements).run();
      return 0;
    }
  }
}
