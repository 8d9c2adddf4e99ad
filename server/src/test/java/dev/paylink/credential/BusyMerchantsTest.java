package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Calls are counted minute by minute, of a bounded number of merchants. */
final class BusyMerchantsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BusyMerchants busy = new BusyMerchants(registry);

  @Test
  void each_minute_counts_for_itself() {
    MerchantId one = new MerchantId(new UUID(1, 1));
    MerchantId other = new MerchantId(new UUID(1, 2));
    busy.count(one);
    busy.show();
    busy.count(other);
    busy.count(other);
    busy.show();
    assertThat(shown()).containsExactlyInAnyOrder(other + " 2.0", "others 0.0");
    busy.show();
    assertThat(shown()).containsExactly("others 0.0");
  }

  @Test
  void more_merchants_than_are_counted_cost_no_more_memory() {
    MerchantId known = new MerchantId(new UUID(1, 0));
    busy.count(known);
    for (int i = 1; i < 2 * BusyMerchants.MAX_COUNTED; i++) {
      busy.count(new MerchantId(new UUID(1, i)));
    }
    busy.count(known);
    busy.show();
    assertThat(shown()).contains(known + " 2.0", "others " + (BusyMerchants.MAX_COUNTED - 10.0));
  }

  private List<String> shown() {
    return registry.find("paylink.merchant.calls").gauges().stream()
        .map(gauge -> gauge.getId().getTag("merchant") + " " + gauge.value())
        .toList();
  }
}
