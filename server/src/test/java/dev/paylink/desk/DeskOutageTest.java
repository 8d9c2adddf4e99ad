package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.TestService;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away while the operator looks. */
final class DeskOutageTest {
  @TempDir Path folder;

  @Test
  void the_overview_says_so_and_other_pages_wait_for_it() {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults());
    try (TestService service =
        TestService.builder()
            .database(postgres.jdbcUrl())
            .patience(Database.USUAL_PATIENCE)
            .start()) {
      Guest operator = new Guest(service.internalUrl()).signInAtDesk();
      assertThat(operator.get("/admin").expect(200).body()).contains("Answers");
      postgres.close();
      assertThat(operator.get("/admin").expect(200).body())
          .contains("The database does not answer", "Queues of this node");
      operator.get("/admin/desk/merchants").expect(503);
      new Guest(service.internalUrl()).signInAtDesk().get("/admin").expect(200);
    } finally {
      postgres.close();
    }
  }
}
