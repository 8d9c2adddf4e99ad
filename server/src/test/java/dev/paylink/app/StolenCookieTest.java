package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SoftPasskey;
import dev.paylink.testing.TestService;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A thief has the cookie of a sole owner who has signed in just now, and so the proof that signing
 * in is. Nothing of it keeps the owner out or makes an owner; what was done in the account before
 * is undone by the owner's password and mailbox. Letters are read from a real mail server.
 */
final class StolenCookieTest {
  private static final String OURS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String THEIRS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final Pattern RESET = Pattern.compile("/dashboard/reset/([A-Za-z0-9_-]{43})");
  private static final Pattern FREEZE = Pattern.compile("/dashboard/freeze/([A-Za-z0-9_-]{43})");

  private static final MailServer MAIL = MailServer.started();
  private static final TestService SERVICE =
      TestService.builder().live().mail(MAIL.settings()).atLocalhost().start();

  private final String email = People.newEmail();
  private final Browser owner = SERVICE.register(email);
  private final Browser thief = SERVICE.browser();

  @AfterAll
  static void stop() {
    SERVICE.close();
    MAIL.close();
  }

  @BeforeEach
  void an_owner_of_long_standing_has_signed_in_just_now_and_the_thief_has_the_cookie() {
    SERVICE.settle(email);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + OURS + "\"}").expect(200);
    thief.withCookie(owner.cookie());
  }

  @Test
  void it_sets_up_no_factor_and_no_passkey_and_makes_no_recovery_codes() {
    for (String body : List.of("", "{}", "{\"code\":\"123456\"}")) {
      int expected = body.contains("code") ? 401 : 403;
      assertThat(thief.post("/merchant/two-factor", body).status()).isEqualTo(expected);
      assertThat(thief.post("/merchant/passkeys/options", body).status()).isEqualTo(expected);
      assertThat(thief.post("/merchant/two-factor/recovery-codes", body).status())
          .isEqualTo(expected);
    }
    thief
        .post("/merchant/two-factor/confirm", "{\"code\":\"123456\"}")
        .expectProblem(409, "TWO_FACTOR_NOT_BEGUN");
    SERVICE.browser().post("/merchant/login", People.login(email, People.PASSWORD)).expect(200);
  }

  @Test
  void it_invites_no_owner_and_makes_nobody_one() {
    String accomplice = People.newEmail();
    thief
        .post(
            "/merchant/invitations", "{\"email\":\"%s\",\"role\":\"owner\"}".formatted(accomplice))
        .expectProblem(403, "PROOF_REQUIRED");
    thief
        .post("/merchant/invitations", invitation(accomplice, "wrong wrong"))
        .expectProblem(401, "INVALID_LOGIN");
    // A viewer can be invited with a fresh session, but nobody is shown the link.
    Reply invited =
        thief
            .post(
                "/merchant/invitations",
                "{\"email\":\"%s\",\"role\":\"viewer\"}".formatted(accomplice))
            .expect(201);
    assertThat(invited.json().required("url").isNull()).isTrue();
    Browser viewer = SERVICE.browser();
    viewer
        .post("/merchant/invitations/accept", People.acceptance(SERVICE.invitation(accomplice)))
        .expect(200);
    assertThat(viewer.get("/merchant/profile").json().required("emailVerified").asBoolean())
        .isTrue();
    thief
        .put("/merchant/team/" + TestService.userId(owner, accomplice), "{\"role\":\"owner\"}")
        .expectProblem(403, "PROOF_REQUIRED");
    assertThat(owner.get("/merchant/team").json().required("users")).hasSize(2);
  }

  @Test
  void an_owner_whom_somebody_with_the_password_made_has_no_rights_until_the_delay_is_over() {
    String accomplice = People.newEmail();
    Browser second = SERVICE.browser();
    String url = SERVICE.invite(owner, accomplice, Role.owner);
    second.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    assertThat(second.get("/merchant/profile").text("role")).isEqualTo("viewer");
    second
        .put("/merchant/profile", "{\"depositAddress\":\"" + THEIRS + "\"}")
        .expectProblem(403, "ROLE_NOT_ALLOWED");
    String users = owner.get("/merchant/team").body();
    assertThat(users).contains("\"pendingRole\":\"owner\"");
    awaitLetter(email, FREEZE, "Somebody joined your team");

    String token = awaitLetter(email, FREEZE, "Somebody was invited to your team");
    SERVICE.browser().post("/merchant/freeze", token(token)).expect(204);
    assertThat(owner.get("/merchant/team").body()).doesNotContain("\"pendingRole\":\"owner\"");
    passTime();
    assertThat(second.get("/merchant/profile").text("role")).isEqualTo("viewer");
  }

  @Test
  void two_owners_of_the_thief_do_not_lift_the_freeze_and_two_of_before_do() {
    String before = People.newEmail();
    Browser second = join(before);
    SERVICE.settle(before);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + THEIRS + "\"}").expect(200);
    String token = awaitLetter(email, FREEZE, "Your deposit address will change");
    // Both are owners by the time of the freeze, but were none when the address was announced.
    String[] accomplices = {People.newEmail(), People.newEmail()};
    Browser third = join(accomplices[0]);
    Browser fourth = join(accomplices[1]);
    passTime();
    assertThat(third.get("/merchant/profile").text("role")).isEqualTo("owner");
    SERVICE.browser().post("/merchant/freeze", token(token)).expect(204);

    third.delete("/merchant/freeze").expectProblem(403, "LIFT_NOT_ALLOWED");
    fourth.delete("/merchant/freeze").expectProblem(403, "LIFT_NOT_ALLOWED");
    assertThat(owner.delete("/merchant/freeze").expect(200).text("frozen")).isEqualTo("true");
    third.delete("/merchant/freeze").expectProblem(403, "LIFT_NOT_ALLOWED");
    SERVICE.stored().change("update account_user set proven_at = null where email = ?", before);
    second.delete("/merchant/freeze").expectProblem(403, "LIFT_NOT_ALLOWED");
    SERVICE.prove(before);
    assertThat(second.delete("/merchant/freeze").expect(200).text("frozen")).isEqualTo("false");
  }

  @Test
  void an_owner_for_a_shorter_time_than_the_delay_lifts_no_freeze() {
    String newcomer = People.newEmail();
    Browser second = join(newcomer);
    passTime();
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + THEIRS + "\"}").expect(200);
    String token = awaitLetter(email, FREEZE, "Your deposit address will change");
    SERVICE.browser().post("/merchant/freeze", token(token)).expect(204);
    second.delete("/merchant/freeze").expectProblem(403, "LIFT_NOT_ALLOWED");
  }

  @Test
  void a_young_factor_is_not_asked_for_at_a_reset_by_letter_which_removes_it() {
    Authenticator.setUp(owner);
    String reset = askForReset();
    confirm(reset, "entirely new battery", "").expect(204);
    SERVICE
        .browser()
        .post("/merchant/login", People.login(email, "entirely new battery"))
        .expect(200);
    String subject = "A password was reset";
    Await.until("the letter about it", () -> !letters(email, subject).isEmpty());
    assertThat(letters(email, subject).getFirst()).contains("authenticator app");
  }

  @Test
  void an_old_factor_is_still_asked_for_at_a_reset_by_letter() {
    Authenticator app = Authenticator.setUp(owner);
    ageFactors();
    String reset = askForReset();
    confirm(reset, "entirely new battery", "").expectProblem(401, "SECOND_FACTOR_REQUIRED");
    confirm(reset, "entirely new battery", app.codeAt(Instant.now().plusSeconds(30))).expect(204);
    SERVICE
        .browser()
        .post("/merchant/login", People.login(email, "entirely new battery"))
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
  }

  @Test
  void undoing_a_removal_and_calling_off_an_address_need_a_proof_and_nobody_undoes_their_own() {
    String otherEmail = People.newEmail();
    Browser other = join(otherEmail);
    SERVICE.settle(otherEmail);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + THEIRS + "\"}").expect(200);
    String path = "/merchant/team/" + TestService.userId(owner, otherEmail);
    owner.delete(path).expect(202);
    other.delete(path + "/pending-role").expectProblem(403, "OWN_REMOVAL");
    other.put(path, People.role("owner")).expectProblem(403, "OWN_REMOVAL");
    SERVICE.age(owner.cookie());
    thief.delete(path + "/pending-role").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    thief
        .delete("/merchant/profile/pending-deposit-address")
        .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    owner.post("/merchant/reauthenticate", People.PROOF).expect(200);
    owner.delete("/merchant/profile/pending-deposit-address").expect(200);
    owner.delete(path + "/pending-role").expect(200);
  }

  /** Less protection is as much of a change as more: the thief makes room for a factor. */
  @Test
  void it_removes_no_passkey_and_no_factor_even_with_the_password() {
    SoftPasskey passkey = new SoftPasskey(SERVICE.baseUrl().toString());
    Reply options = owner.post("/merchant/passkeys/options", People.PROOF).expect(200);
    String made =
        owner
            .post(
                "/merchant/passkeys",
                "{\"name\":\"Laptop\",\"credential\":" + passkey.create(options) + "}")
            .expect(201)
            .text("id");
    String path = "/merchant/passkeys/" + made;
    thief.delete(path).expectProblem(403, "PROOF_REQUIRED");
    thief.send("DELETE", path, People.PROOF).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    passkey.counter++;
    Reply challenge = owner.post("/merchant/login/passkey/options").expect(200);
    owner.send("DELETE", path, "{\"passkey\":" + passkey.sign(challenge) + "}").expect(204);

    Authenticator app = Authenticator.setUp(owner);
    thief.delete("/merchant/two-factor").expectProblem(403, "PROOF_REQUIRED");
    thief
        .send("DELETE", "/merchant/two-factor", People.PROOF)
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
    assertThat(owner.get("/merchant/two-factor").json().required("on").asBoolean()).isTrue();
    owner
        .send(
            "DELETE",
            "/merchant/two-factor",
            "{\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(People.PASSWORD, app.codeAt(Instant.now().plusSeconds(30))))
        .expect(204);
  }

  /** Whoever runs the provider of a domain that is proven signs in as its people. */
  @Test
  void it_names_no_identity_provider_and_removes_none() {
    String settings =
        "{\"issuer\":\"https://idp.example\",\"clientId\":\"c\",\"clientSecret\":\"s\","
            + "\"domains\":[\"example.com\"]%s}";
    thief.put("/merchant/sso", settings.formatted("")).expectProblem(403, "PROOF_REQUIRED");
    thief
        .put("/merchant/sso", settings.formatted(",\"password\":\"wrong wrong\""))
        .expectProblem(401, "INVALID_LOGIN");
    thief.delete("/merchant/sso").expectProblem(403, "PROOF_REQUIRED");
    owner.send("DELETE", "/merchant/sso", People.PROOF).expectProblem(404, "SSO_NOT_FOUND");
  }

  private Browser join(String other) {
    Browser browser = SERVICE.browser();
    String url = SERVICE.invite(owner, other, Role.owner);
    browser.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    return browser;
  }

  private static String invitation(String email, String password) {
    return "{\"email\":\"%s\",\"role\":\"owner\",\"password\":\"%s\"}".formatted(email, password);
  }

  private static String token(String token) {
    return "{\"token\":\"" + token + "\"}";
  }

  private String askForReset() {
    SERVICE.browser().post("/merchant/password-reset", "{\"email\":\"" + email + "\"}").expect(204);
    return awaitLetter(email, RESET, "Set a new password");
  }

  private static Reply confirm(String token, String password, String code) {
    return SERVICE
        .browser()
        .post(
            "/merchant/password-reset/confirm",
            "{\"token\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(token, password, code));
  }

  /** Lets the delay pass for whoever becomes an owner, and no more. */
  private static void passTime() {
    SERVICE
        .stored()
        .change(
            "update account_user set pending_role_from = now() - interval '1 second'"
                + " where pending_role_from is not null");
  }

  private static void ageFactors() {
    SERVICE.stored().change("update second_factor set confirmed_at = now() - interval '2 days'");
  }

  /** The token of the link in a letter. */
  private static String awaitLetter(String to, Pattern link, String subject) {
    Await.until(to + " reads: " + subject, () -> !letters(to, subject).isEmpty());
    Matcher found = link.matcher(letters(to, subject).getFirst());
    assertThat(found.find()).as(subject).isTrue();
    return found.group(1);
  }

  private static List<String> letters(String to, String subject) {
    return MAIL.receivedBy(to).stream()
        .filter(message -> subject.equals(MailServer.subject(message)))
        .map(MailServer::text)
        .toList();
  }
}
