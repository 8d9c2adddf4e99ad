package dev.paylink.bench;

import dev.paylink.bench.report.Report;
import dev.paylink.bench.stage.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command with one or several benches in one report. */
abstract class ReportedBench implements Callable<Integer> {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write every figure and the machine's constants to this file.")
  @Nullable Path json;

  abstract void run(Report report) throws IOException;

  @Override
  public Integer call() throws Exception {
    Report report = new Report(json, json == null ? "" : Stage.postgresVersion());
    run(report);
    return report.hasFailed() ? 1 : 0;
  }
}
