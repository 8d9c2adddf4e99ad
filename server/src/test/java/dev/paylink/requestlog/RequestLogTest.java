package dev.paylink.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A merchant finds its own calls, nobody else's, and nobody else writes much into its log. */
final class RequestLogTest {
  private static final String LOG = "/merchant/requests";
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Stored STORED = SERVICE.stored();

  private final Browser merchant = SERVICE.signedIn();
  private final SignedCalls calls = SERVICE.calls();

  @Test
  void refused_call_is_found_by_its_id_with_what_it_needs_and_no_more() {
    Reply refused = calls.create("{\"amont\":\"1\"}");
    JsonNode entry = await(refused);
    assertThat(entry.propertyNames())
        .containsExactly(
            "requestId",
            "at",
            "method",
            "path",
            "status",
            "code",
            "durationMs",
            "key",
            "authenticated",
            "source",
            "idempotencyKey");
    assertThat(entry.required("method").asString()).isEqualTo("POST");
    assertThat(entry.required("path").asString()).isEqualTo("/sdk/server/create-payment");
    assertThat(entry.required("status").asInt()).isEqualTo(400);
    assertThat(entry.required("code").asString()).isEqualTo("INVALID_REQUEST");
    assertThat(entry.required("key").asString()).startsWith("key_");
    assertThat(entry.required("authenticated").asBoolean()).isTrue();
    assertThat(entry.required("source").asString()).isEqualTo("127.0.0.1");
    assertThat(entry.required("idempotencyKey").asString()).isNotEmpty();
    assertThat(stored()).doesNotContain(SERVICE.merchant().secretKey().reveal(), "amont");
  }

  @Test
  void successful_call_is_there_without_a_code_and_without_its_query() {
    Reply listed = calls.get("/sdk/server/payments?reference=a-secret-reference");
    JsonNode entry = await(listed.expect(200));
    assertThat(entry.required("code").isNull()).isTrue();
    assertThat(entry.required("path").asString()).isEqualTo("/sdk/server/payments");
    assertThat(stored()).doesNotContain("a-secret-reference");
  }

  @Test
  void wrong_secret_and_wrong_signature_are_told_apart_by_their_proof() {
    String key = SERVICE.merchant().apiKey();
    Reply wrong =
        SERVICE
            .browser()
            .with("X-API-Key", key)
            .with("X-Secret-Key", "sk_guessed_by_a_stranger")
            .get("/sdk/server/payments")
            .expectProblem(401, "INVALID_API_KEY");
    JsonNode entry = await(wrong);
    assertThat(entry.required("authenticated").asBoolean()).isFalse();
    assertThat(entry.required("code").asString()).isEqualTo("INVALID_API_KEY");
    Reply unsigned =
        SERVICE
            .browser()
            .with("X-API-Key", key)
            .with("X-Secret-Key", SERVICE.merchant().secretKey().reveal())
            .with("X-Timestamp", Long.toString(System.currentTimeMillis() / 1000))
            .with("X-Signature", "00".repeat(32))
            .get("/sdk/server/payments")
            .expectProblem(401, "INVALID_SIGNATURE");
    assertThat(await(unsigned).required("authenticated").asBoolean()).isTrue();
    assertThat(stored()).doesNotContain("sk_guessed_by_a_stranger");
  }

  @Test
  void stranger_who_names_a_key_fills_neither_the_log_nor_the_quota_of_its_merchant() {
    Reply made = newKey("victim@elsewhere.example");
    SignedCalls victim = SERVICE.calls(made);
    String key = made.text("apiKey");
    for (int source = 1; source <= 20; source++) {
      Browser stranger =
          SERVICE
              .browser()
              .from("127.0.1." + source)
              .with("X-API-Key", key)
              .with("X-Secret-Key", "wrong");
      for (int i = 0; i < 10; i++) {
        stranger.get("/sdk/server/payments").expect(401);
      }
    }
    String id = id(victim.get("/sdk/server/payments?limit=0"));
    Await.until("the merchant's own refusal is there", () -> !rows("authenticated", key).isEmpty());
    assertThat(rows("authenticated", key)).containsExactly(uuid(id));
    assertThat(rows("not authenticated", key)).hasSizeLessThanOrEqualTo(60);
  }

  @Test
  void unknown_key_leaves_nothing_behind() {
    Reply refused =
        SERVICE
            .browser()
            .with("X-API-Key", "pk_test_of_nobody")
            .with("X-Secret-Key", "x")
            .get("/sdk/server/payments");
    await(calls.get("/sdk/server/payments")); // written after it
    assertThat(
            STORED.texts("select id::text from request_log where id = ?::uuid", uuid(id(refused))))
        .isEmpty();
  }

