package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kill -9 between the commit of a payment and the letter about it. */
final class MailCrashTest {
  private static final int LETTERS = 25;

  private final String databaseUrl = TestDatabase.freshUrl();
  private final Stored stored = new Stored(Jdbi.create(databaseUrl));

  @TempDir Path data;

  @Test
  void letters_of_answered_payments_arrive_once_after_a_kill_before_they_could_be_sent() {
    try (MailServer server = MailServer.absent();
        ServiceProcess service = new ServiceProcess(data, environment(server))) {
      server.freeze();
      for (int i = 0; i < LETTERS; i++) {
        service
            .calls()
            .create(
                "{\"amount\":\"1.00\",\"customer\":{\"email\":\"c%d@there.example\"}}".formatted(i))
            .expect(200);
      }
      Await.until(
          "some are under way",
          () -> !stored.texts("select 1 from mail where claim_id is not null").isEmpty());
      service.kill();
      assertThat(stored.texts("select 1 from mail where recipient like 'c%@there.example'"))
          .hasSize(LETTERS);
      int kept = stored.rows("mail").size(); // with those about the sandbox's own merchant
      assertThat(stored.texts("select 1 from mail where state <> 'pending'")).isEmpty();
      server.start();
      passTime();
      service.restart();
      Await.until(
          "all are sent",
          () -> stored.texts("select 1 from mail where state = 'sent'").size() == kept);
      assertThat(server.messageIds())
          .containsExactlyInAnyOrderElementsOf(stored.texts("select message_id from mail"));
      assertThat(service.terminate(ServiceProcess.ITS_END_SECONDS)).isZero();
      assertThat(server.received()).hasSize(kept);
    }
  }

  /** Until waits and leases are over. */
  private void passTime() {
    stored.change("update mail set due_at = now()");
  }

  private Map<String, String> environment(MailServer server) {
    return Map.of(
        "PAYLINK_DATABASE_URL",
        databaseUrl,
        "PAYLINK_MAIL_SMTP_URL",
        server.url(),
        "PAYLINK_MAIL_FROM",
        "Example Pay <no-reply@pay.example>");
  }
}
