package dev.paylink.settlement.apply;

import dev.paylink.settlement.figures.ListMismatches;
import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** References are looked up by their whole key, however many there are. */
final class SettlementPlanTest {
  @ParameterizedTest
  @EnumSource
  void known_references_are_found_by_the_whole_key(QueryPlan.Tables tables) {
    QueryPlan.of(ReportStore.KNOWN, tables)
        .expectIndexCondition("(merchant_id = k.merchant_id) AND (event_ref = k.event_ref)");
  }

  @ParameterizedTest
  @EnumSource
  void mismatches_are_listed_and_counted_along_their_ids(QueryPlan.Tables tables) {
    QueryPlan.of(ListMismatches.sql(false), tables).expectNoScan();
    QueryPlan.of(ListMismatches.sql(true), tables).expectIndexCondition("id < $1");
    QueryPlan.of(ListMismatches.COUNT, tables).expectIndexCondition("id >= $1");
  }
}
