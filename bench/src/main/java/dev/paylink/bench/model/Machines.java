package dev.paylink.bench.model;

/**
 * Where it runs.
 *
 * @param nodes nodes of the service
 * @param nodeCores cores of each
 * @param databases PostgreSQL servers that share the merchants, as the workers of a cluster do
 * @param databaseCores cores of each
 * @param together whether one machine with {@code nodeCores} does everything, the load too
 */
record Machines(int nodes, int nodeCores, int databases, int databaseCores, boolean together) {
  static Machines one(int cores) {
    return new Machines(1, cores, 1, cores, true);
  }

  static Machines apart(int nodes, int nodeCores, int databases, int databaseCores) {
    return new Machines(nodes, nodeCores, databases, databaseCores, false);
  }
}
