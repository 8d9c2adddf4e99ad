package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.FactorRule;
import dev.paylink.account.RealmKind;
import dev.paylink.account.signin.AccountSessions;
import dev.paylink.account.signin.KnownDevices;
import dev.paylink.dashboard.Guest;
import dev.paylink.mail.Outbox;
import dev.paylink.operator.account.AdminToken;
import dev.paylink.operator.account.OperatorLetters;
import dev.paylink.operator.account.OperatorLog;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The desk is open to whoever holds the admin token, and to nobody on another site's behalf. */
final class DeskDoorTest extends DeskTest {
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
    Guest operator = anyone();
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
    String copied = operator.cookie();
    operator.post("/admin/desk/sign-out").expect(303);
    operator.get("/admin").expect(303);
    anyone().withCookie(copied).get("/admin").expect(303);
  }

  @Test
  void behind_tls_the_cookie_is_never_sent_without() {
    AdminToken token =
        new AdminToken(new Secret("a token"), true, new FailureLimiter(Buckets.local()));
    Jdbi jdbi = Jdbi.create(service.databaseUrl());
    AccountSessions people =
        new AccountSessions(
            jdbi,
            RealmKind.INSTANCE,
            OperatorSessions.ofPeople(Duration.ofMinutes(10)),
            new FactorRule(false, IllegalStateException::new),
            new KnownDevices(
                new Vault(List.of(new Secret("a key for the vault"))),
                RealmKind.INSTANCE,
                InstantSource.system()));
    DeskSessions secure =
        new DeskSessions(
            new OperatorSessions(
                jdbi,
                new OperatorLog(jdbi, new OperatorLetters(Outbox.OFF, null)),
                token,
                people,
                Duration.ofMinutes(10)),
            true);
    assertThat(secure.cookie(new Secret("x")))
        .startsWith("__Secure-paylink-desk=x;")
        .endsWith("; Secure");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wrong", "the-admin-token-of-test", "the-admin-token-of-testsx"})
  void any_other_token_opens_nothing(String token) {
    Reply refused = anyone().post("/admin/desk/sign-in", "token", token).expect(400);
    assertThat(refused.header("Set-Cookie")).isEmpty();
    assertThat(refused.body()).contains("Admin token is ").doesNotContain(TestService.ADMIN_TOKEN);
  }

  /** Whoever guesses the admin token waits, on the pages and on the calls alike. */
  @Test
  void after_ten_wrong_tokens_not_even_the_right_one_is_looked_at() {
    String source = "127.0.0.9"; // the other tests go on
    Guest signedInBefore = anyone().from(source).signInAtDesk();
    Guest guessing = anyone().from(source);
    UsedUp.by(10, 400, () -> guessing.post("/admin/desk/sign-in", "token", "guess"));
    Reply refused =
        guessing.post("/admin/desk/sign-in", "token", TestService.ADMIN_TOKEN).expect(429);
    assertThat(refused.body()).contains("Too many failed attempts");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    service
        .operator()
        .from(source)
        .get("/admin/merchants")
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    signedInBefore.get("/admin").expect(200);
  }

  @Test
  void a_session_lasts_eight_hours_and_no_longer() {
    Guest operator = operator();
    assertThat(shift("7 hours 59 minutes")).isPositive();
    operator.get("/admin").expect(200);
    assertThat(shift("1 minute")).isPositive();
    operator.get("/admin").expect(303);
  }

  /** Lets all sessions be that much older. */
  private static int shift(String time) {
    return service
        .stored()
        .change("update token_session set expires_at = expires_at - cast(? as interval)", time);
  }

  @Test
  void a_forged_cookie_opens_nothing_and_the_database_knows_no_token() {
    String good = operator().cookie();
    String token = good.substring(good.indexOf('=') + 1);
    for (String forged :
        new String[] {
          good.substring(0, good.length() - 2) + (good.endsWith("AA") ? "BB" : "AA"),
          good.replace("plt_", "pls_"),
          good + "x",
          "paylink_desk=" + token.substring(1),
          "paylink_desk="
        }) {
      anyone().withCookie(forged).get("/admin").expect(303);
    }
    anyone().withCookie(good).get("/admin").expect(200);
    assertThat(service.stored().rows("token_session").toString()).doesNotContain(token);
    assertThat(service.logged()).doesNotContain(token);
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
    Guest operator = operator().with(header, value);
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
  void the_public_listener_has_no_desk() {
    new Guest(service.baseUrl()).get("/admin").expect(404);
  }
}
