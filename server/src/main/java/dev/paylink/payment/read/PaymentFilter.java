package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.payment.PaymentStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects payments of a merchant; a null component does not restrict. {@code from} is the first
 * moment of the range, {@code to} the first one after it.
 */
public record PaymentFilter(
    PaymentSearch search,
    @Nullable PaymentStatus status,
    @Nullable Instant from,
    @Nullable Instant to) {

  /** Where a page begins, and its maximum length. Without a cursor it is the newest page. */
  public record Window(@Nullable PaymentId cursor, Direction direction, int limit) {
    public static Window first(int limit) {
      return new Window(null, Direction.OLDER, limit);
    }

    public static Window olderThan(@Nullable PaymentId cursor, int limit) {
      return new Window(cursor, Direction.OLDER, limit);
    }

    public static Window newerThan(PaymentId cursor, int limit) {
      return new Window(cursor, Direction.NEWER, limit);
    }

    Window withOneMore() {
      return new Window(cursor, direction, limit + 1);
    }
  }

  /** The direction to read in from the cursor. */
  enum Direction {
    OLDER,
    NEWER
  }

  PaymentFilter with(PaymentSearch other) {
    return new PaymentFilter(other, status, from, to);
  }
}
