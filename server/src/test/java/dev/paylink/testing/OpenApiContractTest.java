package dev.paylink.testing;

import static dev.paylink.testing.SampleExchange.CREATED;
import static dev.paylink.testing.SampleExchange.PAYMENT;
import static dev.paylink.testing.SampleExchange.call;
import static dev.paylink.testing.SampleExchange.createPayment;
import static dev.paylink.testing.SampleExchange.listPayments;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract check accepts an answer that is listed, and refuses its nearest neighbours. A
 * request that succeeded must be one that the contract describes; a refused one may be anything.
 */
final class OpenApiContractTest {
  private static final OpenApiContract CONTRACT = OpenApiContract.load();

  @Test
  void a_complete_answer_is_accepted() {
    accepted(createPayment());
  }

  @Test
  void a_listed_status_is_accepted_and_an_unlisted_one_is_refused() {
    accepted(createPayment().problem(403, "MERCHANT_NOT_VERIFIED"));
    refused(createPayment().problem(409, "CONFLICT"), "answered 409", "lists only [200, 400");
  }

  @Test
  void an_unlisted_path_may_answer_404_and_nothing_else() {
    accepted(call("GET", "/sdk/nope", 404).problem(404, "NOT_FOUND"));
    refused(call("GET", "/sdk/nope", 404).problem(404, "PAYMENT_NOT_FOUND"), "at '/code'");
    refused(call("GET", "/sdk/nope", 200), "the contract has no such path and method");
  }

  @Test
  void an_unlisted_method_may_answer_405_only_with_allow() {
    SampleExchange exchange = call("DELETE", "/merchant/profile", 405);
    accepted(exchange.problem(405, "METHOD_NOT_ALLOWED").answerHeader("Allow", "GET, PUT"));
    refused(exchange.withoutAnswerHeader("Allow"), "the answer has no header Allow");
    refused(call("DELETE", "/merchant/profile", 204), "no such path and method");
  }

  @Test
  void an_operator_path_may_be_absent_from_the_public_listener() {
    accepted(call("GET", "/admin/merchants", 404).problem(404, "NOT_FOUND"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Request-Id", "RateLimit-Policy", "RateLimit"})
  void a_required_header_is_missed(String name) {
    refused(createPayment().withoutAnswerHeader(name), "the answer has no header " + name);
  }

  @Test
  void an_optional_header_may_be_absent_but_not_malformed() {
    accepted(createPayment().answerHeader("idempotent-replayed", "true"));
    refused(createPayment().answerHeader("idempotent-replayed", "yes"), "Idempotent-Replayed");
  }

  @Test
  void a_numeric_header_is_read_as_a_number() {
    SampleExchange limited = createPayment().problem(429, "RATE_LIMITED");
    accepted(limited.answerHeader("Retry-After", "7"));
    refused(limited.answerHeader("Retry-After", "soon"), "header Retry-After");
    refused(limited.answerHeader("Retry-After", "0"), "header Retry-After");
  }

  @Test
  void a_content_type_may_have_parameters_but_must_be_listed() {
    accepted(createPayment().answerHeader("Content-Type", "application/json; charset=utf-8"));
    refused(createPayment().answerHeader("Content-Type", "text/plain"), "is text/plain");
    refused(createPayment().withoutAnswerHeader("Content-Type"), "content type is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "amount":"125.50"  | "amount":125.5      | at '/amount'
          "amount":"125.50"  | "amount":"1e3"      | at '/amount'
          "status":"created" | "status":"success"  | at '/status'
          "testMode":true    | "testMode":null     | at '/testMode'
          "testMode":true    | "live":false        | 'live' is not defined
          ,"testMode":true   |                     | 'testMode' not found
          00.000Z            | 00Z                 | at '/expiresAt'
          INV-000001"        | INV","currency":"x" | not JSON
          }                  | }{                  | not JSON
          """)
  void a_body_that_differs_in_one_place_is_refused(String right, String wrong, String fault) {
    accepted(createPayment().answerBody(CREATED.replace("\"125.50\"", "null")));
    String body = CREATED.replace(right, wrong == null ? "" : wrong);
    refused(createPayment().answerBody(body), fault);
  }

  @Test
  void a_problem_must_repeat_the_status_and_carry_a_code_of_that_status() {
    accepted(createPayment().problem(401, "INVALID_SIGNATURE"));
    refused(createPayment().problem(401, "NOT_SIGNED_IN"), "at '/code'");
    refused(createPayment().problem(401, "INVALID_SIGNATURE").answers(403), "at '/status'");
  }

  @Test
  void an_answer_without_content_must_be_empty() {
    SampleExchange logout = call("POST", "/merchant/logout", 204).answerHeader("Set-Cookie", "a=");
    accepted(logout);
    refused(logout.answerBody("{}"), "an unlisted body, 2 bytes");
  }

  @Test
  void a_head_request_is_answered_like_get_without_a_body() {
    SampleExchange head =
        call("HEAD", "/health/live", 200).answerHeader("Content-Type", "application/json");
    accepted(head);
    refused(head.answerBody("{\"status\":\"up\"}"), "an unlisted body");
    refused(call("HEAD", "/merchant/logout", 204), "no such path and method");
  }

  @Test
  void a_page_is_checked_for_its_headers() {
    SampleExchange page =
        call("GET", "/pay/" + PAYMENT + "/abc", 404)
            .answerHeader("Content-Type", "text/html; charset=utf-8")
            .answerHeader("Content-Security-Policy", "default-src 'none'");
    accepted(page);
    refused(page.withoutAnswerHeader("Content-Security-Policy"), "Content-Security-Policy");
  }

  @Test
  void every_fault_is_told_at_once() {
    refused(
        createPayment().withoutAnswerHeader("RateLimit").answerBody("{\"x\":1}"),
        "POST /sdk/server/create-payment answered 200",
        "RateLimit",
        "'x' is not defined",
        "'paymentId' not found");
  }

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
