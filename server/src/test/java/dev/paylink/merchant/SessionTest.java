package dev.paylink.merchant;

import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session lasts seven days of the database's clock, or until its owner ends it. */
final class SessionTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  @Test
  void over_http_the_cookie_is_for_this_host_and_hidden_from_scripts() {
    Reply reply =
        SERVICE.browser().post("/merchant/register", registration(People.newEmail())).expect(201);
    assertThat(reply.header("Set-Cookie"))
        .matches(
            "paylink_session=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax");
  }

  @Test
  void over_https_the_cookie_is_secure_and_bound_to_the_host() {
    try (TestService service = TestService.builder().baseUrl("https://pay.example.com").start()) {
      Browser browser = service.browser();
      Reply reply = browser.post("/merchant/register", registration("a@example.com")).expect(201);
      assertThat(reply.header("Set-Cookie"))
          .matches(
              "__Host-paylink=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax;"
                  + " Secure");
      browser.get("/merchant/profile").expect(200);
      String token = browser.cookie().split("=", 2)[1];
      browser.withCookie("paylink_session=" + token).get("/merchant/profile").expect(401);
    }
  }

  @Test
  void logging_out_ends_the_session_also_for_who_kept_the_cookie() {
    Browser browser = SERVICE.register();
    String cookie = browser.cookie();
    Reply reply = browser.post("/merchant/logout").expect(204);
    assertThat(reply.body()).isEmpty();
    assertThat(reply.header("Set-Cookie"))
        .isEqualTo("paylink_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    browser.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    SERVICE.browser().withCookie(cookie).get("/merchant/profile").expect(401);
    SERVICE.browser().post("/merchant/logout").expect(204);
  }

  @Test
  void logging_out_leaves_the_other_sessions_alone() {
    Browser first = SERVICE.browser();
    Browser second = SERVICE.browser();
    String form = registration(People.newEmail());
    first.post("/merchant/register", form).expect(201);
    String login = form.replace(",\"businessName\":\"Analytical Engines\"", "");
    second.post("/merchant/login", login).expect(200);
    first.post("/merchant/logout").expect(204);
    second.get("/merchant/profile").expect(200);
  }

  @Test
  void an_expired_session_is_none_and_the_next_sign_in_clears_it_away() {
    Browser browser = SERVICE.browser();
    String form = registration(People.newEmail());
    String id = browser.post("/merchant/register", form).expect(201).text("merchantId");
    expire(id);
    browser.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    browser
        .post("/merchant/login", form.replace(",\"businessName\":\"Analytical Engines\"", ""))
        .expect(200);
    assertThat(SERVICE.stored().rows("account_session"))
        .filteredOn(row -> row.contains(Stored.uuid(id).toString()))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paylink_session",
        "paylink_session=",
        "=; ;;",
        "paylink_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "xpaylink_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  void another_cookie_signs_nobody_in(String cookie) {
    SERVICE
        .browser()
        .withCookie(cookie)
        .get("/merchant/profile")
        .expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void the_cookie_is_found_among_others() {
    Browser browser = SERVICE.register();
    browser
        .withCookie("theme=dark; " + browser.cookie() + ";x=y")
        .get("/merchant/profile")
        .expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/merchant/kyb", "/merchant/api-keys", "/merchant/api-keys/x/activate"})
  void without_a_session_nothing_is_even_read(String path) {
    SERVICE.browser().post(path, "{").expectProblem(401, "NOT_SIGNED_IN");
  }

  private static void expire(String merchantId) {
    SERVICE
        .stored()
        .change(
            "update account_session set expires_at = now() where realm_id = ?",
            Stored.uuid(merchantId));
  }
}
