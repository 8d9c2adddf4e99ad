package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Allows one export at a time for each merchant on this node. An export whose reader has stopped
 * reading yields its place to the next request, and breaks off when it wakes up.
 */
public final class OneExport {
  private static final int RETRY_AFTER_SECONDS = 10;
  private static final Duration STALLED = Duration.ofSeconds(60);

  private final ConcurrentMap<MerchantId, Slot> slots = new ConcurrentHashMap<>();

  OneExport() {}

  /** Returns a slot, or refuses with 429 if another export is running. */
  public Slot require(MerchantId merchant) {
    Slot slot = take(merchant);
    if (slot == null) {
      throw new Rejection(PaymentError.EXPORT_RUNNING, Message.of("export"))
          .retryAfter(RETRY_AFTER_SECONDS);
    }
    return slot;
  }

  /** Returns a slot, or null if another export is running. */
  @Nullable Slot take(MerchantId merchant) {
    Slot mine = new Slot(merchant);
    Slot there = slots.putIfAbsent(merchant, mine);
    return there == null || (there.isStalled() && slots.replace(merchant, there, mine))
        ? mine
        : null;
  }

  /** The right to export, while the export runs. */
  public final class Slot implements AutoCloseable {
    private final MerchantId merchant;
    private volatile long wentOnNanos = System.nanoTime();

    private Slot(MerchantId merchant) {
      this.merchant = merchant;
    }

    /** Records that the reader has taken a chunk. */
    public void goOn() {
      wentOnNanos = System.nanoTime();
      if (slots.get(merchant) != this) {
        throw new IllegalStateException("the export stood still, and another has its place");
      }
    }

    private boolean isStalled() {
      return System.nanoTime() - wentOnNanos > STALLED.toNanos();
    }

    @Override
    public void close() {
      slots.remove(merchant, this);
    }
  }
}
