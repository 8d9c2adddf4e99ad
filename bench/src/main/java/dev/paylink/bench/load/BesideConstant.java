package dev.paylink.bench.load;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.CpuUse;
import dev.paylink.bench.stage.Stage;

/**
 * A route of the service under load, in turns with a constant handler of the same server ({@code
 * /health/live}), which passes the same kind of listener, router, access log and metrics.
 */
public final class BesideConstant {
  private static final int[] CONNECTIONS = {64, 256};
  private static final String CONSTANT = "constant";

  private final Stage stage;
  private final Figures figures;
  private final String name;
  private final String script;

  /** {@code name} is what is counted, such as polls; {@code script} is wrk's. */
  public BesideConstant(Stage stage, Figures figures, String name, String script) {
    this.stage = stage;
    this.figures = figures;
    this.name = name;
    this.script = script;
  }

  public void warmUp(int seconds) throws Exception {
    if (seconds > 0) {
      Wrk.run(stage.baseUrl(), script, 256, seconds);
      Wrk.run(constantUrl(), "", 256, seconds / 4 + 1);
    }
  }

  /** Each number of connections, the constant and the route one after the other. */
  public void round(int seconds) throws Exception {
    for (int connections : CONNECTIONS) {
      measure(CONSTANT, constantUrl(), "", connections, seconds);
      measure(name, stage.baseUrl(), script, connections, seconds);
    }
  }

  /** Returns the medians as they stand in the last line. */
  public Summary summary() {
    return new Summary()
        .with("ratio", 2, ratio(256))
        .with(name + "_per_s", 0, figures.median(name + "/s at 256"))
        .with("cpu_us", 0, figures.median(name + " CPU µs at 256"))
        .with("p99_ms", 1, figures.median(name + " p99 ms at 256"))
        .with("constant_per_s", 0, figures.median(CONSTANT + "/s at 256"))
        .with("constant_cpu_us", 0, figures.median(CONSTANT + " CPU µs at 256"))
        .with("ratio_64", 2, ratio(64));
  }

  private void measure(String what, String url, String load, int connections, int seconds)
      throws Exception {
    String at = " at " + connections;
    CpuUse cpu = new CpuUse(stage);
    Wrk.Result result = Wrk.run(url, load, connections, seconds);
    figures.add(what + "/s" + at, result.perSecond());
    figures.add(what + " p99 ms" + at, result.p99Millis());
    cpu.addTo(figures, what, at, result.requests());
  }

  private double ratio(int connections) {
    return figures.median(name + "/s at " + connections)
        / figures.median(CONSTANT + "/s at " + connections);
  }

  private String constantUrl() {
    return stage.internalUrl() + "/health/live";
  }
}
