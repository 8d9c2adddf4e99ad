package dev.paylink.merchant;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SettableInstant;
import dev.paylink.testing.SoftPasskey;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import dev.paylink.testing.UsedUp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A passkey signs in, alone or beside a password; nothing else that looks like one does. */
final class PasskeyTest {
  private static final String ORIGIN = "https://pay.example.com";
  private static final SettableInstant CLOCK =
      new SettableInstant(Instant.parse("2026-03-01T12:00:10Z"));

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().baseUrl(ORIGIN).clock(CLOCK).mail(MailServer.absent()).start();

  private final String email = People.newEmail();
  private final Browser user = SERVICE.register(email);
  private final String merchantId = user.get("/merchant/profile").text("merchantId");

  @Test
  void a_passkey_is_registered_named_used_and_removed_and_people_are_told() {
    SoftPasskey passkey = new SoftPasskey(ORIGIN);
    String id = add(user, passkey).text("id");
    assertThat(user.get("/merchant/passkeys").body()).contains(id, "\"lastUsedAt\":null");
    Browser fresh = SERVICE.browser();
    enter(fresh, passkey.sign(challenge())).expect(200);
    assertThat(fresh.get("/merchant/profile").text("email")).isEqualTo(email);
    assertThat(user.get("/merchant/passkeys").body()).doesNotContain("\"lastUsedAt\":null");
    user.put("/merchant/passkeys/" + id, "{\"name\":\"Desk\"}").expect(200);
    user.delete("/merchant/passkeys/" + id).expectProblem(403, "PROOF_REQUIRED");
    String proof = "{\"passkey\":" + passkey.sign(challenge()) + "}";
    user.send("DELETE", "/merchant/passkeys/" + id, proof).expect(204);
    enter(SERVICE.browser(), passkey.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    user.send("DELETE", "/merchant/passkeys/" + id, People.PROOF)
        .expectProblem(404, "PASSKEY_NOT_FOUND");
    assertThat(SERVICE.stored().audit(merchantId))
        .anyMatch(line -> line.startsWith("user.passkey_added by " + email))
        .anyMatch(line -> line.startsWith("user.passkey_renamed by " + email))
        .anyMatch(line -> line.startsWith("user.passkey_removed by " + email));
    assertThat(subjects(email)).contains("A passkey was added", "A passkey was removed");
  }

  @Test
  void owners_are_told_about_the_passkey_of_somebody_in_the_team() {
    Browser viewer = SERVICE.join(user, Role.viewer);
    add(viewer, new SoftPasskey(ORIGIN));
    assertThat(subjects(email)).contains("A passkey was added");
    assertThat(subjects(viewer.get("/merchant/profile").text("email")))
        .contains("A passkey was added");
  }

  @Test
  void a_challenge_works_once() throws Exception {
    SoftPasskey passkey = added(user);
    Reply challenge = challenge();
    String signed = passkey.sign(challenge);
    Callable<Integer> enter = () -> enter(SERVICE.browser(), signed).status();
    assertThat(Together.all(List.of(enter, enter, enter))).containsExactlyInAnyOrder(200, 401, 401);
    enter(SERVICE.browser(), passkey.sign(challenge)).expectProblem(401, "INVALID_LOGIN");
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
  }

  @Test
  void a_challenge_expires_after_five_minutes() {
    SoftPasskey passkey = added(user);
    Reply inTime = challenge();
    Reply late = challenge();
    CLOCK.forward(Duration.ofMinutes(5).minusSeconds(10));
    enter(SERVICE.browser(), passkey.sign(inTime)).expect(200);
    CLOCK.forward(Duration.ofSeconds(11));
    enter(SERVICE.browser(), passkey.sign(late)).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void a_challenge_of_ones_own_making_or_for_another_purpose_is_worth_nothing() {
    SoftPasskey passkey = added(user);
    Reply creation = options(passkey);
    enter(SERVICE.browser(), passkey.signFor(creation.text("challenge"), "pay.example.com"))
        .expectProblem(401, "INVALID_LOGIN");
    enter(SERVICE.browser(), passkey.signFor("AAAA".repeat(14), "pay.example.com"))
        .expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void a_page_of_another_origin_gets_nothing() {
    SoftPasskey passkey = added(user);
    for (String other :
        List.of(
            "https://evil.example",
            "https://pay.example.com:8443",
            "https://x.pay.example.com",
            "http://pay.example.com")) {
      enter(SERVICE.browser(), passkey.signAt(other, challenge()))
          .expectProblem(401, "INVALID_LOGIN");
    }
    enter(SERVICE.browser(), passkey.signFor(challenge().text("challenge"), "evil.example"))
        .expectProblem(401, "INVALID_LOGIN");
    Reply options = options(passkey);
    register(user, new SoftPasskey("https://evil.example").create(options))
        .expectProblem(400, "INVALID_PASSKEY");
  }

  @Test
  void a_person_who_was_not_verified_does_not_get_in() {
    SoftPasskey passkey = added(user);
    Reply options = options(passkey);
    passkey.stopVerifying();
    enter(SERVICE.browser(), passkey.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    SoftPasskey careless = new SoftPasskey(ORIGIN);
    careless.stopVerifying();
    register(user, careless.create(options)).expectProblem(400, "INVALID_PASSKEY");
  }

  @Test
  void a_counter_that_goes_back_is_refused_and_told() {
    SoftPasskey passkey = added(user);
    passkey.counter = 10;
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
    passkey.counter = 10;
    enter(SERVICE.browser(), passkey.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    assertThat(subjects(email)).contains("A passkey may have been copied");
    assertThat(SERVICE.stored().audit(merchantId))
        .anyMatch(line -> line.startsWith("user.passkey_copied by somebody"));
    passkey.counter = 11;
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
  }

  @Test
  void a_passkey_that_does_not_count_works_again_and_again() {
    SoftPasskey passkey = new SoftPasskey(ORIGIN);
    passkey.counter = 0;
    add(user, passkey);
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
  }

  @Test
  void a_passkey_that_claims_to_be_somebody_elses_opens_nothing() {
    SoftPasskey mine = added(user);
    SoftPasskey theirs = added(SERVICE.register());
    mine.claim(theirs);
    enter(SERVICE.browser(), mine.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    SoftPasskey unknown = new SoftPasskey(ORIGIN);
    unknown.claim(theirs);
    enter(SERVICE.browser(), unknown.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void the_passkey_of_a_removed_user_opens_nothing() {
    Browser viewer = SERVICE.join(user, Role.viewer);
    SoftPasskey passkey = added(viewer);
    String address = viewer.get("/merchant/profile").text("email");
    String id = TestService.userId(user, address);
    enter(SERVICE.browser(), passkey.sign(challenge())).expect(200);
    user.delete("/merchant/team/" + id).expect(204);
    enter(SERVICE.browser(), passkey.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void with_a_passkey_the_password_alone_is_not_enough() {
    SoftPasskey passkey = added(user);
    SERVICE
        .browser()
        .post("/merchant/login", login(email, PASSWORD))
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
    withPassword(SERVICE.browser(), passkey.sign(challenge())).expect(200);
    String used = passkey.sign(challenge());
    withPassword(SERVICE.browser(), used).expect(200);
    withPassword(SERVICE.browser(), used).expectProblem(401, "INVALID_LOGIN");
    SoftPasskey theirs = added(SERVICE.register());
    withPassword(SERVICE.browser(), theirs.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    String noCode = login(email, PASSWORD).replace("}", ",\"code\":\"123456\"}");
    SERVICE.browser().post("/merchant/login", noCode).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void code_or_passkey_either_is_a_second_factor() {
    Authenticator app =
        new Authenticator(
            user.post("/merchant/two-factor", People.PROOF).expect(200).text("secret"));
    SoftPasskey passkey = added(user);
    code(app);
    withPassword(SERVICE.browser(), passkey.sign(challenge())).expect(200);
    CLOCK.forward(Duration.ofSeconds(30));
    String body =
        login(email, PASSWORD).replace("}", ",\"code\":\"" + app.codeAt(CLOCK.instant()) + "\"}");
    SERVICE.browser().post("/merchant/login", body).expect(200);
  }

  @Test
  void a_passkey_proves_again_who_is_there_but_not_another_persons() {
    SoftPasskey passkey = added(user);
    Browser viewer = SERVICE.join(user, Role.viewer);
    SoftPasskey colleagues = added(viewer);
    SoftPasskey strangers = added(SERVICE.register());
    SERVICE.age(user.cookie());
    user.delete("/merchant/sessions").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    prove(colleagues.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    prove(strangers.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    user.delete("/merchant/sessions").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    String signed = passkey.sign(user.post("/merchant/login/passkey/options").expect(200));
    prove(signed).expect(200);
    user.delete("/merchant/sessions").expect(200);
    prove(signed).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void whoever_is_signed_in_is_offered_their_own_passkeys() {
    SoftPasskey passkey = added(user);
    assertThat(user.post("/merchant/login/passkey/options").body()).contains(passkey.id());
    assertThat(challenge().json().required("allowCredentials")).isEmpty();
    assertThat(options(passkey).body()).contains(passkey.id());
  }

  @Test
  void the_options_for_one_user_register_nothing_for_another_and_nothing_twice() {
    Browser other = SERVICE.register();
    Reply options = user.post("/merchant/passkeys/options", People.PROOF).expect(200);
    SoftPasskey passkey = new SoftPasskey(ORIGIN);
    String made = passkey.create(options);
    register(other, made).expectProblem(400, "INVALID_PASSKEY");
    register(user, made).expect(201);
    register(user, made).expectProblem(400, "INVALID_PASSKEY");
    register(
            other,
            passkey.create(other.post("/merchant/passkeys/options", People.PROOF).expect(200)))
        .expectProblem(409, "PASSKEY_KNOWN");
  }

  @Test
  void guesses_with_a_passkey_cool_off() {
    SoftPasskey unknown = new SoftPasskey(ORIGIN);
    unknown.create(user.post("/merchant/passkeys/options", People.PROOF).expect(200));
    Browser guesser = SERVICE.browser().from("127.0.0.77");
    enter(guesser, unknown.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    UsedUp.by(9, 401, () -> enter(guesser, unknown.sign(challenge())))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
  }

  @Test
  void nonsense_is_told_by_field_or_refused() {
    Browser anybody = SERVICE.browser();
    anybody.post("/merchant/login/passkey", "{}").expectProblem(400, "INVALID_REQUEST");
    assertThat(
            anybody.post("/merchant/login/passkey", "{\"passkey\":{\"id\":\"x\"}}").faultyFields())
        .containsExactly("passkey.response");
    String garbage =
        "{\"id\":\"%1$s\",\"response\":{\"clientDataJSON\":\"%1$s\",\"authenticatorData\":\"%1$s\","
            + "\"signature\":\"%1$s\",\"userHandle\":\"%1$s\"}}";
    enter(anybody, garbage.formatted("AAAA")).expectProblem(401, "INVALID_LOGIN");
    enter(anybody, garbage.formatted("äöü")).expectProblem(401, "INVALID_LOGIN");
    user.post(
            "/merchant/passkeys",
            "{\"name\":\"x\",\"credential\":{\"id\":\"AAAA\",\"response\":{\"clientDataJSON\":"
                + "\"AAAA\",\"attestationObject\":\"AAAA\"}}}")
        .expectProblem(400, "INVALID_PASSKEY");
  }

  @Test
  void where_browsers_allow_no_passkeys_none_is_offered() {
    try (TestService bare = TestService.start()) {
      Browser owner = bare.register();
      owner
          .post("/merchant/passkeys/options", People.PROOF)
          .expectProblem(409, "PASSKEYS_NOT_POSSIBLE");
      owner.post("/merchant/login/passkey/options").expectProblem(409, "PASSKEYS_NOT_POSSIBLE");
    }
  }

  private void code(Authenticator app) {
    String code = app.codeAt(CLOCK.instant());
    user.post("/merchant/two-factor/confirm", "{\"code\":\"" + code + "\"}").expect(200);
  }

  /** The options for another passkey of the user, who proves it with this one. */
  private Reply options(SoftPasskey passkey) {
    String proof = "{\"passkey\":" + passkey.sign(challenge()) + "}";
    return user.post("/merchant/passkeys/options", proof).expect(200);
  }

  private static SoftPasskey added(Browser browser) {
    SoftPasskey passkey = new SoftPasskey(ORIGIN);
    add(browser, passkey);
    return passkey;
  }

  private static Reply add(Browser browser, SoftPasskey passkey) {
    Reply options = browser.post("/merchant/passkeys/options", People.PROOF).expect(200);
    return register(browser, passkey.create(options)).expect(201);
  }

  private static Reply register(Browser browser, String credential) {
    return browser.post(
        "/merchant/passkeys", "{\"name\":\"Laptop\",\"credential\":" + credential + "}");
  }

  private static Reply challenge() {
    return SERVICE.browser().post("/merchant/login/passkey/options").expect(200);
  }

  private static Reply enter(Browser browser, String signed) {
    return browser.post("/merchant/login/passkey", "{\"passkey\":" + signed + "}");
  }

  private Reply withPassword(Browser browser, String signed) {
    String body = login(email, PASSWORD).replace("}", ",\"passkey\":" + signed + "}");
    return browser.post("/merchant/login", body);
  }

  private Reply prove(String signed) {
    return user.post("/merchant/reauthenticate", "{\"passkey\":" + signed + "}");
  }

  private static List<String> subjects(String reader) {
    return SERVICE.stored().letters().stream()
        .filter(letter -> letter.to().equals(reader))
        .map(Stored.Letter::subject)
        .toList();
  }
}
