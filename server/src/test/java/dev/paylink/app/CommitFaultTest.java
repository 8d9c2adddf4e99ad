package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.CuttingProxy;
import dev.paylink.testing.CuttingProxy.Cut;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything works but the commit: it fails, or its connection is lost before or after the server
 * has done it. No 200 is false, nothing is done twice, and the same call again tells the truth.
 */
final class CommitFaultTest {
  private static final String PAYMENTS = "copy payment (";
  private static final String OUTCOMES = "update payment p";
  private static final String ATTEMPTS = "copy delivery_attempt";
  private static final String CLAIM = "update delivery d set claim_id";
  private static final String LETTER_SENT = "set attempts = attempts + 1, state =";
  private static final String LETTER_CLAIM = "update mail m set claim_id";
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  private static CuttingProxy proxy;
  private static MailServer mail;
  private static TestService service;
  private static SignedCalls calls;

  /** Past the proxy. */
  private static Stored stored;

  @BeforeAll
  static void start() {
    String url = TestDatabase.freshUrl();
    proxy = new CuttingProxy(url);
    mail = MailServer.started();
    service = TestService.builder().database(proxy.url()).mail(mail.settings()).start();
    calls = service.calls();
    stored = new Stored(Jdbi.create(url));
  }

  @AfterAll
  static void stop() {
    service.close();
    mail.close();
    proxy.close();
  }

  private final Receiver receiver = new Receiver(delivery -> 204);
  private int cutsBefore;

  /** So that no cut hits what another test has left under way. */
  @BeforeEach
  void awaitQuiet() {
    Await.until(
        "nothing is under way",
        () ->
            stored
                .texts(
                    """
                    select id from mail where state = 'pending'
                    union all select id from delivery where state = 'pending'
                    """)
                .isEmpty());
    cutsBefore = proxy.cuts();
  }

  @AfterEach
  void close() {
    receiver.close();
    service.signedIn().delete(WEBHOOK).expect(204);
  }

  @ParameterizedTest
  @EnumSource
  void create_whose_commit_is_lost_is_503_and_again_is_one_payment(Cut cut) {
    String key = UUID.randomUUID().toString();
    String address = key + "@there.example";
    String body = "{\"amount\":\"1.00\",\"customer\":{\"email\":\"" + address + "\"}}";
    proxy.atCommitOf(PAYMENTS, cut);
    calls.create(key, body).expectProblem(503, "UNAVAILABLE");
    assertThat(proxy.cuts()).isEqualTo(cutsBefore + 1);
    assertThat(paymentsUnder(key)).isEqualTo(cut == Cut.BEFORE ? 0 : 1);
    assertThat(lettersTo(address)).isEqualTo(paymentsUnder(key));
    Reply again = retried(() -> calls.create(key, body));
    assertThat(again.header("Idempotent-Replayed")).isEqualTo(cut == Cut.BEFORE ? "" : "true");
    assertThat(paymentsUnder(key)).isEqualTo(1);
    assertThat(lettersTo(address)).isEqualTo(1);
    Await.until("the customer has it", () -> mail.receivedBy(address).size() == 1);
  }

  @Test
  void create_whose_commit_fails_is_500_and_leaves_nothing() {
    String key = UUID.randomUUID().toString();
    String next = calls.create("{}").expect(200).text("invoiceNumber");
    failCommitsOf("payment");
    try {
      calls.create(key, "{}").expect(500);
    } finally {
      commitAgain("payment");
    }
    assertThat(paymentsUnder(key)).isZero();
    Reply again = calls.create(key, "{}").expect(200);
    assertThat(again.header("Idempotent-Replayed")).isEmpty();
    assertThat(number(again.text("invoiceNumber"))).isEqualTo(number(next) + 1);
  }

  @ParameterizedTest
  @EnumSource
  void outcome_whose_commit_is_lost_is_503_and_again_is_one_event(Cut cut) {
    hook();
    String payment = payment();
    String ref = UUID.randomUUID().toString();
    proxy.atCommitOf(OUTCOMES, cut);
    report(ref, payment).expectProblem(503, "UNAVAILABLE");
    assertThat(proxy.cuts()).isEqualTo(cutsBefore + 1);
    assertThat(statusOf(payment)).isEqualTo(cut == Cut.BEFORE ? "created" : "success");
    Reply again = retried(() -> report(ref, payment));
    assertThat(again.json().required("applied").asBoolean()).isEqualTo(cut == Cut.BEFORE);
    assertThat(statusOf(payment)).isEqualTo("success");
    assertThat(eventsOf(payment)).hasSize(1);
    if (cut != Cut.BEFORE) {
      endLeases(payment); // of who claimed it with the outcome, without hearing of it
    }
    Await.until("it is told", () -> stateOf(payment).equals("delivered 1"));
    assertThat(receiver.deliveriesOf(eventIdOf(payment))).hasSize(1);
  }

  @Test
  void outcome_whose_commit_fails_is_500_and_leaves_nothing() {
    String payment = payment();
    failCommitsOf("payment");
    try {
      report("fails-at-commit", payment).expect(500);
      calls.cancel(payment).expect(500);
    } finally {
      commitAgain("payment");
    }
    assertThat(statusOf(payment)).isEqualTo("created");
    assertThat(eventsOf(payment)).isEmpty();
    assertThat(
            report("fails-at-commit", payment).expect(200).json().required("applied").asBoolean())
        .isTrue();
  }

