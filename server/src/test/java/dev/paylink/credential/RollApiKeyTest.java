package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A key is replaced without a gap, deleted for good, and shows who used it last. */
final class RollApiKeyTest {
  private static final String LIST = "/sdk/server/payments";
  private static final String KEYS = "/merchant/api-keys";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser MERCHANT = SERVICE.signedIn();

  @Test
  void new_key_has_the_same_settings_and_both_work_during_the_overlap() {
    Reply old =
        SERVICE.activeKey(
            MERCHANT,
            """
            {"label":"till","scopes":["payments:read"],"allowedSources":["127.0.0.0/8"],
             "expiresAt":"2031-01-02T03:04:05Z"}
            """);
    Instant before = Instant.now();
    Reply rolled = MERCHANT.post(path(old) + "/roll", "{\"overlapSeconds\":3600}").expect(201);
    assertThat(rolled.header("Cache-Control")).isEqualTo("no-store");
    assertThat(rolled.text("apiKey")).isNotEqualTo(old.text("apiKey"));
    assertThat(rolled.text("label")).isEqualTo("till");
    assertThat(rolled.json().required("active").asBoolean()).isTrue();
    for (String same : new String[] {"scopes", "allowedSources", "expiresAt", "limit"}) {
      assertThat(rolled.json().required(same)).as(same).isEqualTo(old.json().required(same));
    }
    SERVICE.calls(old).get(LIST).expect(200);
    SERVICE.calls(rolled).get(LIST).expect(200);
    SERVICE.calls(rolled).create("{}").expectProblem(403, "SCOPE_MISSING");
    JsonNode replaced = rolled.json().required("replaces");
    assertThat(replaced.required("id").asString()).isEqualTo(old.text("id"));
    assertThat(replaced.required("replacedBy").asString()).isEqualTo(rolled.text("id"));
    assertThat(Instant.parse(replaced.required("expiresAt").asString()))
        .isBetween(before.plus(Duration.ofMinutes(59)), Instant.now().plus(Duration.ofMinutes(61)));
    assertThat(SERVICE.stored().audit(SERVICE.merchant().merchantId()).getLast())
        .startsWith("api_key.rolled by ")
        .contains(old.text("id") + " active", "> " + rolled.text("id") + " active")
        .doesNotContain(rolled.text("secretKey"));
  }

  @Test
  void without_an_overlap_the_old_key_ends_at_once() {
    Reply old = SERVICE.activeKey(MERCHANT, "{}");
    SERVICE.calls(old).get(LIST).expect(200);
    Reply rolled = MERCHANT.post(path(old) + "/roll", "{\"overlapSeconds\":0}").expect(201);
    SERVICE.calls(old).get(LIST).expectProblem(401, "INVALID_API_KEY");
    SERVICE.calls(rolled).get(LIST).expect(200);
    assertThat(rolled.json().required("expiresAt").isNull()).isTrue();
  }

  @Test
  void overlap_is_a_day_if_nothing_is_said_and_never_outlives_the_key() {
    Instant day = Instant.now().plus(Duration.ofDays(1));
    assertThat(end(MERCHANT.post(path(SERVICE.activeKey(MERCHANT, "{}")) + "/roll").expect(201)))
        .isBetween(day.minusSeconds(60), day.plusSeconds(600));
    Instant sooner = Instant.now().plusSeconds(1800).truncatedTo(ChronoUnit.MILLIS);
    Reply old = SERVICE.activeKey(MERCHANT, "{\"expiresAt\":\"" + sooner + "\"}");
    assertThat(end(MERCHANT.post(path(old) + "/roll", "{}").expect(201))).isEqualTo(sooner);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "604801", "1.5", "\"60\""})
  void other_overlap_is_refused(String seconds) {
    Reply key = SERVICE.activeKey(MERCHANT, "{}");
    Reply refused = MERCHANT.post(path(key) + "/roll", "{\"overlapSeconds\":" + seconds + "}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("overlapSeconds");
    MERCHANT.post(path(key) + "/roll", "{\"overlapSeconds\":604800}").expect(201);
  }

  @Test
  void rolled_expired_and_foreign_keys_are_not_rolled() {
    Reply old = SERVICE.activeKey(MERCHANT, "{}");
    MERCHANT.post(path(old) + "/roll").expect(201);
    MERCHANT.post(path(old) + "/roll").expectProblem(409, "KEY_ALREADY_ROLLED");
    Reply expired = SERVICE.activeKey(MERCHANT, "{}");
    SERVICE
        .stored()
        .change("update api_key set expires_at = now() where api_key = ?", expired.text("apiKey"));
    MERCHANT.post(path(expired) + "/roll").expectProblem(409, "KEY_EXPIRED");
    for (String id : new String[] {"key_01jgfj2v00e8z9k1k2k3k4k5k6", "nonsense"}) {
      MERCHANT.post(KEYS + "/" + id + "/roll").expectProblem(404, "KEY_NOT_FOUND");
      MERCHANT.delete(KEYS + "/" + id).expectProblem(404, "KEY_NOT_FOUND");
    }
  }

  @Test
  void deleted_key_is_refused_gone_from_the_list_and_kept_in_the_audit_log() {
    Reply key = SERVICE.activeKey(MERCHANT, "{\"label\":\"gone\"}");
    SERVICE.calls(key).get(LIST).expect(200);
    MERCHANT.delete(path(key)).expect(204);
    SERVICE.calls(key).get(LIST).expectProblem(401, "INVALID_API_KEY");
    assertThat(MERCHANT.get(KEYS).body()).doesNotContain(key.text("id"));
    MERCHANT.post(path(key) + "/activate").expectProblem(404, "KEY_NOT_FOUND");
    MERCHANT.delete(path(key)).expectProblem(404, "KEY_NOT_FOUND");
    assertThat(SERVICE.stored().audit(SERVICE.merchant().merchantId()).getLast())
        .startsWith("api_key.deleted by ")
        .endsWith(" : " + key.text("id") + " active, limit 600 > -");
  }

  @Test
  void last_use_says_when_and_from_where() {
    Reply key = SERVICE.activeKey(MERCHANT, "{}");
    SERVICE.calls(key).get(LIST).expect(200);
    Await.until(
        "the use is written",
        () ->
            MERCHANT
                .get(KEYS)
                .body()
                .matches(
                    ".*\"id\":\"%s\"[^}]*\"lastUsedAt\":\"[^\"]+\",\"lastUsedFrom\":\"127.0.0.1\".*"
                        .formatted(key.text("id"))));
  }

  private static Instant end(Reply rolled) {
    return Instant.parse(rolled.json().required("replaces").required("expiresAt").asString());
  }

  private static String path(Reply key) {
    return KEYS + "/" + key.text("id");
  }
}
