package dev.paylink.merchant.signin;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import dev.paylink.testing.UsedUp;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Only the right password opens a session, and whoever guesses learns nothing but to wait. */
final class SignInTest {
  private static final int ATTEMPTS = 10;
  private static final int BURST = 20;

  @AutoClose private static final TestService SERVICE = TestService.start();

  private final String email = People.newEmail();
  private final String merchantId =
      SERVICE.browser().post("/merchant/register", registration(email)).text("merchantId");

  @Test
  void the_right_password_signs_in_however_the_address_is_capitalised() {
    Browser browser = SERVICE.browser();
    Reply reply = login(browser, email.toUpperCase(Locale.ROOT), PASSWORD).expect(200);
    assertThat(reply.body()).isEqualTo("{\"merchantId\":\"" + merchantId + "\"}");
    assertThat(browser.get("/merchant/profile").expect(200).text("email")).isEqualTo(email);
  }

  @Test
  void a_wrong_password_and_an_unknown_address_are_answered_alike() {
    Reply wrong = login(SERVICE.browser(), email, PASSWORD + "x");
    Reply unknown = login(SERVICE.browser(), "nobody@example.com", PASSWORD);
    wrong.expectProblem(401, "INVALID_LOGIN");
    assertThat(wrong.header("Set-Cookie")).isEmpty();
    assertThat(unknown.status()).isEqualTo(wrong.status());
    assertThat(unknown.bodyWithoutRequestId()).isEqualTo(wrong.bodyWithoutRequestId());
    assertThat(unknown.response().headers().map().keySet())
        .isEqualTo(wrong.response().headers().map().keySet());
  }

  @Test
  void who_guesses_cools_off_even_with_the_right_password_and_others_do_not() {
    String other = People.newEmail();
    SERVICE.browser().post("/merchant/register", registration(other)).expect(201);
    UsedUp.by(ATTEMPTS, 401, () -> login(SERVICE.browser(), email, "a wrong guess"));
    Reply cooling = login(SERVICE.browser(), email, PASSWORD);
    cooling.expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    assertThat(Integer.parseInt(cooling.header("Retry-After"))).isBetween(200, 300);
    login(SERVICE.browser(), email.toUpperCase(Locale.ROOT), PASSWORD).expect(429);
    login(SERVICE.browser(), other, PASSWORD).expect(200);
  }

  @Test
  void guesses_under_way_when_the_cooling_off_begins_learn_nothing() throws Exception {
    AtomicInteger guess = new AtomicInteger();
    List<Reply> replies =
        Together.times(
            BURST, () -> login(SERVICE.browser(), email, "guess no " + guess.incrementAndGet()));
    // All of them were let in before the first had failed; without the second look all get a 401.
    // A machine too busy to serve so many at once may turn some away (503) before they guess.
    assertThat(replies).extracting(Reply::status).contains(429).isSubsetOf(401, 429, 503);
  }

  @Test
  void a_login_form_with_faults_is_refused_with_all_of_them() {
    Reply reply = SERVICE.browser().post("/merchant/login", "{\"mail\":\"a@b.com\"}");
    reply.expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).containsExactlyInAnyOrder("mail", "email", "password");
  }

  private static Reply login(Browser browser, String email, String password) {
    return browser.post(
        "/merchant/login", "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password));
  }
}
