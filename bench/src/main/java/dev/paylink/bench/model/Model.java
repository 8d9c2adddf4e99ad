package dev.paylink.bench.model;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./paylink bench model}: the measured machine simulated, then others. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description =
        "Simulates creates from measured CPU: first the machine that was measured, then others.")
public final class Model implements Callable<Integer> {
  private static final int FEW = 64;
  private static final int MANY = 256;
  private static final double BUSY = 0.6;
  private static final double SECONDS_PER_YEAR = 365.0 * 24 * 3600;
  private static final double MICROS = 1_000_000;
  private static final double TERABYTE = 1e12;

  @Option(names = "--cores", description = "Cores of the machine that was measured.")
  int cores = 2;

  @Option(names = "--service-64", description = "Service CPU µs of a create at 64 connections.")
  double serviceAt64 = 105;

  @Option(names = "--postgres-64", description = "PostgreSQL CPU µs of a create at 64 connections.")
  double postgresAt64 = 57;

  @Option(names = "--service-256", description = "Service CPU µs of a create at 256 connections.")
  double serviceAt256 = 79;

  @Option(
      names = "--postgres-256",
      description = "PostgreSQL CPU µs of a create at 256 connections.")
  double postgresAt256 = 43;

  @Option(names = "--load", description = "CPU µs of the load generator for each create.")
  double load = 12;

  @Option(names = "--flush", description = "How many µs a commit waits for the disk.")
  double flush = 150;

  @Option(names = "--status", description = "CPU µs of a status call: service, PostgreSQL.")
  List<Double> status = List.of(42.0, 12.0);

  @Option(names = "--outcome", description = "CPU µs from report to webhook: service, PostgreSQL.")
  List<Double> outcome = List.of(257.0, 256.0);

  @Option(names = "--bytes", description = "Bytes on disk of a payment, settled and delivered.")
  double bytes = 4_400;

  @Option(names = "--polls", description = "Status calls for each payment.")
  double polls = 5;

  @Override
  public Integer call() {
    Costs costs =
        Costs.fitting(
            new Costs.Measured(FEW, serviceAt64, postgresAt64),
            new Costs.Measured(MANY, serviceAt256, postgresAt256),
            Machines.one(cores),
            load,
            flush);
    System.out.printf(
        "A create costs the service %.0f µs and %.0f µs a batch,"
            + " PostgreSQL %.0f µs and %.0f µs a batch.%n%n",
        costs.service(), costs.serviceBatch(), costs.postgres(), costs.postgresBatch());
    System.out.printf(
        "%-44s %10s %8s %8s %7s%n", "Simulated", "creates/s", "p50 ms", "p99 ms", "batch");
    measuredMachine(costs);
    otherMachines(costs);
    System.out.println();
    needs(costs);
    return 0;
  }

  private void measuredMachine(Costs costs) {
    for (int connections : new int[] {FEW, MANY}) {
      print(
          "this machine, %d connections".formatted(connections),
          costs,
          Machines.one(cores),
          connections,
          Simulation.MANY_MERCHANTS);
    }
  }

  private void otherMachines(Costs costs) {
    for (int nodes : new int[] {1, 2, 4}) {
      print(
          "%d nodes of 4 cores, PostgreSQL of 16".formatted(nodes),
          costs,
          Machines.apart(nodes, 4, 1, 16),
          MANY * nodes,
          1_000_000);
    }
    for (int nodes : new int[] {1, 2, 4}) {
      print(
          "the same, %d nodes, one merchant".formatted(nodes),
          costs,
          Machines.apart(nodes, 4, 1, 16),
          MANY * nodes,
          1);
    }
    for (int workers : new int[] {2, 4, 8}) {
      print(
          "%d nodes of 4 cores, %d workers of 16".formatted(workers, workers),
          costs,
          Machines.apart(workers, 4, workers, 16),
          MANY * workers,
          1_000_000);
    }
  }

  private static void print(
      String name, Costs costs, Machines machines, int connections, int merchants) {
    Simulation.Result result = new Simulation(costs, machines, connections, merchants).run();
    System.out.printf(
        "%-44s %10.0f %8.1f %8.1f %7.0f%n",
        name, result.perSecond(), result.p50Millis(), result.p99Millis(), result.batch());
  }

  /** Cores that are busy for three fifths of the time, and disk for a year. */
  private void needs(Costs costs) {
    System.out.printf(
        "Creates/s, each polled %.0f times, settled and told:"
            + "   cores of nodes   cores of PostgreSQL   TB a year%n",
        polls);
    for (int rate : new int[] {1_000, 10_000, 100_000}) {
      double nodes = costs.service() + polls * status.get(0) + outcome.get(0);
      double postgres = costs.postgres() + polls * status.get(1) + outcome.get(1);
      System.out.printf(
          "%,-50d %18.0f %21.0f %11.0f%n",
          rate,
          Math.ceil(rate * nodes / MICROS / BUSY),
          Math.ceil(rate * postgres / MICROS / BUSY),
          rate * bytes * SECONDS_PER_YEAR / TERABYTE);
    }
  }
}
