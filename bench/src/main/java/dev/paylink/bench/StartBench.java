package dev.paylink.bench;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Machine;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.Sandbox;
import dev.paylink.bench.stage.TemporaryFolder;
import java.nio.file.Path;

/** From {@code ./paylink sandbox} to ready: in an empty folder, and again on the same data. */
final class StartBench {
  private final int rounds;
  private final Figures figures = new Figures();

  StartBench(int rounds) {
    this.rounds = rounds;
  }

  Result run() throws Exception {
    for (int round = 0; round < rounds; round++) {
      try (TemporaryFolder folder = new TemporaryFolder()) {
        start("first start", folder.path());
        start("start", folder.path());
      }
    }
    return new Result(
        figures,
        new Summary()
            .with("first_seconds", 2, figures.median("first start, s"))
            .with("first_cpu_seconds", 2, figures.median("first start, CPU s"))
            .with("again_seconds", 2, figures.median("start, s"))
            .with("again_cpu_seconds", 2, figures.median("start, CPU s")));
  }

  private void start(String name, Path data) throws Exception {
    try (Sandbox sandbox = new Sandbox(Machine.home().resolve("paylink"), data)) {
      figures.add(name + ", s", sandbox.secondsToReady());
      figures.add(name + ", CPU s", sandbox.cpuMicrosToReady() / 1e6);
    }
  }
}
