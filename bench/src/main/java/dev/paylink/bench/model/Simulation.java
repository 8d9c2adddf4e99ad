package dev.paylink.bench.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;

/**
 * Creates as the service does them: connections that ask again when they are answered, a node with
 * one batch under way while the next gathers, the lock on each merchant's numbers from the batch's
 * first statement to its commit, cores that take one piece of work after the other.
 */
final class Simulation {
  static final int MANY_MERCHANTS = 1_000;
  private static final int MAX_BATCH = 512;
  private static final double WARM_UP_MICROS = 500_000;
  private static final double END_MICROS = 2_500_000;

  private final Costs costs;
  private final Machines machines;
  private final int connections;
  private final int merchants;
  private final Random random = new Random(1);
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<Double> latencies = new ArrayList<>();
  private final List<Database> databases = new ArrayList<>();
  private long batches;
  private long sequence;
  private double now;

  Simulation(Costs costs, Machines machines, int connections, int merchants) {
    this.costs = costs;
    this.machines = machines;
    this.connections = connections;
    this.merchants = merchants;
  }

  /** What came of it. */
  record Result(double perSecond, double p50Millis, double p99Millis, double batch) {}

  Result run() {
    Cores shared = new Cores(machines.nodeCores());
    for (int i = 0; i < machines.databases(); i++) {
      databases.add(
          new Database(machines.together() ? shared : new Cores(machines.databaseCores())));
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < machines.nodes(); i++) {
      nodes.add(new Node(machines.together() ? shared : new Cores(machines.nodeCores())));
    }
    for (int i = 0; i < connections; i++) {
      Node node = nodes.get(i % nodes.size());
      at(random.nextDouble() * 1_000, () -> ask(node));
    }
    while (now < END_MICROS) {
      Event event = events.remove();
      now = event.at;
      event.work.run();
    }
    return result();
  }

  private Result result() {
    Collections.sort(latencies);
    double seconds = (END_MICROS - WARM_UP_MICROS) / 1_000_000;
    return new Result(
        latencies.size() / seconds,
        latencies.get(latencies.size() / 2) / 1_000,
        latencies.get((int) (latencies.size() * 0.99)) / 1_000,
        (double) latencies.size() / batches);
  }

  private void ask(Node node) {
    double asked = now;
    double sent = machines.together() ? node.cores.use(now, costs.load()) : now;
    at(
        sent,
        () ->
            at(
                node.cores.use(now, costs.service() * (0.5 + random.nextDouble())),
                () -> {
                  node.waiting.add(new Create(asked, random.nextInt(merchants)));
                  node.next();
                }));
  }

  private void at(double time, Runnable work) {
    events.add(new Event(time, sequence++, work));
  }

  /** One node: a queue, and one batch at a time. */
  private final class Node {
    final Cores cores;
    final ArrayDeque<Create> waiting = new ArrayDeque<>();
    boolean busy;

    Node(Cores cores) {
      this.cores = cores;
    }

    void next() {
      if (busy || waiting.isEmpty()) {
        return;
      }
      busy = true;
      List<Create> batch = new ArrayList<>();
      while (batch.size() < MAX_BATCH && !waiting.isEmpty()) {
        batch.add(waiting.remove());
      }
      at(cores.use(now, costs.serviceBatch()), () -> store(batch));
    }

    /** Every database that holds one of its merchants does its part, at the same time. */
    private void store(List<Create> batch) {
      Map<Database, List<Integer>> parts = new LinkedHashMap<>();
      for (Create create : batch) {
        Database database = databases.get(create.merchant % databases.size());
        parts.computeIfAbsent(database, ignored -> new ArrayList<>()).add(create.merchant);
      }
      int[] left = {parts.size()};
      parts.forEach(
          (database, part) ->
              database.store(
                  part,
                  () -> {
                    if (--left[0] == 0) {
                      answer(batch);
                    }
                  }));
    }

    private void answer(List<Create> batch) {
      busy = false;
      if (now > WARM_UP_MICROS) {
        batches++;
        batch.forEach(create -> latencies.add(now - create.asked));
      }
      batch.forEach(create -> ask(this));
      next();
    }
  }

  /** A PostgreSQL server. Of two batches with a merchant in common the second waits. */
  private final class Database {
    private final Cores cores;
    private final Set<Integer> locked = new HashSet<>();
    private final List<Part> waiting = new ArrayList<>();

    Database(Cores cores) {
      this.cores = cores;
    }

    void store(List<Integer> merchants, Runnable whenStored) {
      waiting.add(new Part(merchants, whenStored));
      startWhatCan();
    }

    private void startWhatCan() {
      Set<Integer> wanted = new HashSet<>(locked);
      for (Part part : List.copyOf(waiting)) {
        if (Collections.disjoint(part.merchants, wanted)) {
          waiting.remove(part);
          start(part);
        }
        wanted.addAll(part.merchants);
      }
    }

    private void start(Part part) {
      locked.addAll(part.merchants);
      double micros = costs.postgresBatch() + part.merchants.size() * costs.postgres();
      at(cores.use(now, micros), () -> at(now + costs.flush(), () -> finish(part)));
    }

    private void finish(Part part) {
      locked.removeAll(Set.copyOf(part.merchants));
      startWhatCan();
      part.whenStored.run();
    }
  }

  /** What a batch has for one database. */
  private record Part(List<Integer> merchants, Runnable whenStored) {}

  /** Cores that take work in the order in which it comes. */
  private static final class Cores {
    private final PriorityQueue<Double> freeAt = new PriorityQueue<>();

    Cores(int count) {
      for (int i = 0; i < count; i++) {
        freeAt.add(0.0);
      }
    }

    /** Returns when the work is done. */
    double use(double now, double micros) {
      double end = Math.max(now, freeAt.remove()) + micros;
      freeAt.add(end);
      return end;
    }
  }

  private record Create(double asked, int merchant) {}

  private record Event(double at, long order, Runnable work) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
