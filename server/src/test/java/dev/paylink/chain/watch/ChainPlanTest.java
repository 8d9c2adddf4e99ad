package dev.paylink.chain.watch;

import dev.paylink.chain.wallet.RefStore;
import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The watcher finds what it asks for by index, however many payments there are. */
final class ChainPlanTest {
  @ParameterizedTest
  @EnumSource
  void refs_of_logs_are_found_by_chain_and_ref(QueryPlan.Tables tables) {
    QueryPlan.of(RefStore.KNOWN, tables).expectNoScan();
    QueryPlan.of(RefStore.MARK_SETTLED, tables).expectNoScan();
  }

  @ParameterizedTest
  @EnumSource
  void overdue_payments_come_from_the_index_in_the_order_in_which_they_run_out(
      QueryPlan.Tables tables) {
    QueryPlan.of(OverdueStore.OVERDUE, tables)
        .expectIndexCondition("(expires_at <= ")
        .expectNoSort();
    QueryPlan.of(OverdueStore.REFS, tables).expectNoScan();
  }
}
