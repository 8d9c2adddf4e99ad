package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key works until it expires, from where it may, and is changed in any of it. */
final class KeySettingsTest {
  private static final String LIST = "/sdk/server/payments";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser MERCHANT = SERVICE.signedIn();

  @Test
  void key_works_from_its_ranges_only() {
    for (String own : new String[] {"127.0.0.1", "127.0.0.0/8", "10.0.0.0/8\",\"127.0.0.1/32"}) {
      SERVICE
          .calls(SERVICE.activeKey(MERCHANT, "{\"allowedSources\":[\"" + own + "\"]}"))
          .get(LIST)
          .expect(200);
    }
    for (String foreign : new String[] {"127.0.0.2", "10.0.0.0/8", "::1", "::/0"}) {
      Reply key = SERVICE.activeKey(MERCHANT, "{\"allowedSources\":[\"" + foreign + "\"]}");
      Reply refused = SERVICE.calls(key).get(LIST).expectProblem(401, "INVALID_API_KEY");
      Reply unknown = new SignedCalls(SERVICE.baseUrl(), "pk_" + foreign, "sk_unknown").get(LIST);
      assertThat(refused.bodyWithoutRequestId()).isEqualTo(unknown.bodyWithoutRequestId());
    }
  }

  @Test
  void key_works_from_no_ipv6_address_outside_of_its_ranges() {
    try (TestService behind = TestService.builder().trustedProxies("127.0.0.1").start()) {
      Browser merchant = behind.signedIn();
      Reply ofSixth =
          behind.activeKey(merchant, "{\"allowedSources\":[\"2001:db8:1::/48\",\"::1\"]}");
      Reply ofFourth = behind.activeKey(merchant, "{\"allowedSources\":[\"192.0.2.0/24\"]}");
      SignedCalls sixth = behind.calls(ofSixth);
      SignedCalls fourth = behind.calls(ofFourth);
      for (String own : new String[] {"2001:db8:1::1", "2001:DB8:1:ffff::2", "::1"}) {
        sixth.with("X-Forwarded-For", own).get(LIST).expect(200);
      }
      fourth.with("X-Forwarded-For", "192.0.2.9").get(LIST).expect(200);
      for (String foreign :
          new String[] {"2001:db8:2::1", "2001:db8:0:ffff::1", "::2", "fe80::1", "192.0.2.9"}) {
        sixth.with("X-Forwarded-For", foreign).get(LIST).expectProblem(401, "INVALID_API_KEY");
      }
      for (String foreign : new String[] {"2001:db8:1::1", "::c000:209", "64:ff9b::192.0.2.9"}) {
        fourth.with("X-Forwarded-For", foreign).get(LIST).expectProblem(401, "INVALID_API_KEY");
      }
    }
  }

  @Test
  void expired_key_is_refused_as_unknown() {
    Reply key =
        SERVICE.activeKey(
            MERCHANT, "{\"expiresAt\":\"" + Instant.now().plus(Duration.ofDays(1)) + "\"}");
    SignedCalls calls = SERVICE.calls(key);
    calls.get(LIST).expect(200);
    SERVICE
        .stored()
        .change("update api_key set expires_at = now() where api_key = ?", key.text("apiKey"));
    MERCHANT.put(path(key), "{\"label\":\"forgets what is cached\"}").expect(200);
    calls.get(LIST).expectProblem(401, "INVALID_API_KEY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"expiresAt\":\"2020-01-01T00:00:00Z\"",
        "\"expiresAt\":\"9999-01-01T00:00:00Z\"",
        "\"expiresAt\":\"tomorrow\"",
        "\"expiresAt\":1",
        "\"allowedSources\":[]",
        "\"allowedSources\":[\"10.0.0.0/33\"]",
        "\"allowedSources\":[\"example.com\"]",
        "\"allowedSources\":[\"\"]",
        "\"allowedSources\":\"10.0.0.0/8\"",
        "\"signatureVersion\":2"
      })
  void other_settings_are_refused(String field) {
    String name = field.substring(1, field.indexOf('"', 1));
    Reply refused = MERCHANT.post("/merchant/api-keys", "{" + field + "}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").faultyFields()).containsExactly(name);
    Reply key = SERVICE.activeKey(MERCHANT, "{}");
    assertThat(MERCHANT.put(path(key), "{" + field + "}").expect(400).faultyFields())
        .containsExactly(name);
  }

  @Test
  void change_leaves_what_is_not_sent_and_null_takes_a_restriction_away() {
    Reply key =
        SERVICE.activeKey(
            MERCHANT,
            """
            {"label":"till","scopes":["payments:read"],"expiresAt":"2031-01-02T03:04:05Z",
             "allowedSources":["127.0.0.0/8"]}
            """);
    Reply narrowed = MERCHANT.put(path(key), "{\"scopes\":[\"events:read\"]}").expect(200);
    assertThat(narrowed.body())
        .contains(
            """
            "scopes":["events:read"],"expiresAt":"2031-01-02T03:04:05.000Z",\
            "allowedSources":["127.0.0.0/8"]\
            """)
        .contains("\"label\":\"till\"");
    SERVICE.calls(key).get(LIST).expectProblem(403, "SCOPE_MISSING");
    Reply widened =
        MERCHANT
            .put(
                path(key),
                "{\"label\":null,\"scopes\":null,\"expiresAt\":null,\"allowedSources\":null}")
            .expect(200);
    assertThat(widened.body())
        .contains(
            """
            "scopes":null,"expiresAt":null,"allowedSources":null\
            """)
        .contains("\"label\":null");
    SERVICE.calls(key).get(LIST).expect(200);
    Await.until( // once its last use is written
        "the list tells the same as the change",
        () ->
            MERCHANT
                .get("/merchant/api-keys")
                .json()
                .required("data")
                .get(0)
                .toString()
                .equals(MERCHANT.put(path(key), "{}").expect(200).body()));
  }

  private static String path(Reply key) {
    return "/merchant/api-keys/" + key.text("id");
  }
}
