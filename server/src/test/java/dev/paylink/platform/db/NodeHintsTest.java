package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Hints between nodes on one database. */
final class NodeHintsTest {
  @AutoClose private static final Database DATABASE = TestDatabase.fresh();

  private final AtomicInteger heard = new AtomicInteger();
  private final AtomicInteger heardByItself = new AtomicInteger();

  @Test
  void other_nodes_hear_a_hint_and_the_one_that_sends_does_not() {
    try (NodeHints sender = new NodeHints(DATABASE, "test_hints");
        NodeHints other = new NodeHints(DATABASE, "test_hints");
        NodeHints third = new NodeHints(DATABASE, "other_hints")) {
      listen(sender, heardByItself);
      listen(other, heard);
      sender.send();
      Await.until("it is heard", () -> heard.get() == 1);
      third.sendNow();
      other.sendNow();
      Await.until("the other way", () -> heardByItself.get() == 1);
      assertThat(heard).as("its own, and another channel's").hasValue(1);
    }
  }

  @Test
  void hints_in_a_row_share_a_few_notifications_and_the_last_is_heard() {
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    try (NodeHints sender = new NodeHints(DATABASE, "many_hints");
        NodeHints other = new NodeHints(DATABASE, "many_hints")) {
      other.listen(
          () -> {
            seen.set(sent.get());
            heard.incrementAndGet();
          });
      Await.until("it listens", () -> heard.get() == 1);
      for (int i = 1; i <= 10_000; i++) {
        sent.set(i);
        sender.send();
      }
      Await.until("the last is heard", () -> seen.get() == 10_000);
    }
    assertThat(heard.get()).isLessThan(1_000);
  }

  @Test
  void broken_connection_is_opened_again_and_says_that_hints_may_have_been_missed() {
    try (NodeHints other = new NodeHints(DATABASE, "lost_hints")) {
      listen(other, heard);
      DATABASE
          .jdbi()
          .useHandle(
              handle ->
                  handle
                      .createQuery(
                          "select pg_terminate_backend(pid) from pg_stat_activity"
                              + " where query = 'listen lost_hints'")
                      .mapTo(Boolean.class)
                      .one());
      Await.until("it listens again", () -> heard.get() == 1);
    }
  }

  /** Listens, and forgets the call that says so. */
  private static void listen(NodeHints hints, AtomicInteger count) {
    count.set(-1);
    hints.listen(count::incrementAndGet);
    Await.until("it listens", () -> count.get() == 0);
  }
}
