package dev.paylink.webhook.event;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The first attempts that this node makes itself: claimed in the transaction that records the
 * events, started after its commit. What it does not take waits in the queue for any node. One
 * transaction uses it, then closes it. A node that sends webhooks has {@code DirectClaims}, made by
 * its {@code Dispatcher}; one that only watches has {@link #NONE}.
 */
public interface FirstAttempts extends AutoCloseable {
  /** Takes nothing: every delivery waits in the queue. */
  FirstAttempts NONE = new None();

  /** Returns the id of this node's claim on a new delivery; null if it has to wait in the queue. */
  @Nullable ClaimId claim(
      DeliveryId delivery, EventStore.NewEvent event, EventStore.Listener listener);

  /** Returns how long a claim holds, from when the transaction read the time. */
  Duration lease();

  /** Starts the attempts; call once the transaction has been committed. */
  void start();

  /** Gives back what was claimed and not started: the transaction failed. */
  @Override
  void close();

  /** Leaves everything to the queue. */
  final class None implements FirstAttempts {
    private None() {}

    @Override
    public @Nullable ClaimId claim(
        DeliveryId delivery, EventStore.NewEvent event, EventStore.Listener listener) {
      return null;
    }

    @Override
    public Duration lease() {
      return Duration.ZERO;
    }

    @Override
    public void start() {}

    @Override
    public void close() {}
  }
}
