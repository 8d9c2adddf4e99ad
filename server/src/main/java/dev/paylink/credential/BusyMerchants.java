package dev.paylink.credential;

import dev.paylink.ids.MerchantId;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Shows which merchants call this node most, minute by minute. Only {@link #SHOWN} of them become
 * labels of a metric, and no more than {@link #MAX_COUNTED} are counted.
 */
final class BusyMerchants {
  static final int SHOWN = 10;
  static final int MAX_COUNTED = 10_000;

  private final MultiGauge busiest;
  private volatile Map<MerchantId, LongAdder> counts = new ConcurrentHashMap<>();

  BusyMerchants(MeterRegistry registry) {
    this.busiest =
        MultiGauge.builder("paylink.merchant.calls")
            .description("calls of the ten merchants that called this node most, in a minute")
            .register(registry);
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
    List<MultiGauge.Row<?>> rows =
        ended.entrySet().stream()
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<MerchantId, LongAdder> entry) -> entry.getValue().sum())
                    .reversed())
            .limit(SHOWN)
            .<MultiGauge.Row<?>>map(
                entry ->
                    MultiGauge.Row.of(
                        Tags.of("merchant", entry.getKey().toString()), entry.getValue().sum()))
            .toList();
    busiest.register(rows, true);
  }
}
