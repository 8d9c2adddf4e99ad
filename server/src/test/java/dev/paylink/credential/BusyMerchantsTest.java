package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who calls most is seen, in ten labels at most. */
final class BusyMerchantsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final BusyMerchants busy = new BusyMerchants(registry);

  @Test
  void the_ten_busiest_are_shown_and_the_eleventh_is_not() {
    List<MerchantId> merchants = new ArrayList<>();
    for (int i = 1; i <= 11; i++) {
      MerchantId merchant = new MerchantId(new UUID(1, i));
      merchants.add(merchant);
      for (int call = 0; call < i; call++) {
        busy.count(merchant);
      }
    }
    busy.show();
    assertThat(shown()).hasSize(BusyMerchants.SHOWN);
    assertThat(shown()).contains(merchants.getLast() + " 11.0", merchants.get(1) + " 2.0");
    assertThat(shown()).noneMatch(row -> row.startsWith(merchants.getFirst().toString()));
  }

  @Test
  void each_minute_counts_for_itself() {
    MerchantId one = new MerchantId(new UUID(1, 1));
    MerchantId other = new MerchantId(new UUID(1, 2));
    busy.count(one);
    busy.show();
    busy.count(other);
    busy.count(other);
    busy.show();
    assertThat(shown()).containsExactly(other + " 2.0");
    busy.show();
    assertThat(shown()).isEmpty();
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
    assertThat(shown()).hasSize(BusyMerchants.SHOWN).contains(known + " 2.0");
  }

  private List<String> shown() {
    return registry.find("paylink.merchant.calls").gauges().stream()
        .map(gauge -> gauge.getId().getTag("merchant") + " " + gauge.value())
        .toList();
  }
}