  /**
   * Who claimed without hearing of it does nothing; the attempt is made when the lease ends. The
   * first attempt is claimed with the outcome, the second from the queue.
   */
  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void attempt_whose_claim_is_lost_is_made_once(Cut cut) {
    hook();
    String payment = payment();
    receiver.answerWith(delivery -> delivery.attempt() == 1 ? 500 : 204);
    proxy.at(CLAIM, cut);
    report(UUID.randomUUID().toString(), payment).expect(200);
    Await.until("its claim is cut off", () -> proxy.cuts() == cutsBefore + 1);
    if (cut == Cut.AFTER) { // else nobody has claimed it, and it may be under way by now
      endLeases(payment);
    }
    Await.until("it is told", () -> stateOf(payment).equals("delivered 2"));
    assertThat(receiver.deliveriesOf(eventIdOf(payment)))
        .extracting(Receiver.Delivery::attempt)
        .containsExactly(1, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void attempt_whose_record_is_lost_is_recorded_once_and_not_sent_again(Cut cut) {
    hook();
    String payment = payment();
    proxy.atCommitOf(ATTEMPTS, cut);
    report(UUID.randomUUID().toString(), payment).expect(200);
    Await.until("its record is cut off", () -> proxy.cuts() == cutsBefore + 1);
    Await.until("it is recorded", () -> stateOf(payment).equals("delivered 1"));
    assertThat(attemptsOf(payment)).isEqualTo("1");
    assertThat(receiver.deliveriesOf(eventIdOf(payment))).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void letter_whose_record_is_lost_is_recorded_once_and_not_sent_again(Cut cut) {
    String address = UUID.randomUUID() + "@there.example";
    proxy.at(LETTER_SENT, cut);
    calls.create("{\"customer\":{\"email\":\"" + address + "\"}}").expect(200);
    Await.until("its record is cut off", () -> proxy.cuts() == cutsBefore + 1);
    Await.until("it is recorded", () -> letterTo(address).equals("sent 1"));
    assertThat(mail.receivedBy(address)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void letter_whose_claim_is_lost_is_sent_once(Cut cut) {
    String address = UUID.randomUUID() + "@there.example";
    proxy.at(LETTER_CLAIM, cut);
    calls.create("{\"customer\":{\"email\":\"" + address + "\"}}").expect(200);
    Await.until("its claim is cut off", () -> proxy.cuts() == cutsBefore + 1);
    if (cut == Cut.AFTER) { // else nobody has claimed it, and it may be under way by now
      stored.change(
          "update mail set due_at = now() where state = 'pending' and recipient = ?", address);
    }
    Await.until("it is sent", () -> letterTo(address).equals("sent 1"));
    assertThat(mail.receivedBy(address)).hasSize(1);
  }

  /** The first answer that is no 503: the pool may hold more connections that are gone. */
  private static Reply retried(java.util.concurrent.Callable<Reply> call) {
    Reply[] last = new Reply[1];
    Await.until(
        "it is answered",
        () -> {
          last[0] = call.call();
          return last[0].status() != 503;
        });
    return last[0].expect(200);
  }

  private void hook() {
    service.signedIn().putWebhook(receiver.url("/hook"));
  }

  private static String payment() {
    return calls.create("{\"amount\":\"1.00\"}").expect(200).text("paymentId");
  }

  private static Reply report(String ref, String payment) {
    return service.callback().report(ref, "payment.confirmed", payment);
  }

  private static int paymentsUnder(String key) {
    return stored.texts("select id from payment where idempotency_key = ?", key).size();
  }

  private static int lettersTo(String address) {
    return stored.texts("select id from mail where recipient = ?", address).size();
  }

  private static String letterTo(String address) {
    return stored.text("select state || ' ' || attempts from mail where recipient = ?", address);
  }

  private static String statusOf(String payment) {
    return stored.text("select status from payment where id = ?", Stored.payment(payment));
  }

  private static List<String> eventsOf(String payment) {
    return stored.texts("select type from event where payment_id = ?", Stored.payment(payment));
  }

  private static String eventIdOf(String payment) {
    return stored.text(
        "select convert_from(body, 'UTF8')::json ->> 'eventId' from event where payment_id = ?",
        Stored.payment(payment));
  }

  private static String stateOf(String payment) {
    return stored.text(
        """
        select d.state || ' ' || d.attempts from delivery d join event e on e.id = d.event_id
         where e.payment_id = ?
        """,
        Stored.payment(payment));
  }

  private static String attemptsOf(String payment) {
    return stored.text(
        """
        select count(*) from delivery_attempt a join event e on e.id = a.event_id
         where e.payment_id = ?
        """,
        Stored.payment(payment));
  }

  private static void endLeases(String payment) {
    stored.change(
        """
        update delivery set due_at = now()
         where state = 'pending' and event_id in (select id from event where payment_id = ?)
        """,
        Stored.payment(payment));
  }

  /** Every transaction that writes the table fails, and only when it commits. */
  private static void failCommitsOf(String table) {
    stored.change(
        """
        create or replace function fail_at_commit() returns trigger language plpgsql as
        $$ begin raise exception 'the commit fails'; end $$
        """);
    stored.change(
        "create constraint trigger fail_at_commit after insert or update on "
            + table
            + " deferrable initially deferred for each row execute function fail_at_commit()");
  }

  private static void commitAgain(String table) {
    stored.change("drop trigger fail_at_commit on " + table);
  }

  private static int number(String invoiceNumber) {
    return Integer.parseInt(invoiceNumber.substring(invoiceNumber.length() - 6));
  }
}
