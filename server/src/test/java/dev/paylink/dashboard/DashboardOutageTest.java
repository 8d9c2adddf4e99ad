package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away while a merchant works and an operator looks. */
final class DashboardOutageTest {
  @TempDir Path folder;

  @Test
  void pages_and_forms_say_so_and_work_again_afterwards() {
    HeldPort port = new HeldPort();
    EmbeddedPostgresOptions there = EmbeddedPostgresOptions.defaults().withPort(port.number());
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, there);
    try (TestService own =
        TestService.builder()
            .database(postgres.jdbcUrl())
            .patience(Duration.ofSeconds(4))
            .start()) {
      Guest guest = new Guest(own.baseUrl()).signUp("ada@example.com");
      Guest operator = new Guest(own.internalUrl()).signInAtDesk();
      assertThat(operator.get("/admin").expect(200).body()).contains("Answers");
      postgres.close();
      assertFriendly(guest.get("/dashboard"));
      assertFriendly(guest.post("/dashboard/keys", "label", "x"));
      assertFriendly(guest.post("/dashboard/sign-in", "email", "a@b.c", "password", "p"));
      assertThat(operator.get("/admin").expect(200).body())
          .contains("The database does not answer", "Queues of this node");
      operator.get("/admin/desk/merchants").expect(503);
      new Guest(own.internalUrl()).signInAtDesk().get("/admin").expect(200);
      postgres = EmbeddedPostgres.start(folder, there);
      Await.until("pages are back", () -> guest.get("/dashboard/keys").status() == 200);
      assertThat(guest.get("/dashboard/keys").body()).contains("No keys yet");
    } finally {
      postgres.close();
      port.close();
    }
  }

  private static void assertFriendly(Reply reply) {
    assertThat(reply.expect(503).header("Content-Type")).startsWith("text/html");
    assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
    assertThat(reply.body()).contains("We cannot answer right now").doesNotContain("Exception");
  }
}
