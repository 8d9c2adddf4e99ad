package dev.paylink.bench.stage;

import dev.paylink.bench.report.Figures;

/** The CPU that the service and its PostgreSQL use from one moment to another, per request. */
public final class CpuUse {
  private final Stage stage;
  private final long serviceMicros;
  private final long postgresMicros;

  /** From now on. */
  public CpuUse(Stage stage) {
    this.stage = stage;
    this.serviceMicros = stage.serviceCpu().micros();
    this.postgresMicros = stage.postgresCpu().micros();
  }

  /** Until now: the two apart, and together as {@code NAME CPU µs}. */
  public void addTo(Figures figures, String name, String at, long requests) {
    double service = (double) (stage.serviceCpu().micros() - serviceMicros) / requests;
    double postgres = (double) (stage.postgresCpu().micros() - postgresMicros) / requests;
    figures.add("  service CPU µs, " + name + at, service);
    figures.add("  PostgreSQL CPU µs, " + name + at, postgres);
    figures.add(name + " CPU µs" + at, service + postgres);
  }
}
