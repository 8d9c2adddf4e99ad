package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Version 2 of the signature binds the idempotency key; a key may require it. */
final class SignatureVersionTest {
  @AutoClose private static TestService service;
  private static Browser merchant;

  @BeforeAll
  static void start() {
    service = TestService.start();
    merchant = service.signedIn();
  }

  private Reply key;
  private SignedCalls calls;

  @BeforeEach
  void makeKey() {
    key = merchant.post("/merchant/api-keys", "{}").expect(201);
    calls = new SignedCalls(service.baseUrl(), key.text("apiKey"), key.text("secretKey"));
    merchant.post(path() + "/activate").expect(200);
  }

  /** What the signature of the first version allows, and of the second does not. */
  @Test
  void captured_request_cannot_be_sent_under_another_idempotency_key() {
    calls.create("original", "{}").expect(200);
    calls.create("another-1", "{}").expect(200); // signed alike, if within the same second
    SignedCalls second = calls.inVersion("2").signing("captured");
    Reply created = second.create("captured", "{}").expect(200);
    Reply refused = second.create("another-2", "{}").expectProblem(401, "INVALID_SIGNATURE");
    assertThat(refused.text("canonical")).endsWith("\nanother-2");
    Reply replayed = second.create("captured", "{}").expect(200);
    assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replayed.body()).isEqualTo(created.body());
    assertThat(service.stored().texts("select id from payment where idempotency_key = 'another-2'"))
        .isEmpty();
  }

  @Test
  void version_cannot_be_taken_away_from_a_captured_request() {
    SignedCalls second = calls.inVersion("2");
    second.without("X-Signature-Version").create("{}").expectProblem(401, "INVALID_SIGNATURE");
    second.with("X-Signature-Version", "1").create("{}").expectProblem(401, "INVALID_SIGNATURE");
    calls.with("X-Signature-Version", "2").create("{}").expectProblem(401, "INVALID_SIGNATURE");
    calls.with("X-Signature-Version", "1").create("{}").expect(200);
    second.create("{}").expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "02", "2.0", "v2", "1, 2", "two"})
  void other_version_is_refused(String version) {
    Reply refused = calls.with("X-Signature-Version", version).create("{}");
    assertThat(refused.expectProblem(401, "INVALID_SIGNATURE").text("detail"))
        .contains("X-Signature-Version must be 1 or 2");
  }

  @Test
  void call_without_an_idempotency_key_signs_an_empty_fifth_line() {
    SignedCalls second = calls.inVersion("2");
    String payment = second.create("{}").expect(200).text("paymentId");
    second.getSigned("/sdk/server/payments?limit=1").expect(200);
    second.cancel(payment).expect(200);
    Reply refused = second.with("X-Signature", "00".repeat(32)).cancel(payment);
    assertThat(refused.expectProblem(401, "INVALID_SIGNATURE").text("canonical").split("\n", -1))
        .hasSize(5)
        .endsWith("");
  }

  @Test
  void key_that_requires_version_2_refuses_version_1_and_says_what_to_sign() {
    require(2).expect(200);
    Reply refused = calls.create("order-7", "{}").expectProblem(401, "INVALID_SIGNATURE");
    assertThat(refused.text("detail")).contains("requires X-Signature-Version: 2");
    assertThat(refused.text("canonical").split("\n", -1)).hasSize(5).endsWith("order-7");
    calls.with("X-Signature-Version", "1").create("{}").expectProblem(401, "INVALID_SIGNATURE");
    calls.getSigned("/sdk/server/payments").expectProblem(401, "INVALID_SIGNATURE");
    calls.get("/sdk/server/payments").expect(200); // needs no signature
    calls.inVersion("2").create("order-7", "{}").expect(200);
    require(1).expect(200);
    calls.create("{}").expect(200);
    calls.inVersion("2").create("{}").expect(200);
  }

  @Test
  void what_a_key_requires_is_shown_recorded_and_the_owners_to_change() {
    assertThat(require(2).expect(200).json().required("signatureVersion").asInt()).isEqualTo(2);
    assertThat(require(2).expect(200).json().required("signatureVersion").asInt()).isEqualTo(2);
    assertThat(
            service.stored().audit(merchant.get("/merchant/profile").text("merchantId")).getLast())
        .startsWith("api_key.changed by ")
        .endsWith(", limit 600 > " + key.text("id") + " active, limit 600, signature version 2");
    for (String body :
        new String[] {
          "{\"signatureVersion\":0}",
          "{\"signatureVersion\":3}",
          "{\"signatureVersion\":\"2\"}",
          "{\"limit\":5}"
        }) {
      merchant.put(path(), body).expectProblem(400, "INVALID_REQUEST");
    }
    Browser stranger = service.browser();
    stranger
        .post(
            "/merchant/register",
            "{\"email\":\"%s@example.com\",\"password\":\"correct horse battery\",\"businessName\":\"E\"}"
                .formatted(UUID.randomUUID()))
        .expect(201);
    stranger.put(path(), "{\"signatureVersion\":1}").expectProblem(404, "KEY_NOT_FOUND");
    service.browser().put(path(), "{\"signatureVersion\":1}").expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void java_client_satisfies_a_key_that_requires_version_2() {
    require(2).expect(200);
    PaymentLinkClient client =
        PaymentLinkClient.at(service.baseUrl(), key.text("apiKey"), key.text("secretKey"));
    String id = client.create(NewPayment.builder().build(), "client-1").paymentId();
    assertThat(client.status(id).paymentId()).isEqualTo(id);
    client.cancel(id);
  }

  private Reply require(int version) {
    return merchant.put(path(), "{\"signatureVersion\":" + version + "}");
  }

  private String path() {
    return "/merchant/api-keys/" + key.text("id");
  }
}
