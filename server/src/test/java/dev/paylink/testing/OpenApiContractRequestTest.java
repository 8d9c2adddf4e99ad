package dev.paylink.testing;

import static dev.paylink.testing.SampleExchange.call;
import static dev.paylink.testing.SampleExchange.createPayment;
import static dev.paylink.testing.SampleExchange.listPayments;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request that succeeded must be one that the contract describes; a refused one may be anything.
 */
final class OpenApiContractRequestTest {
  private static final OpenApiContract CONTRACT = OpenApiContract.load();

  @ParameterizedTest
  @ValueSource(strings = {"X-Timestamp", "X-Idempotency-Key"})
  void a_required_header_is_missed_when_the_call_succeeded(String name) {
    refused(createPayment().withoutRequestHeader(name), "header parameter " + name + " is missing");
    accepted(createPayment().withoutRequestHeader(name).problem(400, "INVALID_REQUEST"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-API-Key", "X-Secret-Key", "X-Signature"})
  void a_call_cannot_succeed_without_its_credentials(String name) {
    refused(createPayment().withoutRequestHeader(name), "lacks credentials");
    accepted(createPayment().withoutRequestHeader(name).problem(401, "INVALID_API_KEY"));
  }

  @Test
  void either_alternative_of_the_credentials_is_enough() {
    accepted(listPayments(""));
    SampleExchange withKey = listPayments("").withoutRequestHeader("Authorization");
    refused(withKey, "lacks credentials");
    accepted(withKey.requestHeader("x-api-key", "pk_1"));
    refused(listPayments("").requestHeader("Authorization", "Basic cGs="), "lacks credentials");
  }

  @Test
  void a_session_is_looked_for_in_the_cookies() {
    SampleExchange keys =
        call("GET", "/merchant/api-keys", 200)
            .answerHeader("Content-Type", "application/json")
            .answerBody("{\"data\":[]}");
    refused(keys.requestHeader("Cookie", "theme=dark"), "lacks credentials");
    accepted(keys.requestHeader("Cookie", "theme=dark; paylink_session=abc"));
  }

  @Test
  void a_query_is_decoded_and_read_by_its_schema() {
    accepted(listPayments("?limit=100&status=created&reference=a%2Fb"));
    accepted(listPayments("?createdAfter=2026-01-01T00%3A00%3A00.000Z"));
    accepted(listPayments("?limit=&status=&cursor"));
    refused(listPayments("?limit=101"), "query parameter limit");
    refused(listPayments("?limit=ten"), "query parameter limit");
    refused(listPayments("?status=paid"), "query parameter status");
    refused(listPayments("?createdAfter=yesterday"), "query parameter createdAfter");
    accepted(listPayments("?limit=101").problem(400, "INVALID_REQUEST"));
  }

  @Test
  void a_path_value_is_read_by_its_schema() {
    accepted(activate("key_01jgfj2v00e8z9k1k2k3k4k5k6"));
    refused(activate("pay_01jgfj2v00e8z9k1k2k3k4k5k6"), "path parameter id");
    refused(activate("key_%zz"), "path parameter id");
  }

  @Test
  void a_body_is_held_to_its_schema() {
    accepted(createPayment().requestBody("{\"amount\":\"0.10\"}"));
    accepted(createPayment().requestBody("{\"amount\":0.10}"));
    accepted(createPayment().requestBody("{\"amount\":null,\"metadata\":null}"));
    refused(createPayment().requestBody("{\"amount\":\"0.00\"}"), "request body at '/amount'");
    refused(createPayment().requestBody("{\"amount\":0}"), "request body at '/amount'");
    refused(createPayment().requestBody("{\"amout\":\"0.10\"}"), "'amout' is not defined");
    refused(createPayment().requestBody("{\"expiresIn\":4}"), "request body at '/expiresIn'");
    refused(createPayment().requestBody("{"), "request body is not JSON");
    refused(createPayment().requestBody(""), "the request has no body");
  }

  @Test
  void a_body_is_json_unless_it_says_otherwise() {
    accepted(createPayment().withoutRequestHeader("Content-Type"));
    refused(createPayment().requestHeader("Content-Type", "text/plain"), "text/plain");
  }

  private static SampleExchange activate(String id) {
    return call("POST", "/merchant/api-keys/" + id + "/activate", 200)
        .requestHeader("Cookie", "__Host-paylink=abc")
        .answerHeader("Content-Type", "application/json")
        .answerBody(
            """
            {"id":"key_01jgfj2v00e8z9k1k2k3k4k5k6","apiKey":"pk_1","active":true,"limit":100,
             "label":null,"createdAt":"2026-01-01T00:00:00.000Z","lastUsedAt":null,"lastUsedFrom":null,
             "scopes":null,"expiresAt":null,"allowedSources":null,"replacedBy":null}
            """);
  }

  private static void accepted(SampleExchange exchange) {
    exchange.checkWith(CONTRACT);
  }

  private static void refused(SampleExchange exchange, String... faults) {
    assertThatThrownBy(() -> exchange.checkWith(CONTRACT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(faults);
  }
}
