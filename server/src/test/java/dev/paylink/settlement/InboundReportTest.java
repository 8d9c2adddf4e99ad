package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a report may hold: each value that is accepted beside its nearest that is not. */
final class InboundReportTest extends SettlementTest {
  private static final String UNKNOWN_ID = "pay_01h455vb4pex5vsknk084sn02q";
  private static final String HASH = "0x" + "aB".repeat(32);
  private static final String ADDRESS = "0x" + "dE".repeat(20);

  @Test
  void answer_is_exactly_the_payment_its_status_and_whether_it_was_applied() {
    String payment = payment();
    assertThat(callback.report("ref-exact", CONFIRMED, payment).expect(200).body())
        .isEqualTo("{\"paymentId\":\"" + payment + "\",\"status\":\"success\",\"applied\":true}");
    Reply again = callback.report("ref-exact", CONFIRMED, payment).expect(200);
    assertThat(again.body())
        .isEqualTo("{\"paymentId\":\"" + payment + "\",\"status\":\"success\",\"applied\":false}");
    assertThat(again.header("Content-Type")).isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {UNKNOWN_ID, "pay_1", "inv_01h455vb4pex5vsknk084sn02q", "pay_", "x", "pay_İ"})
  void unknown_and_malformed_payment_ids_are_not_found(String id) {
    callback.report(CONFIRMED, id).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void unknown_payment_leaves_the_reference_free() {
    String payment = payment();
    callback.report("ref-free", CONFIRMED, UNKNOWN_ID).expect(404);
    expectApplied(callback.report("ref-free", CONFIRMED, payment), true);
  }

  @Test
  void everything_that_is_told_is_stored_as_it_was_told() {
    String payment = payment();
    callback
        .reportWith(
            CONFIRMED,
            payment,
            """
            "occurredAt":"2026-07-15T12:00:00.123456+02:00","reason":"NULL",
            "transaction":{"payee":"%s","chainId":8453,"hash":"%s","blockNumber":12,"logIndex":0,
            "token":"USDC","amount":"125.5","payer":"%s"}"""
                .formatted(PAYEE, HASH, ADDRESS))
        .expect(200);
    String transaction =
        """
        {"chainId":8453,"hash":"%s","blockNumber":12,"logIndex":0,"token":"USDC",\
        "amount":"125.5","payer":"%s","payee":"%s"}"""
            .formatted(HASH, ADDRESS, PAYEE);
    assertThat(storedOf(payment, "transaction::text")).isEqualTo(transaction);
    assertThat(storedOf(payment, "reason")).isEqualTo("NULL");
    assertThat(storedOf(payment, "type")).isEqualTo(CONFIRMED);
    assertThat(storedOf(payment, "occurred_at = '2026-07-15T10:00:00.123456Z'")).isEqualTo("t");
    assertThat(storedOf(payment, "recorded_at - now() < interval '1 minute'")).isEqualTo("t");
    assertThat(calls.status(payment).json().required("transaction").toString())
        .isEqualTo(transaction);
  }

  @Test
  void what_is_not_told_is_stored_as_null_and_a_transactions_missing_members_too() {
    String payment = payment();
    callback
        .reportWith(FAILED, payment, "\"occurredAt\":null,\"reason\":null,\"transaction\":null")
        .expect(200);
    assertThat(storedOf(payment, "num_nulls(occurred_at, reason, transaction)")).isEqualTo("3");
    String other = payment();
    callback.reportWith(FAILED, other, "\"transaction\":{}").expect(200);
    assertThat(calls.status(other).json().required("transaction").toString())
        .isEqualTo(
            "{\"chainId\":null,\"hash\":null,\"blockNumber\":null,\"logIndex\":null,"
                + "\"token\":null,\"amount\":null,\"payer\":null,\"payee\":null}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          "occurredAt":"2026-01-31T12:00:00Z"               | "occurredAt":"2026-01-31 12:00:00Z"
          "occurredAt":"2026-01-31T12:00:00.5-11:30"        | "occurredAt":"2026-01-31"
          "occurredAt":"1970-01-01T00:00:00Z"               | "occurredAt":"1969-12-31T23:59:59Z"
          "occurredAt":"9999-12-31T23:59:59Z"               | "occurredAt":"+10000-01-01T00:00:00Z"
          "occurredAt":"9999-12-31T23:59:59Z"               | "occurredAt":"+999999999-12-31T23:59:59Z"
          "occurredAt":null                                 | "occurredAt":1769860800
          "reason":""                                       | "reason":7
          "transaction":{}                                  | "transaction":[]
          "transaction":null                                | "transaction":"0x"
          """)
  void field_is_accepted_beside_its_nearest_refused_neighbour(String accepted, String refused) {
    callback.reportWith(FAILED, payment(), accepted).expect(200);
    Reply reply = callback.reportWith(FAILED, payment(), refused);
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly(refused.substring(1, refused.indexOf('"', 1)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          "chainId":1                          | "chainId":0
          "chainId":999999999999999999         | "chainId":"1"
          "blockNumber":0                      | "blockNumber":-1
          "blockNumber":1                      | "blockNumber":1.0
          "logIndex":0                         | "logIndex":-1
          "logIndex":2147483647                | "logIndex":2147483648
          "token":"USDC"                       | "token":["USDC"]
          "amount":"0.1"                       | "amount":".1"
          "amount":"1"                         | "amount":"1."
          "amount":125.50                      | "amount":1.255e2
          "amount":0                           | "amount":-1
          "amount":"1.5"                       | "amount":"1,5"
          "amount":"1"                         | "amount":" 1"
          "amount":"1"                         | "amount":""
          "amount":"1"                         | "amount":true
          """)
  void member_of_a_transaction_is_accepted_beside_its_nearest_refused_neighbour(
      String accepted, String refused) {
    transaction(accepted).expect(200);
    assertThat(transaction(refused).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("transaction." + refused.substring(1, refused.indexOf('"', 1)));
  }

  @Test
  void texts_are_accepted_up_to_their_longest() {
    String payment = payment();
    callback.report("r".repeat(255), FAILED, payment).expect(200);
    fault(callback.report("r".repeat(256), FAILED, payment), "eventRef");
    fault(callback.report(" ", FAILED, payment), "eventRef");
    callback.reportWith(FAILED, payment, "\"reason\":\"" + "r".repeat(255) + "\"").expect(200);
    fault(callback.reportWith(FAILED, payment, "\"reason\":\"" + "r".repeat(256) + "\""), "reason");
    transaction("\"token\":\"" + "T".repeat(32) + "\"").expect(200);
    fault(transaction("\"token\":\"" + "T".repeat(33) + "\""), "transaction.token");
    fault(callback.reportWith(FAILED, payment, "\"reason\":\"a\\u0000b\""), "reason");
  }

  @Test
  void amounts_may_have_36_digits_on_either_side_of_the_point() {
    String digits = "9".repeat(36);
    transaction("\"amount\":\"" + digits + "." + digits + "\"").expect(200);
    fault(transaction("\"amount\":\"9" + digits + "\""), "transaction.amount");
    fault(transaction("\"amount\":\"1." + digits + "9\""), "transaction.amount");
  }

  @Test
  void hashes_and_addresses_have_their_exact_length_in_either_case() {
    transaction("\"hash\":\"" + HASH + "\"").expect(200);
    fault(transaction("\"hash\":\"" + HASH + "0\""), "transaction.hash");
    fault(transaction("\"hash\":\"" + HASH.substring(1) + "\""), "transaction.hash");
    for (String name : new String[] {"payer", "payee"}) {
      transaction("\"" + name + "\":\"" + ADDRESS + "\"").expect(200);
      fault(
          transaction("\"" + name + "\":\"" + ADDRESS.replace('d', 'g') + "\""),
          "transaction." + name);
      fault(
          transaction("\"" + name + "\":\"" + ADDRESS.substring(0, 41) + "\""),
          "transaction." + name);
    }
  }

  @Test
  void every_fault_is_told_at_once_and_unknown_fields_are_named() {
    Reply reply =
        callback.send(
            """
            {"type":"payment.paid","occuredAt":"now","occurredAt":"now","reason":1,
             "transaction":{"chainid":1,"hash":"0x","amount":"much","payer":"me"}}""");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactlyInAnyOrder(
            "eventRef",
            "type",
            "paymentId",
            "occuredAt",
            "occurredAt",
            "reason",
            "transaction.chainid",
            "transaction.hash",
            "transaction.amount",
            "transaction.payer");
    assertThat(reply.body())
        .contains("did you mean occurredAt?")
        .contains("did you mean chainId?")
        .contains("payment.submitted, payment.confirmed, payment.failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "null", "{\"eventRef\":\"a\",\"eventRef\":\"b\"}"})
  void what_is_no_object_with_each_field_once_is_refused(String body) {
    callback.send(body).expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void body_over_64_kib_is_refused() {
    String body =
        """
        {"eventRef":"%s","type":"%s","paymentId":"%s"}"""
            .formatted(UUID.randomUUID(), FAILED, payment());
    callback.send(body + " ".repeat(64 * 1024 - body.length())).expect(200);
    callback
        .send(body + " ".repeat(64 * 1024 + 1 - body.length()))
        .expectProblem(413, "BODY_TOO_LARGE");
  }

  private static Reply transaction(String member) {
    return callback.reportWith(FAILED, payment(), "\"transaction\":{" + member + "}");
  }

  private static void fault(Reply reply, String field) {
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields()).containsExactly(field);
  }

  private static String storedOf(String payment, String column) {
    return stored.text(
        "select " + column + " from settlement_event where payment_id = ?",
        Stored.payment(payment));
  }
}
