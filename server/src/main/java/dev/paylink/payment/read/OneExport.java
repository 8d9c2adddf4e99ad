package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * One export at a time for each merchant on this node. One whose reader has stopped reading gives
 * its place to the next who asks, and breaks off when it wakes up.
 */
final class OneExport {
  private static final Duration STALLED = Duration.ofSeconds(60);

  private final ConcurrentMap<MerchantId, Slot> slots = new ConcurrentHashMap<>();

  /** Null when another one is going on. */
  @Nullable Slot take(MerchantId merchant) {
    Slot mine = new Slot(merchant);
    Slot there = slots.putIfAbsent(merchant, mine);
    return there == null || (there.isStalled() && slots.replace(merchant, there, mine))
        ? mine
        : null;
  }

  /** The right to export, for as long as it goes on. */
  final class Slot implements AutoCloseable {
    private final MerchantId merchant;
    private volatile long wentOnNanos = System.nanoTime();

    private Slot(MerchantId merchant) {
      this.merchant = merchant;
    }

    /** Tells that the reader has taken a chunk. */
    void goOn() {
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
