package dev.paylink.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Few labels, and a reader finds each row once at any moment. */
final class LargestGaugeTest {
  private static final int READS = 2_000;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LargestGauge gauge = new LargestGauge(registry, "most", "of", "for a test");

  @Test
  void nothing_is_known_before_the_first_values() {
    assertThat(rows()).containsExactly("most{of=\"others\"} NaN");
    gauge.show(Map.of());
    assertThat(rows()).containsExactly("most{of=\"others\"} 0.0");
  }

  @Test
  void ten_values_have_labels_and_the_eleventh_is_with_the_others() {
    Map<Integer, Integer> values = new HashMap<>();
    for (int i = 1; i <= LargestGauge.MAX_LABELS; i++) {
      values.put(i, i);
    }
    gauge.show(values);
    assertThat(rows())
        .hasSize(LargestGauge.MAX_LABELS + 1)
        .contains("most{of=\"1\"} 1.0", "most{of=\"others\"} 0.0");
    values.put(11, 11);
    gauge.show(values);
    assertThat(rows())
        .hasSize(LargestGauge.MAX_LABELS + 1)
        .contains("most{of=\"11\"} 11.0", "most{of=\"2\"} 2.0", "most{of=\"others\"} 1.0");
  }

  @Test
  void what_is_unknown_again_has_no_label() {
    gauge.show(Map.of("a", 1));
    gauge.showUnknown();
    assertThat(rows()).containsExactly("most{of=\"others\"} NaN");
  }

  /** Fails within a second if the only row is replaced with each change. */
  @Test
  void a_reader_finds_each_row_once_while_they_change() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    Thread changing =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; !stop.get(); i++) {
                    gauge.show(i % 3 == 0 ? Map.of() : Map.of("a", i, "b" + i % 2, i));
                  }
                });
    try {
      for (int i = 0; i < READS; i++) {
        assertThat(rows()).doesNotHaveDuplicates().anyMatch(row -> row.contains("others"));
      }
    } finally {
      stop.set(true);
      changing.join();
    }
  }

  private List<String> rows() {
    return registry.scrape().lines().filter(line -> line.startsWith("most{")).toList();
  }
}
