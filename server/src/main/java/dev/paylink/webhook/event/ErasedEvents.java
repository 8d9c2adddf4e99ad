package dev.paylink.webhook.event;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Tx;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;

/**
 * Rewrites the events of payments whose customer is erased: the one exception to the rule that an
 * event's bytes never change. The caller holds the merchant's event counter.
 */
public final class ErasedEvents {
  private final EventStore events = new EventStore();
  private final AttemptStore attempts = new AttemptStore();

  /** Locks the counter of the merchant, so that no event is recorded until the commit. */
  public void lock(Handle handle, MerchantId merchant) {
    try {
      Tx.Together together = Tx.of(handle).together();
      events.lock(together, List.of(merchant), locked -> {});
      together.run();
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException("cannot lock the events of " + merchant, e);
    }
  }

  /**
   * Rewrites the bytes of these payments' events and removes what receivers answered.
   *
   * @param erased returns the new bytes, or the same array to leave an event as it is
   * @return how many events have new bytes
   */
  public int rewrite(
      Handle handle, MerchantId merchant, List<PaymentId> payments, UnaryOperator<byte[]> erased) {
    Map<EventId, byte[]> bodies = events.bodies(handle, merchant, payments);
    Map<EventId, byte[]> rewritten = new HashMap<>();
    bodies.forEach(
        (event, body) -> {
          byte[] after = erased.apply(body);
          if (!Arrays.equals(after, body)) {
            rewritten.put(event, after);
          }
        });
    events.rewrite(handle, merchant, rewritten);
    attempts.forgetAnswers(handle, merchant, List.copyOf(bodies.keySet()));
    return rewritten.size();
  }
}
