package dev.paylink.bench.model;

/**
 * What creates cost, in microseconds: for each one, and for each batch, which all of its creates
 * share.
 *
 * @param load CPU of the one who asks
 * @param service CPU of the service for each create
 * @param serviceBatch CPU of the service for each batch
 * @param postgres CPU of PostgreSQL for each create
 * @param postgresBatch CPU of PostgreSQL for each batch
 * @param flush how long a commit waits for the disk
 */
record Costs(
    double load,
    double service,
    double serviceBatch,
    double postgres,
    double postgresBatch,
    double flush) {
  private static final int ROUNDS = 20;

  /**
   * Finds costs with which simulated runs use as much CPU for each create as measured ones did. No
   * measured rate or latency is used: whether those come out right shows what the model is worth.
   */
  static Costs fitting(Measured few, Measured many, Machines machines, double load, double flush) {
    double batchOfFew = few.connections() / 2.0;
    double batchOfMany = many.connections() / 2.0;
    Costs costs = of(few, many, batchOfFew, batchOfMany, load, flush);
    for (int i = 0; i < ROUNDS; i++) {
      batchOfFew = (batchOfFew + costs.batch(machines, few)) / 2;
      batchOfMany = (batchOfMany + costs.batch(machines, many)) / 2;
      costs = of(few, many, batchOfFew, batchOfMany, load, flush);
    }
    return costs;
  }

  private double batch(Machines machines, Measured run) {
    return new Simulation(this, machines, run.connections(), Simulation.MANY_MERCHANTS)
        .run()
        .batch();
  }

  /** Two runs with batches of different size tell what a batch costs and what a create in it. */
  private static Costs of(
      Measured few,
      Measured many,
      double batchOfFew,
      double batchOfMany,
      double load,
      double flush) {
    double shares = 1 / batchOfFew - 1 / batchOfMany;
    double serviceBatch = Math.max(0, (few.serviceMicros() - many.serviceMicros()) / shares);
    double postgresBatch = Math.max(0, (few.postgresMicros() - many.postgresMicros()) / shares);
    return new Costs(
        load,
        Math.max(0, many.serviceMicros() - serviceBatch / batchOfMany),
        serviceBatch,
        Math.max(0, many.postgresMicros() - postgresBatch / batchOfMany),
        postgresBatch,
        flush);
  }

  /** A run of {@code bench create}: CPU in microseconds for each create. */
  record Measured(int connections, double serviceMicros, double postgresMicros) {}
}
