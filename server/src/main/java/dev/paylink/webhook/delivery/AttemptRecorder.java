package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.ShardQueues;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.FinishedAttempt;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Records attempts, many in one transaction, each only if its claim still holds: if another node
 * took over during a pause, nothing changes.
 */
final class AttemptRecorder implements AutoCloseable {
  private static final Logger LOG = System.getLogger(AttemptRecorder.class.getName());
  private static final int MAX_BATCH = 512;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Nobody waits for a record, so that many share a transaction. */
  private static final Duration LINGER = Duration.ofMillis(10);

  private final WebhookDayStore days = new WebhookDayStore();
  private final Jdbi jdbi;
  private final @Nullable ExhaustedAlarm alarm;
  private final DeliveryStore deliveries;
  private final Map<DeliveryState, Counter> ended = new EnumMap<>(DeliveryState.class);
  private final Counter lost;
  private final ShardQueues<FinishedAttempt, Boolean> batcher;

  AttemptRecorder(
      Jdbi jdbi, DeliveryStore deliveries, @Nullable ExhaustedAlarm alarm, MeterRegistry registry) {
    this.jdbi = jdbi;
    this.deliveries = deliveries;
    this.alarm = alarm;
    for (DeliveryState state : DeliveryState.values()) {
      boolean goesOn = state == DeliveryState.pending || state == DeliveryState.waiting;
      ended.put(state, counter(registry, goesOn ? "failed" : state.name()));
    }
    this.lost = counter(registry, "taken_over");
    Shards shards = Shards.of(jdbi);
    this.batcher =
        new ShardQueues<>(
            "attempt-recorder",
            shards.queues(),
            attempt -> shards.queueOf(attempt.claim().merchantId().bits()),
            name ->
                new Batcher<>(
                    name, AttemptCapacity.MAX, MAX_BATCH, PATIENCE, LINGER, this::recordAll));
    batcher.meter(registry);
  }

  /** Records the attempt; blocks until it is on disk. An attempt that was taken over is dropped. */
  void record(FinishedAttempt attempt) {
    if (!batcher.ask(attempt)) {
      lost.increment();
      LOG.log(
          Level.WARNING,
          "attempt {0} of {1} was taken over by another node; its result is dropped",
          attempt.claim().attempt(),
          attempt.claim().deliveryId());
      return;
    }
    Objects.requireNonNull(ended.get(attempt.stateAfter())).increment();
    if (attempt.stateAfter() == DeliveryState.exhausted) {
      LOG.log(
          Level.WARNING,
          "{0} of {1} is exhausted after {2} attempts; {3} did not get it: {4}",
          attempt.claim().deliveryId(),
          attempt.claim().eventId(),
          attempt.claim().attempt(),
          attempt.claim().merchantId(),
          attempt.outcome().error());
    }
  }

  @Override
  public void close() {
    batcher.close();
  }

  private List<Boolean> recordAll(List<FinishedAttempt> attempts) {
    Set<DeliveryId> held =
        DatabaseWork.run(
            () -> "record " + attempts.size() + " attempts",
            () -> jdbi.inTransaction(handle -> recordAll(handle.getConnection(), attempts)));
    return attempts.stream().map(attempt -> held.contains(attempt.claim().deliveryId())).toList();
  }

  private Set<DeliveryId> recordAll(Connection connection, List<FinishedAttempt> attempts)
      throws SQLException {
    Set<DeliveryId> held = deliveries.record(connection, attempts);
    List<FinishedAttempt> counted =
        attempts.stream().filter(attempt -> held.contains(attempt.claim().deliveryId())).toList();
    days.add(connection, counted);
    if (alarm != null) {
      alarm.count(
          connection,
          counted.stream()
              .filter(FinishedAttempt::endsStandardPart)
              .map(attempt -> attempt.claim().merchantId())
              .toList());
    }
    return held;
  }

  private static Counter counter(MeterRegistry registry, String result) {
    return Counter.builder("paylink.webhook.attempts")
        .tag("result", result)
        .description("attempts that have ended")
        .register(registry);
  }
}
