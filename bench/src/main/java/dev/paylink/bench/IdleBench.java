package dev.paylink.bench;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Machine;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.Sandbox;
import dev.paylink.bench.stage.TemporaryFolder;
import java.util.concurrent.TimeUnit;

/** The CPU that a sandbox takes while nothing happens: soon after its start, and later. */
final class IdleBench {
  private static final int SOON = 45;
  private static final int LATER = 150;

  private final int seconds;
  private final Figures figures = new Figures();

  IdleBench(int seconds) {
    this.seconds = seconds;
  }

  Result run() throws Exception {
    try (TemporaryFolder folder = new TemporaryFolder();
        Sandbox sandbox = new Sandbox(Machine.home().resolve("paylink"), folder.path())) {
      TimeUnit.SECONDS.sleep(SOON);
      measure(sandbox, "after " + SOON + " s");
      TimeUnit.SECONDS.sleep(Math.max(0, LATER - SOON - seconds));
      measure(sandbox, "after " + LATER + " s");
    }
    return new Result(
        figures,
        new Summary()
            .with("soon_percent", 2, figures.median("% of a core after " + SOON + " s"))
            .with("later_percent", 2, figures.median("% of a core after " + LATER + " s")));
  }

  private void measure(Sandbox sandbox, String when) throws InterruptedException {
    long all = sandbox.cpu().micros();
    long service = sandbox.serviceCpu().micros();
    TimeUnit.SECONDS.sleep(seconds);
    long serviceUsed = sandbox.serviceCpu().micros() - service;
    long allUsed = sandbox.cpu().micros() - all;
    figures.add("  service, % of a core " + when, percent(serviceUsed));
    figures.add("  PostgreSQL, % of a core " + when, percent(allUsed - serviceUsed));
    figures.add("% of a core " + when, percent(allUsed));
  }

  private double percent(long micros) {
    return 100.0 * micros / TimeUnit.SECONDS.toMicros(seconds);
  }
}
