package dev.paylink.webhook;

import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the operator sees of deliveries is found by an index, however many there are. */
final class DeskPlanTest {
  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "FILLED_AND_ANALYSED"})
  void exhausted_deliveries_are_read_in_the_order_of_an_index(QueryPlan.Tables tables) {
    QueryPlan.of(ExhaustedDeliveries.sql(false, false), tables).expectIndex("delivery_unattended");
    QueryPlan.of(ExhaustedDeliveries.sql(false, true), tables).expectIndexCondition("id < $1");
    QueryPlan.of(ExhaustedDeliveries.sql(true, true), tables)
        .expectIndexCondition("(merchant_id = $1) AND (id < $2)");
    QueryPlan.of(ExhaustedDeliveries.COUNT, tables)
        .expectIndex("delivery_unattended")
        .expectNoScan();
    QueryPlan.of(Redeliver.TAKE_EXHAUSTED, tables).expectIndexCondition("merchant_id = $1");
    QueryPlan.of(Redeliver.SUPERSEDE, tables).expectNoScan();
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "FILLED_AND_ANALYSED"})
  void the_queue_is_measured_along_the_index_of_what_is_pending(QueryPlan.Tables tables) {
    QueryPlan.of(DeliveryQueue.COUNT, tables).expectIndex("delivery_due");
    QueryPlan.of(DeliveryQueue.OLDEST_DUE, tables)
        .expectIndex("delivery_due")
        .expectIndexCondition("merchant_id = w.merchant_id");
  }
}
