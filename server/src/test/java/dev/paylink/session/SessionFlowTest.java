package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From the merchant's code to the payer's poll, and where each step refuses. */
final class SessionFlowTest extends SessionTest {
  private static final String SESSIONS = "/sdk/server/sessions";
  private static final String TOKEN_CHALLENGE = "DPoP error=\"invalid_token\"";

  @Test
  void session_reads_its_payment_without_what_the_merchant_noted() {
    Reply reply = payer.poll(paymentId, token).expect(200);
    assertThat(reply.json().propertyNames())
        .containsExactly(
            "paymentId",
            "status",
            "invoiceId",
            "invoiceNumber",
            "invoiceStatus",
            "amount",
            "currency",
            "failureReason",
            "transaction",
            "receivedAmount",
            "missingAmount",
            "flags",
            "transfers",
            "refundedAmount",
            "createdAt",
            "updatedAt",
            "expiresAt",
            "testMode");
    assertThat(reply.text("status")).isEqualTo("created");
    assertThat(reply.body()).doesNotContain("order-7");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void token_is_answered_with_its_scheme_life_and_payment() {
    Reply reply = payer.open(Payer.newCode(calls, paymentId)).expect(200);
    assertThat(reply.text("tokenType")).isEqualTo("DPoP");
    assertThat(reply.json().required("expiresIn").asInt()).isEqualTo(900);
    assertThat(reply.text("paymentId")).isEqualTo(paymentId);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void code_is_for_a_payment_of_the_caller() {
    calls.post(SESSIONS, body("paymentId", paymentId)).expect(200);
    String unknown = "pay_01jgfj2v00e8z9r1t2v3w4x5y6";
    calls.post(SESSIONS, body("paymentId", unknown)).expectProblem(404, "PAYMENT_NOT_FOUND");
    calls.post(SESSIONS, body("paymentId", "nonsense")).expectProblem(404, "PAYMENT_NOT_FOUND");
    calls.post(SESSIONS, "{}").expectProblem(400, "INVALID_REQUEST");
    calls.post(SESSIONS, body("payment", paymentId)).expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void code_for_another_merchants_payment_is_not_found() {
    SignedCalls other = service.calls(service.activeKey(service.register(), "{}"));
    other.post(SESSIONS, body("paymentId", paymentId)).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void code_needs_a_signature_and_no_idempotency_key() {
    calls
        .without("X-Signature")
        .post(SESSIONS, body("paymentId", paymentId))
        .expectProblem(401, "INVALID_SIGNATURE");
    Reply reply = calls.post(SESSIONS, body("paymentId", paymentId)).expect(200);
    assertThat(reply.json().required("expiresIn").asInt()).isEqualTo(300);
  }

  @Test
  void user_id_has_at_most_255_characters() {
    String start = "{\"paymentId\":\"" + paymentId + "\",\"userId\":\"";
    calls.post(SESSIONS, start + "u".repeat(255) + "\"}").expect(200);
    Reply tooLong = calls.post(SESSIONS, start + "u".repeat(256) + "\"}");
    assertThat(tooLong.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("userId");
  }

  @Test
  void token_names_its_issuer_its_user_and_its_key() {
    String body = "{\"paymentId\":\"" + paymentId + "\",\"userId\":\"user-77\"}";
    String code = calls.post(SESSIONS, body).expect(200).text("code");
    String own = payer.open(code).expect(200).text("sessionToken");
    JsonNode claims =
        JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(own.split("\\.", -1)[1]));
    assertThat(claims.required("iss").asString()).isEqualTo(service.baseUrl().toString());
    assertThat(claims.required("sub").asString()).isEqualTo("user-77");
    assertThat(claims.required("payment").asString()).isEqualTo(paymentId);
    assertThat(claims.required("cnf").required("jkt").asString()).hasSize(43);
    assertThat(claims.required("exp").asLong() - claims.required("iat").asLong()).isEqualTo(900);
  }

  @Test
  void code_works_once() {
    String code = Payer.newCode(calls, paymentId);
    payer.open(code).expect(200);
    expectInvalidSession(payer.open(code));
  }

  @Test
  void code_that_nobody_issued_is_refused() {
    expectInvalidSession(payer.open("n3Vq8ZtR1kXw5YbL7cJp0HsD2fGm9UaE"));
  }

  @Test
  void code_is_over_after_five_minutes() {
    String alive = Payer.newCode(calls, paymentId);
    age("299 seconds");
    payer.open(alive).expect(200);
    String over = Payer.newCode(calls, paymentId);
    age("301 seconds");
    expectInvalidSession(payer.open(over));
  }

  @Test
  void bad_proof_does_not_burn_the_code() {
    String code = Payer.newCode(calls, paymentId);
    payer
        .open(code, payer.openProof().claim("htm", "GET").sign())
        .expectProblem(401, "INVALID_DPOP_PROOF");
    String used = payer.openProof().sign();
    payer.open(Payer.newCode(calls, paymentId), used).expect(200);
    payer.open(code, used).expectProblem(401, "INVALID_DPOP_PROOF");
    payer.open(code).expect(200);
  }

  @Test
  void dead_code_does_not_use_up_the_proof() {
    String proof = payer.openProof().sign();
    expectInvalidSession(payer.open("n3Vq8ZtR1kXw5YbL7cJp0HsD2fGm9UaE", proof));
    payer.open(Payer.newCode(calls, paymentId), proof).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[]", "{\"code\":\"\"}", "{\"code\":1}", "{\"token\":\"x\"}"})
  void opening_without_a_code_is_a_bad_request(String body) {
    service
        .browser()
        .with("DPoP", payer.openProof().sign())
        .post(Payer.OPEN, body)
        .expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void only_a_hash_of_the_code_is_stored() {
    String code = Payer.newCode(calls, paymentId);
    assertThat(service.stored().rows("session_code"))
        .isNotEmpty()
        .noneMatch(row -> row.contains(code));
    assertThat(service.logged()).doesNotContain(code).doesNotContain(token);
  }

  @Test
  void token_is_taken_in_the_dpop_scheme_alone() {
    expectInvalidSession(authorized("Bearer " + token));
    expectInvalidSession(authorized(token));
    expectInvalidSession(authorized("DPoP"));
    expectInvalidSession(authorized("DPoP "));
    authorized("dpop " + token).expect(200);
    expectInvalidSession(service.browser().with("DPoP", proof()).get("/sdk/status/" + paymentId));
  }

  @Test
  void forged_token_is_refused() {
    int dot = token.lastIndexOf('.');
    String forged = token.substring(0, dot + 1) + "A".repeat(token.length() - dot - 1);
    expectInvalidSession(payer.poll(paymentId, forged));
    expectInvalidSession(payer.poll(paymentId, "a.b.c"));
    expectInvalidSession(payer.poll(paymentId, payer.openProof().sign()));
    payer.poll(paymentId, token).expect(200);
  }

  @Test
  void token_is_worth_nothing_with_another_key() {
    Payer thief = new Payer(service.baseUrl(), TestKey.es256());
    expectInvalidSession(thief.poll(paymentId, token));
    payer.poll(paymentId, token).expect(200);
  }

  @Test
  void other_payments_are_not_found_the_merchants_own_included() {
    String other = Payer.newPayment(calls);
    payer.poll(other, token).expectProblem(404, "PAYMENT_NOT_FOUND");
    payer.poll("pay_01jgfj2v00e8z9r1t2v3w4x5y6", token).expectProblem(404, "PAYMENT_NOT_FOUND");
    payer.poll("nonsense", token).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void session_may_poll_120_times_a_minute_and_no_more() throws Exception {
    long startNanos = System.nanoTime();
    String busy = payer.open(Payer.newCode(calls, paymentId)).text("sessionToken");
    List<Integer> statuses = new ArrayList<>();
    for (Reply reply : Together.times(180, () -> payer.poll(paymentId, busy))) {
      statuses.add(reply.status());
      assertThat(reply.header("Retry-After")).isEqualTo(reply.status() == 429 ? "1" : "");
    }
    assertThat(statuses).containsOnly(200, 429);
    // Two come back each second: what the run took is all that may come on top.
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos) + 1;
    assertThat(Collections.frequency(statuses, 200))
        .isBetween(120, (int) Math.min(179, 120 + 2 * seconds));
    payer.poll(paymentId, token).expect(200);
  }

  @Test
  void preflights_of_any_origin_are_answered() {
    Browser page = service.browser().with("Origin", "https://shop.example");
    assertThat(
            page.send("OPTIONS", Payer.OPEN, "").expect(204).header("Access-Control-Allow-Origin"))
        .isEqualTo("*");
    page.send("OPTIONS", "/sdk/status/" + paymentId, "").expect(204);
    page.send("OPTIONS", SESSIONS, "").expect(405);
  }

  private static Reply authorized(String authorization) {
    return service
        .browser()
        .with("Authorization", authorization)
        .with("DPoP", proof())
        .get("/sdk/status/" + paymentId);
  }

  private static String proof() {
    return payer.pollProof(paymentId, token).sign();
  }

  private static void expectInvalidSession(Reply reply) {
    assertThat(reply.expectProblem(401, "INVALID_SESSION").header("WWW-Authenticate"))
        .isEqualTo(TOKEN_CHALLENGE);
  }

  /** Lets the codes that are there be so much older. */
  private static void age(String interval) {
    service
        .stored()
        .change("update session_code set expires_at = expires_at - ?::interval", interval);
  }

  private static String body(String name, String value) {
    return "{\"" + name + "\":\"" + value + "\"}";
  }
}
