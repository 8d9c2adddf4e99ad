package dev.paylink.merchant.operator;

import static dev.paylink.testing.QueryPlan.Tables.FILLED_AND_ANALYSED;

import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.api.Test;

/** The operator finds merchants by an index, however many there are. */
final class MerchantPlanTest {
  @Test
  void lists_searches_and_the_queue_use_their_indexes() {
    QueryPlan.of(MerchantStore.newestFirst(true, true), FILLED_AND_ANALYSED)
        .expectIndexCondition("(verification = $1) AND (id < $2)");
    QueryPlan.of(MerchantStore.newestFirst(false, true), FILLED_AND_ANALYSED)
        .expectIndexCondition("id < $1");
    QueryPlan.of(FindMerchants.SEARCH, FILLED_AND_ANALYSED)
        .expectIndexCondition("(lower(business_name) ~>=~ $1)")
        .expectIndexCondition("(email ~>=~ $4)");
    QueryPlan.of(FindMerchants.TO_REVIEW, FILLED_AND_ANALYSED).expectIndex("merchant_to_review");
    QueryPlan.of(FindMerchants.COUNT_TO_REVIEW, FILLED_AND_ANALYSED).expectNoScan();
    QueryPlan.of(ReadDossier.SUBMISSIONS, FILLED_AND_ANALYSED)
        .expectIndexCondition("merchant_id = $1");
  }
}
