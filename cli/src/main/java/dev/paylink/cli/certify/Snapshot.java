package dev.paylink.cli.certify;

import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.Wire;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the shop thinks of one order: its status, and every count, flag and length of a list, so
 * that a shop that shows its shipments shows a second one too. Other text and times are left out,
 * since they may change at any time.
 *
 * @param status null when the shop does not know the order
 */
record Snapshot(@Nullable String status, Map<String, String> counts) {
  static final Snapshot UNKNOWN = new Snapshot(null, Map.of());

  private static final BigDecimal SMALLEST_TIME = BigDecimal.valueOf(1_000_000_000L);

  static Snapshot of(Wire.Answer answer, String field) {
    Json json =
        answer.isSuccess()
            ? Json.read(answer.body().getBytes(java.nio.charset.StandardCharsets.UTF_8))
            : null;
    String status = json == null ? null : json.text(field);
    if (json == null || status == null) {
      return UNKNOWN;
    }
    Map<String, String> counts = new TreeMap<>();
    json.forEach((name, value) -> add(counts, name, value));
    counts.remove(field);
    return new Snapshot(status, counts);
  }

  boolean isKnown() {
    return status != null;
  }

  /** Returns the same without the counts that differ from order to order. */
  Snapshot only(Set<String> names) {
    Map<String, String> some = new TreeMap<>(counts);
    some.keySet().retainAll(names);
    return new Snapshot(status, some);
  }

  /** Says the status, and the counts when there are some. */
  @Override
  public String toString() {
    return status == null ? "unknown" : counts.isEmpty() ? status : status + " " + counts;
  }

  private static void add(Map<String, String> counts, String name, @Nullable Object value) {
    if (value instanceof Boolean flag) {
      counts.put(name, flag.toString());
    } else if (value instanceof BigDecimal number && number.compareTo(SMALLEST_TIME) < 0) {
      counts.put(name, number.toPlainString());
    } else if (value instanceof List<?> list) {
      counts.put(name, Integer.toString(list.size()));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((inner, member) -> add(counts, name + "." + inner, member));
    }
  }
}