  @Test
  void successes_are_bounded_and_refusals_go_on() {
    Reply made = newKey("busy@elsewhere.example");
    SignedCalls busy = SERVICE.calls(made);
    for (int i = 0; i < 100; i++) {
      busy.get("/sdk/server/payments").expect(200);
    }
    Reply refused = busy.get("/sdk/server/payments?limit=0").expectProblem(400, "INVALID_REQUEST");
    Await.until(
        "the refusal is there", () -> rows("code is not null", made.text("apiKey")).size() == 1);
    assertThat(rows("code is not null", made.text("apiKey"))).containsExactly(uuid(id(refused)));
    assertThat(rows("code is null", made.text("apiKey"))).hasSize(60);
  }

  @Test
  void log_is_filtered_and_paged_and_another_merchant_sees_nothing_of_it() {
    Reply refused =
        calls.get("/sdk/server/status/pay_unknown").expectProblem(404, "PAYMENT_NOT_FOUND");
    calls.get("/sdk/server/payments").expect(200);
    JsonNode entry = await(refused);
    await(calls.get("/sdk/server/payments").expect(200));
    assertThat(all("?status=404")).contains(id(refused));
    assertThat(all("?status=4xx")).contains(id(refused));
    assertThat(all("?status=2xx")).isNotEmpty().doesNotContain(id(refused));
    assertThat(all("?status=4xx&key=" + entry.required("key").asString())).contains(id(refused));
    assertThat(all("?key=key_01m7f2af8rf6bbkzqw38gvm8s8")).isEmpty();
    assertThat(all("?status=2xx&requestId=" + id(refused))).isEmpty();
    Reply first = merchant.get(LOG + "?limit=1").expect(200);
    Reply next = merchant.get(LOG + "?limit=1&after=" + first.text("nextCursor")).expect(200);
    assertThat(first.json().at("/data/0/requestId"))
        .isNotEqualTo(next.json().at("/data/0/requestId"));
    merchant
        .get(LOG + "?status=ok&key=x&after=x&requestId=x&limit=0&page=2")
        .expectProblem(400, "INVALID_REQUEST");
    SERVICE.browser().get(LOG).expectProblem(401, "NOT_SIGNED_IN");

    Browser other = SERVICE.register("log@elsewhere.example");
    assertThat(other.get(LOG + "?requestId=" + id(refused)).expect(200).json().at("/data").size())
        .isZero();
    assertThat(pages(other).get("/dashboard/requests?requestId=" + id(refused)).body())
        .contains("Nothing found");
    Guest own = pages(merchant);
    String page = own.get("/dashboard/requests?requestId=" + id(refused)).expect(200).body();
    assertThat(page).contains(id(refused), "PAYMENT_NOT_FOUND", "/sdk/server/status/pay_unknown");
    assertThat(own.get("/dashboard/requests?requestId=x").expect(200).body())
        .contains("Nothing found");
    assertThat(own.get("/dashboard/requests?status=4xx").expect(200).body()).contains(id(refused));
  }

  private static Guest pages(Browser signedIn) {
    return new Guest(SERVICE.baseUrl()).withCookie(signedIn.cookie());
  }

  /** A new merchant's active key. */
  private static Reply newKey(String email) {
    return SERVICE.activeKey(SERVICE.register(email), "{}");
  }

  /** The entry of an answered request, once it is written. */
  private JsonNode await(Reply reply) {
    AtomicReference<JsonNode> found = new AtomicReference<>();
    Await.until(
        id(reply) + " is in the log",
        () -> {
          JsonNode data =
              merchant.get(LOG + "?requestId=" + id(reply)).expect(200).json().required("data");
          found.set(data.path(0));
          return data.size() == 1;
        });
    return java.util.Objects.requireNonNull(found.get());
  }

  private List<String> all(String query) {
    return merchant.get(LOG + query).expect(200).each("requestId");
  }

  private static List<String> rows(String condition, String apiKey) {
    return STORED.texts(
        "select l.id::text from request_log l join api_key k on k.id = l.api_key_id"
            + " where k.api_key = ? and "
            + condition,
        apiKey);
  }

  private static String stored() {
    return String.join("\n", STORED.rows("request_log"));
  }

  private static String id(Reply reply) {
    return reply.header("X-Request-Id");
  }

  private static String uuid(String requestId) {
    return String.valueOf(dev.paylink.platform.id.TypeId.parse("req", requestId));
  }
}
