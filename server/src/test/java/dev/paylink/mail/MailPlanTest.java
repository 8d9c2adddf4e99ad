package dev.paylink.mail;

import dev.paylink.testing.QueryPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The queue of letters is answered from its indexes, however many there are. */
final class MailPlanTest {
  @ParameterizedTest
  @EnumSource
  void due_letters_are_found_by_time(QueryPlan.Tables tables) {
    QueryPlan.of(MailStore.CLAIM, tables)
        .expectIndexCondition("(due_at <= now())")
        .expectIndexCondition("(id = due.id)");
  }

  @ParameterizedTest
  @EnumSource
  void results_are_recorded_by_the_key(QueryPlan.Tables tables) {
    QueryPlan.of(MailStore.RECORD, tables).expectIndexCondition("(id = $5)");
  }

  @ParameterizedTest
  @EnumSource
  void old_letters_are_found_by_their_end(QueryPlan.Tables tables) {
    QueryPlan.of(MailStore.REMOVE, tables).expectIndexCondition("(ended_at < ");
  }
}
