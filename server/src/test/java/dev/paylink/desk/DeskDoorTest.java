package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The desk is open to whoever holds the admin token, and to nobody on another site's behalf. */
final class DeskDoorTest extends DeskTest {
  private static final Secret TOKEN = new Secret(TestService.ADMIN_TOKEN);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin",
        "/admin/desk/review",
        "/admin/desk/merchants",
        "/admin/desk/merchants/mer_x",
        "/admin/desk/deliveries",
        "/admin/desk/mismatches",
        "/admin/desk/nothing/here"
      })
  void who_is_not_signed_in_is_led_to_the_sign_in_page_and_back(String path) {
    String location = anyone().get(path).expect(303).header("Location");
    assertThat(location).startsWith("/admin/desk/sign-in");
    String next = path.equals("/admin") ? "" : "?next=" + path.replace("/", "%2F");
    assertThat(location).endsWith(next);
    anyone().post("/admin/desk/merchants/mer_x/redeliver").expect(303);
  }

  @Test
  void the_token_opens_a_session_that_signing_out_ends() {
    DeskBrowser operator = anyone();
    Reply opened =
        operator.post(
            "/admin/desk/sign-in",
            "token",
            " " + TestService.ADMIN_TOKEN + " ",
            "next",
            "/admin/desk/merchants?status=Suspended");
    assertThat(opened.expect(303).header("Location"))
        .isEqualTo("/admin/desk/merchants?status=Suspended");
    assertThat(opened.header("Set-Cookie"))
        .contains("; Max-Age=28800; Path=/admin; HttpOnly; SameSite=Strict")
        .doesNotContain("Secure", TestService.ADMIN_TOKEN);
    assertThat(operator.get("/admin").expect(200).header("Cache-Control")).isEqualTo("no-store");
    operator.post("/admin/desk/sign-out").expect(303);
    operator.get("/admin").expect(303);
  }

  @Test
  void behind_tls_the_cookie_is_never_sent_without() {
    assertThat(new DeskSessions(TOKEN, true, InstantSource.system()).begin())
        .startsWith("__Secure-paylink-desk=")
        .endsWith("; Secure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wrong", "the-admin-token-of-test", "the-admin-token-of-testsx"})
  void any_other_token_opens_nothing(String token) {
    Reply refused = anyone().post("/admin/desk/sign-in", "token", token).expect(400);
    assertThat(refused.header("Set-Cookie")).isEmpty();
    assertThat(refused.body()).contains("Admin token is ").doesNotContain(TestService.ADMIN_TOKEN);
  }

  @Test
  void a_session_lasts_eight_hours_and_no_second_longer() {
    anyone().withCookie(begunAgo(Duration.ofHours(8).minusMinutes(1))).get("/admin").expect(200);
    anyone().withCookie(begunAgo(Duration.ofHours(8))).get("/admin").expect(303);
  }

  @Test
  void a_forged_cookie_or_one_of_another_token_opens_nothing() {
    String good = operator().cookie();
    String until = good.substring(good.indexOf('=') + 1, good.indexOf('.'));
    String later = Long.toString(Long.parseLong(until) + 1);
    for (String forged :
        new String[] {
          good.replace(until, later),
          good.substring(0, good.length() - 1) + (good.endsWith("A") ? "B" : "A"),
          good.substring(0, good.indexOf('.') + 1),
          "paylink_desk=" + until,
          "paylink_desk=x." + good.substring(good.indexOf('.') + 1),
          "paylink_desk=",
          new DeskSessions(new Secret("another token"), false, InstantSource.system()).begin()
        }) {
      anyone().withCookie(forged).get("/admin").expect(303);
    }
    anyone().withCookie(good).get("/admin").expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, https://evil.example",
    "Origin, null",
    "Origin, http://127.0.0.1:1",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void a_form_of_another_site_changes_nothing(String header, String value) {
    DeskBrowser operator = operator().with(header, value);
    assertThat(operator.post("/admin/desk/merchants/mer_x/redeliver").expect(403).body())
        .contains("from its own pages only");
    operator.post("/admin/desk/sign-in", "token", TestService.ADMIN_TOKEN).expect(403);
    operator.post("/admin/desk/sign-out").expect(403);
  }

  @Test
  void a_form_of_its_own_pages_is_taken() {
    operator()
        .with("Origin", service.internalUrl().toString())
        .with("Sec-Fetch-Site", "same-origin")
        .post("/admin/desk/merchants/mer_x/redeliver")
        .expect(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "//evil.example/admin",
        "/admin/desk//evil.example",
        "/admin\\@evil.example",
        "/adminevil",
        "/admin/merchants",
        "/dashboard"
      })
  void signing_in_leads_nowhere_else(String next) {
    assertThat(
            anyone()
                .post("/admin/desk/sign-in", "token", TestService.ADMIN_TOKEN, "next", next)
                .expect(303)
                .header("Location"))
        .isEqualTo("/admin");
  }

  @Test
  void a_page_that_is_none_is_a_friendly_404() {
    assertThat(operator().get("/admin/desk/nothing/here").expect(404).body())
        .contains("Page not found");
    operator().get("/admin/desk/merchants/mer_01jgfj2v00e8z9k1k2k3k4k5k6").expect(404);
    operator().get("/admin/desk/merchants?cursor=x").expect(400);
  }

  @Test
  void beside_the_calls_a_browser_gets_a_page_and_a_program_json() {
    Reply page = operator().with("Accept", "text/html").get("/admin/nothing").expect(404);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    operator().get("/admin/nothing").expectProblem(404, "NOT_FOUND");
    operator()
        .with("Accept", "text/html")
        .get("/admin/merchants")
        .expectProblem(401, "INVALID_ADMIN_TOKEN");
  }

  @Test
  void the_calls_beside_the_pages_stay_the_tokens_alone() {
    operator().get("/admin/merchants").expectProblem(401, "INVALID_ADMIN_TOKEN");
    service.operator().get("/admin/merchants").expect(200);
  }

  @Test
  void the_public_listener_has_no_desk() {
    new DeskBrowser(service.baseUrl()).get("/admin").expect(404);
  }

  private static String begunAgo(Duration ago) {
    return new DeskSessions(TOKEN, false, InstantSource.fixed(Instant.now().minus(ago))).begin();
  }
}
