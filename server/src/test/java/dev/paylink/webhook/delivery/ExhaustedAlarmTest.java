package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.Mail;
import dev.paylink.mail.MailSettings;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.web.Templates;
import dev.paylink.testing.Await;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Together;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.FinishedAttempt;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Merchants hear of events that were given up: once, and not too often. */
final class ExhaustedAlarmTest {
  private final Outbox outbox = new Outbox();
  private final MailServer server = MailServer.absent();
  private final Mail mail = mail(server.settings());
  private final ExhaustedAlarm alarm = alarm();
  private final Stored stored = outbox.stored();

  @AfterEach
  void close() {
    alarm.close();
    mail.close();
    server.close();
    outbox.close();
  }

  @Test
  void merchant_is_told_once_how_many_events_were_given_up() throws SQLException {
    MerchantId merchant = merchant("a@there.example", "b@there.example");
    count(merchant, 2);
    count(merchant, 3);
    alarm.tell();
    assertThat(stored.rows("mail")).as("they are gathered first").isEmpty();
    passTime();
    alarm.tell();
    alarm.tell();
    assertThat(stored.texts("select recipient from mail order by recipient"))
        .containsExactly("a@there.example", "b@there.example");
    assertThat(stored.texts("select text from mail"))
        .allSatisfy(
            text ->
                assertThat(text)
                    .contains("Events not delivered: 5\n", "https://pay.example/dashboard/events"));
    assertThat(stored.text("select distinct merchant_id from mail"))
        .isEqualTo(merchant.value().toString());
  }

  @Test
  void further_events_wait_for_an_hour_and_are_counted_from_one() throws SQLException {
    MerchantId merchant = merchant("a@there.example");
    count(merchant, 2);
    passTime();
    alarm.tell();
    count(merchant, 4);
    assertThat(stored.text("select due_at > now() + interval '55 minutes' from exhausted_alarm"))
        .isEqualTo("t");
    alarm.tell();
    assertThat(stored.rows("mail")).hasSize(1);
    passTime();
    alarm.tell();
    assertThat(stored.text("select text from mail order by id desc limit 1"))
        .contains("Events not delivered: 4\n");
    assertThat(stored.rows("mail")).hasSize(2);
  }

  @Test
  void nodes_that_look_together_write_one_letter() throws Exception {
    for (int i = 0; i < 20; i++) {
      count(merchant("m" + i + "@there.example"), 1);
    }
    passTime();
    Together.all(Collections.nCopies(4, Executors.callable(alarm::tell)));
    assertThat(stored.texts("select recipient from mail")).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void delivery_that_is_exhausted_is_counted_with_its_record() {
    try (Receiver receiver = new Receiver(delivery -> 500)) {
      MerchantId merchant = outbox.merchant(receiver.url("/a"));
      outbox.record(merchant, 2);
      outbox.sql("update delivery set attempts = 3"); // the next one is the last
      outbox.startNode(alarm);
      Await.until("both are given up", () -> outbox.allAre(DeliveryState.exhausted));
      assertThat(
              stored.text(
                  "select events from exhausted_alarm where merchant_id = ?", merchant.value()))
          .isEqualTo("2");
    }
  }

  @Test
  void attempt_whose_claim_was_lost_is_not_counted() throws SQLException {
    MerchantId merchant = outbox.merchant("http://127.0.0.1:1/");
    outbox.record(merchant, 1);
    outbox.sql("update delivery set attempts = 3"); // the next one is the last
    DeliveryClaim lost = claim();
    outbox.sql("update delivery set due_at = now()");
    DeliveryClaim held = claim();
    try (AttemptRecorder recorder =
        new AttemptRecorder(
            outbox.database().workers(),
            new DeliveryStore(outbox.database().clock()),
            alarm,
            outbox.registry())) {
      recorder.record(failed(lost));
      assertThat(stored.rows("exhausted_alarm")).as("another node has it").isEmpty();
      recorder.record(failed(held));
      assertThat(stored.text("select events from exhausted_alarm")).isEqualTo("1");
      recorder.record(failed(held));
      assertThat(stored.text("select events from exhausted_alarm")).isEqualTo("1");
    }
  }

  private DeliveryClaim claim() {
    return outbox.claim(new MerchantId(new UUID(0, 0)), 10, "{}", 10).getFirst();
  }

  private static FinishedAttempt failed(DeliveryClaim claim) {
    return new FinishedAttempt(
        claim,
        Instant.now(),
        new AttemptResult(500, Duration.ofMillis(7), "answered 500", "oh no"));
  }

  private MerchantId merchant(String... emails) {
    MerchantId merchant = outbox.merchant("http://127.0.0.1:1/");
    for (String email : emails) {
      stored.change(
          "insert into account_user (realm_id, id, email, role, password_hash, proven_at)"
              + " values (?, ?, ?, 'owner', 'x', now())",
          merchant.value(),
          UUID.randomUUID(),
          email);
    }
    return merchant;
  }

  private void count(MerchantId merchant, int events) throws SQLException {
    outbox
        .database()
        .jdbi()
        .useTransaction(
            handle -> alarm.count(handle.getConnection(), Collections.nCopies(events, merchant)));
  }

  private void passTime() {
    outbox.sql("update exhausted_alarm set due_at = now()");
  }

  private ExhaustedAlarm alarm() {
    return new ExhaustedAlarm(
        outbox.database().workers(),
        mail.outbox(),
        mail.texts(),
        "https://pay.example/dashboard/events");
  }

  private Mail mail(MailSettings settings) {
    return new Mail(
        outbox.database().workers(),
        settings,
        new Templates(),
        BaseUrl.parse("https://pay.example"),
        false,
        merchant -> null,
        new SimpleMeterRegistry());
  }
}
