package dev.paylink.webhook.delivery;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.EventStore;
import dev.paylink.webhook.event.FirstAttempts;
import dev.paylink.webhook.settings.WebhookKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the node that records events sends at once, from memory: no look into the queue, no second
 * reading of the event.
 *
 * <ul>
 *   <li>The claim is stored with the event and its delivery, or none of them is. Nothing is sent
 *       before the commit has returned.
 *   <li>It is a claim like any other: if the node dies, or cannot tell whether its commit went
 *       through, the lease ends and the same attempt is due again. It is redone, never skipped.
 *   <li>Each claim has its place in {@link AttemptCapacity}, which is given back once: by the
 *       attempt, or here if the transaction failed.
 *   <li>A webhook with deliveries in the queue gets no direct claim: the older go first.
 * </ul>
 */
final class DirectClaims implements FirstAttempts {
  private final Attempts attempts;
  private final Consumer<Set<WebhookKey>> onQueued;
  private final ClaimId claimId = ClaimId.random();

  /** Taken before the database reads its time, so that this node lets go first. */
  private final long endsAtNanos = System.nanoTime() + Dispatcher.LEASE.toNanos();

  private final Queue<DeliveryClaim> claims = new ArrayDeque<>();
  private final Set<WebhookKey> queued = new HashSet<>();

  /**
   * Creates the claims of one transaction.
   *
   * @param onQueued told after the commit which webhooks have new deliveries in the queue
   */
  DirectClaims(Attempts attempts, Consumer<Set<WebhookKey>> onQueued) {
    this.attempts = attempts;
    this.onQueued = onQueued;
  }

  @Override
  public @Nullable ClaimId claim(
      DeliveryId delivery, EventStore.NewEvent event, EventStore.Listener listener) {
    if (!attempts.capacity().beginDirectly(event.webhook())) {
      queued.add(event.webhook());
      return null;
    }
    claims.add(
        new DeliveryClaim(
            claimId,
            event.webhook(),
            delivery,
            event.id(),
            event.paymentId(),
            1,
            event.body(),
            listener.retry(),
            listener.webhook(),
            endsAtNanos));
    return claimId;
  }

  @Override
  public Duration lease() {
    return Dispatcher.LEASE;
  }

  @Override
  public void start() {
    for (DeliveryClaim claim = claims.poll(); claim != null; claim = claims.poll()) {
      attempts.start(claim);
    }
    if (!queued.isEmpty()) {
      onQueued.accept(queued);
    }
  }

  @Override
  public void close() {
    for (DeliveryClaim claim = claims.poll(); claim != null; claim = claims.poll()) {
      attempts.drop(claim);
    }
  }
}
