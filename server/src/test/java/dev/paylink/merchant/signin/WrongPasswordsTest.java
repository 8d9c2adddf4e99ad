package dev.paylink.merchant.signin;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Guesses at one account are slowed down from all addresses together, and told. They keep the right
 * person out of no browser that this person has used.
 */
final class WrongPasswordsTest {
  private static final Pattern RESET = Pattern.compile("/dashboard/reset/([A-Za-z0-9_-]{43})");

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().mail(MailServer.absent()).start();

  private final Browser owner = SERVICE.register();
  private final String email = owner.get("/merchant/profile").text("email");

  @Test
  void ten_from_different_addresses_pause_the_login_and_are_told_to_the_person_and_the_owners() {
    Browser viewer = SERVICE.join(owner, Role.viewer);
    String viewerEmail = viewer.get("/merchant/profile").text("email");
    SERVICE.stored().burnLetters();
    guess(viewerEmail, "127.0.1.");
    guessUntilPaused(viewerEmail, "127.0.6.");
    Await.until("both are told", () -> told().size() == 2);
    assertThat(told()).containsExactlyInAnyOrder(email, viewerEmail);
    // Apart from other notices, which a stranger must not use up.
    assertThat(
            SERVICE
                .stored()
                .texts("select distinct kind from mail where subject like '%wrong passwords%'"))
        .containsExactly("guess");
    signIn("127.0.2.1", viewerEmail, PASSWORD).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    signIn("127.0.2.1", email, PASSWORD).expect(200);
    assertThat(owner.get("/merchant/audit").body()).contains("user.wrong_passwords");
  }

  @Test
  void a_browser_in_which_the_person_has_signed_in_stays_open_wherever_it_is() {
    Browser known = SERVICE.browser();
    known.post("/merchant/login", login(email, PASSWORD)).expect(200);
    guessUntilPaused(email, "127.0.11.");
    signIn("127.0.12.1", email, PASSWORD).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    // Also from the address of the guesses, and after the session has ended.
    guessUntilPausedAt("127.0.13.1", email);
    Browser travelling = known.withCookie("").from("127.0.13.1");
    travelling.post("/merchant/login", login(email, PASSWORD)).expect(200);
    // It is known for this person only, and cannot be made up.
    guessUntilPaused("other" + email, "127.0.14.");
    travelling
        .withCookie("")
        .post("/merchant/login", login("other" + email, PASSWORD))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    String made = known.device().replaceFirst("....$", "AAAA");
    SERVICE
        .browser()
        .withDevice(made)
        .post("/merchant/login", login(email, PASSWORD))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
  }

  @Test
  void guesses_in_a_known_browser_pause_it_alone() {
    Browser known = SERVICE.browser();
    known.post("/merchant/login", login(email, PASSWORD)).expect(200);
    known.withCookie("");
    AtomicInteger guesses = new AtomicInteger();
    Await.until(
        "the browser is paused",
        () -> {
          guesses.incrementAndGet();
          return known.post("/merchant/login", login(email, "wrong wrong wrong")).status() == 429;
        });
    assertThat(guesses.get()).isGreaterThan(10);
    known
        .post("/merchant/login", login(email, PASSWORD))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    signIn("127.0.15.1", email, PASSWORD).expect(200);
  }

  @Test
  void a_new_password_by_letter_opens_an_unknown_browser_meanwhile() {
    guessUntilPaused(email, "127.0.16.");
    Browser unknown = SERVICE.browser().from("127.0.17.1");
    unknown
        .post("/merchant/login", login(email, PASSWORD))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    unknown.post("/merchant/password-reset", "{\"email\":\"" + email + "\"}").expect(204);
    Await.until("the letter with the link", () -> resetToken() != null);
    unknown
        .post(
            "/merchant/password-reset/confirm",
            "{\"token\":\"%s\",\"password\":\"entirely new battery\"}".formatted(resetToken()))
        .expect(204);
    unknown.post("/merchant/login", login(email, "entirely new battery")).expect(200);
  }

  private static @Nullable String resetToken() {
    return SERVICE.stored().letters().stream()
        .map(letter -> RESET.matcher(letter.text()))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  private static void guessUntilPausedAt(String address, String email) {
    Await.until(
        "the login is paused at " + address,
        () -> signIn(address, email, "wrong wrong wrong").status() == 429);
  }

  @Test
  void an_unknown_address_is_answered_alike() {
    String nobody = "nobody@example.com";
    List<String> known = guess(email, "127.0.3.");
    List<String> unknown = guess(nobody, "127.0.4.");
    assertThat(unknown).isEqualTo(known);
    guessUntilPaused(email, "127.0.7.");
    guessUntilPaused(nobody, "127.0.8.");
    assertThat(signIn("127.0.5.1", nobody, PASSWORD).text("code"))
        .isEqualTo(signIn("127.0.5.2", email, PASSWORD).text("code"))
        .isEqualTo("TOO_MANY_AUTH_FAILURES");
  }

  /** Ten guesses, each from another address; returns the codes of the answers. */
  private static List<String> guess(String email, String addresses) {
    List<String> codes = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      codes.add(signIn(addresses + i, email, "wrong wrong wrong").expect(401).text("code"));
    }
    return codes;
  }

  /** On a slow machine some guesses were given back meanwhile. */
  private static void guessUntilPaused(String email, String addresses) {
    AtomicInteger more = new AtomicInteger();
    Await.until(
        "the login is paused",
        () ->
            signIn(addresses + more.incrementAndGet(), email, "wrong wrong wrong").status() == 429);
  }

  private static List<String> told() {
    return SERVICE.stored().letters().stream()
        .filter(letter -> letter.subject().equals("Ten wrong passwords for an account"))
        .map(Stored.Letter::to)
        .toList();
  }

  private static Reply signIn(String source, String email, String password) {
    return SERVICE.browser().from(source).post("/merchant/login", login(email, password));
  }
}
