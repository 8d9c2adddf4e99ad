package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each accepted body beside its nearest refused neighbour. */
final class CreatePaymentBodyTest extends PaymentTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"amount":"0.01"}                              | {"amount":"0.001"}                | amount
          {"amount":"1"}                                 | {"amount":"0"}                    | amount
          {"amount":1.50}                                | {"amount":1.5e0}                  | amount
          {"amount":"999999999999999.99"}                | {"amount":"1000000000000000"}     | amount
          {"amount":"10"}                                | {"amount":"010"}                  | amount
          {"amount":"1.5"}                               | {"amount":"1."}                   | amount
          {"amount":"1.00"}                              | {"amount":"-1.00"}                | amount
          {"amount":null}                                | {"amount":true}                   | amount
          {"currency":"EUR"}                             | {"currency":"eur"}                | currency
          {"expiresIn":5}                                | {"expiresIn":4}                   | expiresIn
          {"expiresIn":2592000}                          | {"expiresIn":2592001}             | expiresIn
          {"expiresIn":600}                              | {"expiresIn":"600"}               | expiresIn
          {"interface":"x"}                              | {"interface":5}                   | interface
          {"successUrl":"https://a.example/x?y=1"}       | {"successUrl":"http://a.example"} | successUrl
          {"successUrl":"http://127.0.0.1:1/"}           | {"successUrl":"javascript:x"}     | successUrl
          {"cancelUrl":"https://a.example"}              | {"cancelUrl":"https://u:p@a.example"} | cancelUrl
          {"customer":{"email":"a@b.example"}}           | {"customer":{"email":"nope"}}     | customer.email
          {"customer":{"name":"Ada"}}                    | {"customer":"Ada"}                | customer
          {"metadata":{"a":"b"}}                         | {"metadata":{"a":1}}              | metadata.a
          {"metadata":{}}                                | {"metadata":{"":"b"}}             | metadata
          {"locale":"de-CH"}                             | {"locale":"d"}                    | locale
          {"reference":"x"}                              | {"referense":"x"}                 | referense
          {"invoiceNumber":"B 1"}                        | {"invoiceNumber":" "}             | invoiceNumber
          """)
  void neighbours(String accepted, String refused, String field) {
    calls.create(accepted).expect(200);
    Reply reply = calls.create(refused).expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).containsExactly(field);
  }

  @ParameterizedTest
  @CsvSource({"description,500", "reference,255", "interface,64", "invoiceNumber,64"})
  void texts_are_accepted_up_to_their_limit(String field, int limit) {
    calls.create("{\"%s\":\"%s\"}".formatted(field, "é".repeat(limit))).expect(200);
    Reply reply = calls.create("{\"%s\":\"%s\"}".formatted(field, "é".repeat(limit + 1)));
    assertThat(reply.expect(400).faultyFields()).containsExactly(field);
  }

  @Test
  void metadata_is_accepted_up_to_fifty_pairs() {
    calls.create(metadata(50)).expect(200);
    assertThat(calls.create(metadata(51)).expect(400).faultyFields()).containsExactly("metadata");
  }

  @Test
  void duplicate_field_is_refused_wherever_it_stands() {
    assertThat(calls.create("{\"amount\":\"1\",\"amount\":\"1\"}").expect(400).faultyFields())
        .containsExactly("amount");
    assertThat(calls.create("{\"metadata\":{\"a\":\"1\",\"a\":\"2\"}}").expect(400).faultyFields())
        .containsExactly("metadata.a");
  }

  @Test
  void unknown_field_is_named_with_the_nearest_known_one() {
    Reply reply = calls.create("{\"amout\":\"1.00\"}").expect(400);
    assertThat(reply.body()).contains("amout").contains("did you mean amount?");
  }

  @Test
  void every_fault_is_told_at_once() {
    Reply reply = calls.create("{\"amount\":\"-1\",\"currency\":\"XXX\",\"expiresIn\":1,\"x\":1}");
    assertThat(reply.expect(400).faultyFields())
        .containsExactlyInAnyOrder("amount", "currency", "expiresIn", "x");
  }

  @Test
  void body_over_64_kib_is_413_before_anything_else() {
    String large = "{\"description\":\"" + "x".repeat(70_000) + "\"}";
    calls.create(large).expectProblem(413, "BODY_TOO_LARGE");
    calls.with("X-Secret-Key", "sk_wrong").create(large).expectProblem(413, "BODY_TOO_LARGE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"amount":1250}      | {"amount":1250.00}
          {"amount":"100"}     | {"amount":"99"}
          {"amount":"1250"}    | {"amount":"12.50"}
          {"amount":999999999} | {}
          """)
  void amount_that_may_be_meant_as_cents_gets_a_hint(String hinted, String plain) {
    Reply reply = calls.create(hinted).expect(200);
    assertThat(reply.header("Paylink-Hint"))
        .startsWith("amount is not in cents: ")
        .contains(" means " + reply.text("amount") + " USD. ");
    assertThat(calls.create(plain).expect(200).header("Paylink-Hint")).isEmpty();
  }

  @Test
  void repeated_create_gets_the_same_bytes_and_the_same_hint() {
    Reply first = calls.create("cents-1", "{\"amount\":1250}").expect(200);
    Reply again = calls.create("cents-1", "{\"amount\":1250}").expect(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Paylink-Hint")).isEqualTo(first.header("Paylink-Hint"));
  }

  private static String metadata(int pairs) {
    StringBuilder json = new StringBuilder("{\"metadata\":{");
    for (int i = 0; i < pairs; i++) {
      json.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":\"v\"");
    }
    return json.append("}}").toString();
  }
}
