package dev.paylink.bench.webhooks;

import dev.paylink.bench.load.Connections;
import dev.paylink.bench.stage.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Reports outcomes to the service over a bounded number of kept connections, a thread each. Every
 * one must be applied; the first that is not ends the load with an error.
 */
final class SettleLoad {
  private static final int CONNECTIONS = 64;
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Stage stage;
  private final AtomicLong refs = new AtomicLong();

  SettleLoad(Stage stage) {
    this.stage = stage;
  }

  /**
   * Open loop: each outcome goes out when it is due, whatever the result of those before. Only when
   * all the connections wait for answers does it go out later, and that counts from when it was
   * due.
   */
  List<Outcome> atRate(List<Flow> flows, int seconds) throws InterruptedException {
    List<Outcome> plan = Flow.plan(flows, seconds, System.nanoTime() + LEAD_NANOS);
    AtomicInteger next = new AtomicInteger();
    onAllConnections(
        connection -> {
          int i = next.getAndIncrement();
          if (i >= plan.size()) {
            return false;
          }
          waitUntil(plan.get(i).dueNanos());
          report(connection, plan.get(i));
          return true;
        });
    return plan;
  }

  /** Closed loop: as fast as the service answers, the endpoints in turns. */
  List<Outcome> asFastAsItGoes(List<Endpoint> endpoints, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    AtomicInteger next = new AtomicInteger();
    List<Outcome> all = Collections.synchronizedList(new ArrayList<>());
    onAllConnections(
        connection -> {
          Endpoint endpoint = endpoints.get(next.getAndIncrement() % endpoints.size());
          Outcome outcome = new Outcome(endpoint, System.nanoTime());
          all.add(outcome);
          report(connection, outcome);
          return System.nanoTime() - end < 0;
        });
    return all;
  }

  private void report(SettleConnection connection, Outcome outcome)
      throws IOException, InterruptedException {
    connection.report(outcome, "bench-" + refs.incrementAndGet());
  }

  private void onAllConnections(Connections.Step<SettleConnection> step)
      throws InterruptedException {
    Connections.run(CONNECTIONS, () -> new SettleConnection(stage), step);
  }

  private static void waitUntil(long dueNanos) {
    long left = dueNanos - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = dueNanos - System.nanoTime();
    }
  }
}
