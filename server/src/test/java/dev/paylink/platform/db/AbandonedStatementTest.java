package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.Outage;
import dev.paylink.testing.Await;
import dev.paylink.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A statement that nobody waits for any more. */
final class AbandonedStatementTest {
  private static final String SLOW = "select 1 from pg_sleep(600)";

  private static final String URL = TestDatabase.freshUrl();

  @AutoClose
  private static final Database DATABASE =
      Database.open(URL, URL, Duration.ofSeconds(1), new IdPlugin());

  @Test
  void ends_on_the_server_too() {
    assertThatThrownBy(
            () ->
                DATABASE
                    .jdbi()
                    .useHandle(handle -> handle.createQuery(SLOW).mapTo(Integer.class).one()))
        .matches(Outage::isBehind);
    Await.until("the server has ended it", () -> running() == 0);
  }

  private static int running() {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        select count(*) from pg_stat_activity
                         where datname = current_database() and query = :slow and state = 'active'
                        """)
                    .bind("slow", SLOW)
                    .mapTo(Integer.class)
                    .one());
  }
}
