package dev.paylink.bench;

/** The CPU that the service and its PostgreSQL use from one moment to another, per request. */
final class CpuUse {
  private final Stage stage;
  private final long serviceMicros;
  private final long postgresMicros;

  /** From now on. */
  CpuUse(Stage stage) {
    this.stage = stage;
    this.serviceMicros = stage.serviceCpu().micros();
    this.postgresMicros = stage.postgresCpu().micros();
  }

  /** Until now: the two apart, and together as {@code NAME CPU µs}. */
  void addTo(Figures figures, String name, String at, long requests) {
    double service = (double) (stage.serviceCpu().micros() - serviceMicros) / requests;
    double postgres = (double) (stage.postgresCpu().micros() - postgresMicros) / requests;
    figures.add("  service CPU µs, " + name + at, service);
    figures.add("  PostgreSQL CPU µs, " + name + at, postgres);
    figures.add(name + " CPU µs" + at, service + postgres);
  }
}
