package dev.paylink.bench;

import dev.paylink.bench.report.Report;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./paylink bench all}. */
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    description = "Every bench, one after the other, with its standard durations.")
final class AllBenches extends ReportedBench {
  @Option(names = "--rows", description = "As for create (default: ${DEFAULT-VALUE}).")
  int rows = 5_000_000;

  @Option(
      names = "--quick",
      description = "Short and with one round each: shows that all of them run, no more.")
  boolean quick;

  @Override
  void run(Report report) throws IOException {
    Bench.Create create = new Bench.Create();
    create.rows = rows;
    Bench.Status status = new Bench.Status();
    Bench.Page page = new Bench.Page();
    Bench.Webhooks webhooks = new Bench.Webhooks();
    Bench.Overload overload = new Bench.Overload();
    Bench.Start start = new Bench.Start();
    Bench.Idle idle = new Bench.Idle();
    if (quick) {
      create.rounds.shorten();
      create.rows = 0;
      status.rounds.shorten();
      page.rounds.shorten();
      webhooks.rounds = 1;
      webhooks.seconds = webhooks.warmUp = webhooks.sustainedSeconds = webhooks.partSeconds = 5;
      overload.seconds = overload.warmUp = 10;
      start.rounds = 1;
    }
    create.run(report);
    status.run(report);
    page.run(report);
    webhooks.run(report);
    new Bench.Chain().run(report);
    overload.run(report);
    start.run(report);
    idle.run(report);
  }
}
