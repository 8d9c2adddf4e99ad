package dev.paylink.webhook.event;

import dev.paylink.webhook.delivery.DeliveryStore;
import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The feed and the queue are answered from their indexes, however many rows there are. */
final class WebhookPlanTest {
  @ParameterizedTest
  @EnumSource
  void feed_goes_on_from_a_position_in_the_order_of_its_index(QueryPlan.Tables tables) {
    QueryPlan.of(EventFeed.AFTER, tables)
        .expectIndexCondition("(merchant_id = $1) AND (\"position\" > $2)")
        .expectNoSort();
  }

  @ParameterizedTest
  @EnumSource
  void due_deliveries_are_found_by_merchant_and_time(QueryPlan.Tables tables) {
    QueryPlan.of(DeliveryStore.CLAIM, tables)
        .expectIndexCondition("(merchant_id > $1)")
        .expectIndexCondition(".merchant_id) AND (due_at <= now())")
        .expectIndexCondition("(merchant_id = due.merchant_id) AND (id = due.id)")
        .expectIndexCondition("(merchant_id = c.merchant_id) AND (id = c.event_id)");
  }

  @ParameterizedTest
  @EnumSource
  void attempts_are_recorded_by_the_whole_key(QueryPlan.Tables tables) {
    QueryPlan.of(DeliveryStore.RECORD, tables)
        .expectIndexCondition("(merchant_id = r.merchant_id) AND (id = r.id)");
  }

  @ParameterizedTest
  @EnumSource
  void events_of_a_state_are_found_in_the_order_of_an_index(QueryPlan.Tables tables) {
    QueryPlan.of(EventQueries.IN_STATE, tables)
        .expectIndexCondition("(merchant_id = $1) AND (id < $2)")
        .expectIndexCondition("(merchant_id = event.merchant_id) AND (event_id = event.id)");
    QueryPlan.of(EventQueries.EXHAUSTED, tables)
        .expectIndexCondition("(merchant_id = $1) AND (event_id < $2)");
    QueryPlan.of(EventQueries.EXHAUSTED_LOOKED_AT, tables).expectNoScan().expectNoSort();
    QueryPlan.of(EventQueries.LOOKED_AT, tables).expectNoScan().expectNoSort();
  }
}
