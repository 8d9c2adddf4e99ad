package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.settlement.apply.EventBody;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.PaymentChange;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** Two nodes on one database for all tests of a class, each with a merchant of its own. */
abstract class SettlementTest {
  static final String SUBMITTED = "payment.submitted";
  static final String CONFIRMED = "payment.confirmed";
  static final String FAILED = "payment.failed";
  static final String PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  @AutoClose static TestService service;
  @AutoClose static TestService otherNode;
  static SignedCalls calls;

  /** Another merchant, on the first node. */
  static SignedCalls stranger;

  /** The merchant at its profile. */
  static Browser merchant;

  static Callback callback;
  static Stored stored;

  @BeforeAll
  static void start() {
    service = TestService.start();
    otherNode = service.anotherNode();
    calls = service.calls();
    stranger = service.callsAs(otherNode);
    merchant = service.signedIn();
    callback = service.callback();
    stored = service.stored();
  }

  /** A new payment of 125.50 USD. */
  static String payment() {
    return payment("{\"amount\":\"125.50\"}");
  }

  static String payment(String body) {
    return calls.payment(body);
  }

  static String statusOf(String paymentId) {
    return calls.status(paymentId).text("status");
  }

  static String invoiceStatusOf(String paymentId) {
    return calls.status(paymentId).text("invoiceStatus");
  }

  static int eventsOf(String paymentId) {
    return eventTypesOf(paymentId).size();
  }

  /** The types of what the merchant was told of a payment, in the order of the feed. */
  static List<String> eventTypesOf(String paymentId) {
    return stored.texts(
        "select type from event where payment_id = ? order by position", Stored.payment(paymentId));
  }

  static int reportsOf(String paymentId) {
    return Integer.parseInt(
        stored.text(
            "select count(*) from settlement_event where payment_id = ?",
            Stored.payment(paymentId)));
  }

  static Report report(OutcomeType type, String paymentId) {
    PaymentId id = Objects.requireNonNull(PaymentId.parse(paymentId));
    return new Report(UUID.randomUUID().toString(), type, id, null, null, null);
  }

  /** Changes decided as a node would, and not yet stored. */
  static ReportBatch batch(Handle handle, PaymentChange... changes) throws SQLException {
    return ReportBatch.apply(
        handle.getConnection(),
        List.of(changes),
        new Currencies(List.of(new Currency("USD", 2, List.of("USDC")))),
        new EventBody(true));
  }

  static Reply expectApplied(Reply reply, boolean applied) {
    assertThat(reply.expect(200).json().required("applied").asBoolean())
        .as(reply.body())
        .isEqualTo(applied);
    return reply;
  }
}
