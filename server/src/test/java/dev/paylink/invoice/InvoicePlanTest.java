package dev.paylink.invoice;

import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invoices are changed by their whole key, however many there are. */
final class InvoicePlanTest {
  @ParameterizedTest
  @EnumSource
  void invoices_are_changed_by_the_whole_key(QueryPlan.Tables tables) {
    QueryPlan.of(InvoiceStore.UPDATE_SUCCESSES, tables)
        .expectIndexCondition("(merchant_id = u.merchant_id) AND (id = u.id)");
  }
}
