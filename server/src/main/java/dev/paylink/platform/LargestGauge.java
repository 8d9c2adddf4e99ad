package dev.paylink.platform;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A gauge of the largest of many values, one label each, and of the sum of all others.
 *
 * <ul>
 *   <li>At most {@link #MAX_LABELS} labels and {@code others}, however many values there are.
 *   <li>A scrape finds each row once, also while the values change: {@code others} is always there,
 *       and a row that stays is not registered again. If the only row of a metric is replaced, a
 *       scrape in that moment meets both and fails.
 * </ul>
 */
public final class LargestGauge {
  public static final int MAX_LABELS = 10;
  private static final String OTHERS = "others";

  private final String label;
  private final MultiGauge gauge;
  private volatile Map<String, Double> shown = Map.of();

  /** Creates a gauge whose values are unknown. */
  public LargestGauge(MeterRegistry registry, String name, String label, String description) {
    this.label = label;
    this.gauge = MultiGauge.builder(name).description(description).register(registry);
    showUnknown();
  }

  /** Shows these values until the next call. */
  public void show(Map<?, ? extends Number> values) {
    Map<String, Double> rows = new HashMap<>();
    double others = 0;
    for (Map.Entry<String, Double> value : descending(values)) {
      if (rows.size() < MAX_LABELS) {
        rows.put(value.getKey(), value.getValue());
      } else {
        others += value.getValue();
      }
    }
    rows.put(OTHERS, others);
    register(rows);
  }

  /** Shows that the values are unknown: NaN, without a label. */
  public void showUnknown() {
    register(Map.of(OTHERS, Double.NaN));
  }

  private static List<Map.Entry<String, Double>> descending(Map<?, ? extends Number> values) {
    List<Map.Entry<String, Double>> sorted = new ArrayList<>();
    values.forEach((key, value) -> sorted.add(Map.entry(key.toString(), value.doubleValue())));
    sorted.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    return sorted;
  }

  private synchronized void register(Map<String, Double> rows) {
    shown = rows;
    List<MultiGauge.Row<?>> registered = new ArrayList<>();
    rows.keySet().forEach(key -> registered.add(row(key)));
    gauge.register(registered, false);
  }

  private MultiGauge.Row<?> row(String key) {
    return MultiGauge.Row.of(
        Tags.of(label, key), this, all -> all.shown.getOrDefault(key, Double.NaN));
  }
}
