package dev.paylink.payment.remind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reminders from the whole service, on two nodes. Payments are made due by moving their time. */
final class RemindersTest {
  private static final int DAY = 86_400;

  @AutoClose private static final MailServer server = MailServer.started();

  @AutoClose
  private static final TestService service = TestService.builder().mail(server.settings()).start();

  private static final Stored stored = service.stored();

  /** Which reminds nobody a second time. */
  @SuppressWarnings("unused")
  @AutoClose
  private static final TestService otherNode = service.anotherNode();

  private static final Browser owner = service.signedIn();

  @Test
  void customer_is_reminded_once_unless_it_is_paid_or_over() {
    wish(24);
    String open = create("open", 7 * DAY);
    String paid = create("paid", 7 * DAY);
    String seen = create("seen", 7 * DAY);
    String failed = create("failed", 7 * DAY);
    create("short", 2 * DAY - 60);
    create("long", 2 * DAY);
    assertThat(waiting("short")).isFalse();
    assertThat(waiting("long")).isTrue();
    String due =
        stored.text(
            """
                select p.expires_at - r.due_at = interval '24 hours'
                  from payment_reminder r join payment p on p.id = r.payment_id where p.id = ?
                """,
            Stored.payment(open));
    assertThat(due).isEqualTo("t");
    service.callback().report("payment.confirmed", paid).expect(200);
    service.callback().report("payment.submitted", seen).expect(200);
    service.callback().report("payment.failed", failed).expect(200);

    awaitDone();
    assertThat(subjects("open"))
        .satisfiesExactlyInAnyOrder(
            invoice -> assertThat(invoice).startsWith("[Test] Invoice for"),
            reminder -> assertThat(reminder).startsWith("[Test] Reminder: invoice for"));
    assertThat(subjects("long")).hasSize(2);
    for (String nobody : List.of("paid", "seen", "failed", "short")) {
      assertThat(subjects(nobody)).noneMatch(subject -> subject.contains("Reminder"));
    }
  }

  @Test
  void reminder_names_the_amount_that_the_payer_chose() {
    wish(24);
    String open =
        service
            .calls()
            .create(
                "{\"expiresIn\":%d,\"customer\":{\"email\":\"chosen@there.example\"}}"
                    .formatted(7 * DAY))
            .expect(200)
            .text("paymentId");
    stored.change("update payment set amount = 12.34 where id = ?", Stored.payment(open));
    awaitDone();
    assertThat(subjects("chosen"))
        .filteredOn(subject -> subject.contains("Reminder"))
        .singleElement()
        .asString()
        .contains("12.34");
  }

  @Test
  void invoice_that_another_payment_has_paid_is_not_asked_for_again() {
    wish(24);
    String first = create("twice", 7 * DAY);
    String invoice = service.calls().status(first).expect(200).text("invoiceId");
    String second =
        service
            .calls()
            .create("{\"invoiceId\":\"%s\",\"expiresIn\":%d}".formatted(invoice, 7 * DAY))
            .expect(200)
            .text("paymentId");
    service.callback().report("payment.confirmed", second).expect(200);
    assertThat(waiting("twice")).isTrue();
    awaitDone();
    assertThat(subjects("twice")).noneMatch(subject -> subject.contains("Reminder"));
  }

  @Test
  void nobody_is_reminded_for_a_suspended_or_unproven_merchant() {
    wish(24);
    create("suspended", 7 * DAY);
    String id = owner.get("/merchant/profile").expect(200).text("merchantId");
    service.suspend(id);
    awaitDone();
    assertThat(subjects("suspended")).hasSize(1);
    service
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);

    create("unproven", 7 * DAY);
    stored.change("update merchant set email_proven_at = null");
    awaitDone();
    stored.change("update merchant set email_proven_at = now()");
    assertThat(subjects("unproven")).hasSize(1);
    create("again", 7 * DAY);
    awaitDone();
    assertThat(subjects("again")).hasSize(2);
  }

  @Test
  void merchant_who_wants_none_any_more_sends_none() {
    wish(24);
    create("off", 7 * DAY);
    wish(null);
    create("never", 7 * DAY);
    assertThat(waiting("never")).isFalse();
    awaitDone();
    assertThat(subjects("off")).hasSize(1);
  }

  @Test
  void letter_has_the_colour_and_its_ink() {
    owner.put("/merchant/brand", "{\"color\":\"#ffee00\"}").expect(200);
    create("yellow", DAY);
    assertThat(stored.text("select html from mail where recipient = 'yellow@there.example'"))
        .contains("bgcolor=\"#ffee00\"", "color:#000000;")
        .doesNotContain("#0b6b4f\" style=\"background");
  }

  private static void wish(@Nullable Integer hours) {
    owner.put("/merchant/brand", "{\"reminderHours\":" + hours + "}").expect(200);
  }

  private static String create(String name, int seconds) {
    Reply created =
        service
            .calls()
            .create(
                "{\"amount\":\"5.00\",\"expiresIn\":%d,\"customer\":{\"email\":\"%s@there.example\"}}"
                    .formatted(seconds, name))
            .expect(200);
    return created.text("paymentId");
  }

  private static boolean waiting(String name) {
    return stored
        .text(
            """
            select exists (select from payment_reminder r join payment p on p.id = r.payment_id
                            join invoice i on i.id = p.invoice_id
                            where i.customer_email = ?)
            """,
            name + "@there.example")
        .equals("t");
  }

  /** Makes all reminders due, and waits until the nodes have looked at each. */
  private static void awaitDone() {
    stored.change("update payment_reminder set due_at = now()");
    Await.until("no reminder waits", () -> stored.rows("payment_reminder").isEmpty());
  }

  private static List<String> subjects(String name) {
    return stored.texts("select subject from mail where recipient = ?", name + "@there.example");
  }
}
