package dev.paylink.merchant;

import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The operator finds merchants by an index, however many there are. */
final class MerchantPlanTest {
  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "FILLED_AND_ANALYSED"})
  void lists_searches_and_the_queue_use_their_indexes(QueryPlan.Tables tables) {
    QueryPlan.of(MerchantStore.newestFirst(true, true), tables)
        .expectIndexCondition("(verification = $1) AND (id < $2)");
    QueryPlan.of(MerchantStore.newestFirst(false, true), tables).expectIndexCondition("id < $1");
    QueryPlan.of(FindMerchants.SEARCH, tables)
        .expectIndexCondition("(lower(business_name) ~>=~ $1)")
        .expectIndexCondition("(email ~>=~ $4)");
    QueryPlan.of(FindMerchants.TO_REVIEW, tables).expectIndex("merchant_to_review");
    QueryPlan.of(FindMerchants.COUNT_TO_REVIEW, tables).expectNoScan();
    QueryPlan.of(ReadDossier.SUBMISSIONS, tables).expectIndexCondition("merchant_id = $1");
  }
}
