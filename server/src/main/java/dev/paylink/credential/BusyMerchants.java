package dev.paylink.credential;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.LargestGauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Shows which merchants call this node most, minute by minute. No more than {@link #MAX_COUNTED} of
 * them are counted.
 */
final class BusyMerchants {
  static final int MAX_COUNTED = 10_000;

  private final LargestGauge busiest;
  private volatile Map<MerchantId, LongAdder> counts = new ConcurrentHashMap<>();

  BusyMerchants(MeterRegistry registry) {
    this.busiest =
        new LargestGauge(
            registry,
            "paylink.merchant.calls",
            "merchant",
            "calls of the ten merchants that called this node most, and of all others, in a minute");
  }

  /** Counts a call. */
  void count(MerchantId merchant) {
    Map<MerchantId, LongAdder> now = counts;
    LongAdder count = now.get(merchant);
    if (count == null && now.size() < MAX_COUNTED) {
      count = now.computeIfAbsent(merchant, ignored -> new LongAdder());
    }
    if (count != null) {
      count.increment();
    }
  }

  /** Publishes the busiest merchants since the last call, and resets the counts. */
  void show() {
    Map<MerchantId, LongAdder> ended = counts;
    counts = new ConcurrentHashMap<>();
    busiest.show(ended);
  }
}
