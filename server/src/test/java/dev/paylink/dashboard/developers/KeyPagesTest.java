package dev.paylink.dashboard.developers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.credential.KeyScope;
import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The PAGES of keys follow the rules of the calls, without any script. */
final class KeyPagesTest {
  private static final String KEYS = "/dashboard/keys";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser MERCHANT = SERVICE.signedIn();
  private static final Guest PAGES = new Guest(SERVICE.baseUrl()).withCookie(MERCHANT.cookie());

  @Test
  void untouched_form_makes_a_key_without_restrictions() {
    assertThat(PAGES.get(KEYS).body())
        .containsPattern("name=\"payments:create\" type=\"checkbox\" checked")
        .contains("<details class=\"raw\">");
    createKey("plain").expect(200);
    assertThat(newest().toString())
        .contains("\"scopes\":null,\"expiresAt\":null,\"allowedSources\":null");
  }

  /** As an older page that is still open somewhere sends it. */
  @Test
  void form_without_the_boxes_says_nothing_about_permissions() {
    PAGES.post(KEYS, "label", "older").expect(200);
    assertThat(newest().required("scopes").isNull()).isTrue();
  }

  @Test
  void restrictions_are_kept_shown_and_changed() {
    Reply created =
        PAGES.post(
            KEYS,
            "label",
            "till",
            "scopes",
            "listed",
            "payments:read",
            "on",
            "events:read",
            "on",
            "expiresAt",
            "2031-05-01",
            "allowedSources",
            "203.0.113.0/24\r\n2001:db8::/32");
    created.expect(200);
    assertThat(newest().toString())
        .contains(
            """
            "scopes":["payments:read","events:read"],"expiresAt":"2031-05-01T00:00:00.000Z",\
            "allowedSources":["203.0.113.0/24","2001:db8::/32"]\
            """);
    String path = KEYS + "/" + newest().required("id").asString();
    assertThat(PAGES.get(path).expect(200).body())
        .contains("value=\"2031-05-01\"", "203.0.113.0/24\n2001:db8::/32")
        .containsPattern("name=\"events:read\" type=\"checkbox\" checked")
        .doesNotContainPattern("name=\"payments:create\" type=\"checkbox\" checked");
    assertThat(PAGES.get(KEYS).body()).contains("payments:read, events:read");
    Reply saved =
        PAGES.post(path, "label", "", "scopes", "listed", "payments:create", "on").expect(303);
    assertThat(PAGES.get(saved.header("Location")).body()).contains("The key is saved.");
    assertThat(newest().toString())
        .contains("\"label\":null")
        .contains(
            """
            "scopes":["payments:create"],"expiresAt":null,"allowedSources":null\
            """);
  }

  @Test
  void day_that_is_left_as_shown_keeps_its_hour() {
    createKey("hours").expect(200);
    String id = newest().required("id").asString();
    MERCHANT
        .put("/merchant/api-keys/" + id, "{\"expiresAt\":\"2031-05-01T13:14:15Z\"}")
        .expect(200);
    PAGES.post(KEYS + "/" + id, "payments:read", "on", "expiresAt", "2031-05-01").expect(303);
    assertThat(newest().required("expiresAt").asString()).isEqualTo("2031-05-01T13:14:15.000Z");
    PAGES.post(KEYS + "/" + id, "payments:read", "on", "expiresAt", "2031-05-02").expect(303);
    assertThat(newest().required("expiresAt").asString()).isEqualTo("2031-05-02T00:00:00.000Z");
  }

  @Test
  void faults_stand_beside_their_fields_and_what_was_typed_is_kept() {
    String refused =
        PAGES
            .post(
                KEYS,
                "label",
                "kept",
                "scopes",
                "listed",
                "expiresAt",
                "2020-01-01",
                "allowedSources",
                "example.com")
            .expect(400)
            .body();
    assertThat(refused)
        .contains(
            "A key must have at least one scope.",
            "Expiry must be in the future.",
            "Each entry must be an address or a range such as",
            "value=\"kept\"",
            "value=\"2020-01-01\"",
            ">example.com</textarea>",
            "<details class=\"raw\" open>");
  }

  @Test
  void rolled_key_shows_the_new_secret_once_and_until_when_the_old_one_works() {
    createKey("old").expect(200);
    String old = newest().required("id").asString();
    String path = KEYS + "/" + old;
    String page = PAGES.post(path + "/roll", "overlapSeconds", "3600").expect(200).body();
    String secret = Guest.found(page, "(sk_test_\\w{40})");
    assertThat(page).contains("The old key works until").doesNotContain("Its secret is shown once");
    String next = newest().required("id").asString();
    assertThat(PAGES.get(path).body())
        .contains(KEYS + "/" + next)
        .doesNotContain(secret)
        .doesNotContain("Roll…");
    assertThat(PAGES.get(KEYS + "/" + next).body()).contains("Roll…").doesNotContain(secret);
    assertThat(PAGES.post(path + "/roll", "overlapSeconds", "3600").expect(409).body())
        .contains("This key was already replaced");
    assertThat(PAGES.post(KEYS + "/" + next + "/roll", "overlapSeconds", "-1").expect(400).body())
        .contains("How long the old key keeps working must be a whole number");
  }

  @Test
  void expired_key_is_said_to_be_expired() {
    createKey("late").expect(200);
    String path = KEYS + "/" + newest().required("id").asString();
    SERVICE
        .stored()
        .change(
            "update api_key set expires_at = ? where label = 'late'",
            Instant.now().minus(Duration.ofDays(1)));
    assertThat(PAGES.get(path).body()).contains("This key has expired.").doesNotContain("Roll…");
    assertThat(PAGES.get(KEYS).body()).contains(">Expired<");
  }

  @Test
  void deleted_key_is_gone_and_strangers_delete_nothing() {
    createKey("gone").expect(200);
    String path = KEYS + "/" + newest().required("id").asString();
    Guest stranger = new Guest(SERVICE.baseUrl()).withCookie(SERVICE.register().cookie());
    for (String act : new String[] {"", "/roll", "/delete", "/activate", "/deactivate"}) {
      stranger.post(path + act, "payments:read", "on").expect(404);
    }
    stranger.get(path).expect(404);
    Reply done = PAGES.post(path + "/delete").expect(303);
    assertThat(PAGES.get(done.header("Location")).body()).contains("The key is deleted.");
    PAGES.get(path).expect(404);
  }

  /** Sends the form of a new key as it stands at first, with every box ticked but one. */
  private static Reply createKey(String label) {
    List<String> fields = new ArrayList<>(List.of("label", label, "scopes", "listed"));
    for (KeyScope scope : KeyScope.values()) {
      if (scope != KeyScope.WEBHOOKS_WRITE) {
        fields.addAll(List.of(scope.text(), "on"));
      }
    }
    return PAGES.post(KEYS, fields.toArray(String[]::new));
  }

  private static JsonNode newest() {
    return MERCHANT.get("/merchant/api-keys").expect(200).json().required("data").get(0);
  }
}
