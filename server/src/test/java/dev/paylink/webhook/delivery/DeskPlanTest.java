package dev.paylink.webhook.delivery;

import static dev.paylink.testing.QueryPlan.Tables.FILLED_AND_ANALYSED;

import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.api.Test;

/** What the operator sees of deliveries is found by an index, however many there are. */
final class DeskPlanTest {
  @Test
  void exhausted_deliveries_are_read_in_the_order_of_an_index() {
    QueryPlan.of(ExhaustedDeliveries.sql(false, false), FILLED_AND_ANALYSED)
        .expectIndex("delivery_unattended");
    QueryPlan.of(ExhaustedDeliveries.sql(false, true), FILLED_AND_ANALYSED)
        .expectIndexCondition("id < $1");
    QueryPlan.of(ExhaustedDeliveries.sql(true, true), FILLED_AND_ANALYSED)
        .expectIndex("delivery_unattended");
    QueryPlan.of(ExhaustedDeliveries.COUNT, FILLED_AND_ANALYSED).expectIndex("delivery_unattended");
    QueryPlan.of(Redeliver.TAKE_EXHAUSTED, FILLED_AND_ANALYSED).expectIndex("delivery_unattended");
    QueryPlan.of(Redeliver.SUPERSEDE, FILLED_AND_ANALYSED).expectNoScan();
  }

  @Test
  void the_queue_is_measured_along_the_index_of_what_is_pending() {
    QueryPlan.of(DeliveryQueue.COUNT, FILLED_AND_ANALYSED).expectIndex("delivery_due");
    QueryPlan.of(DeliveryQueue.OLDEST_DUE, FILLED_AND_ANALYSED)
        .expectIndex("delivery_due")
        .expectIndexCondition("merchant_id = w.merchant_id");
  }
}
