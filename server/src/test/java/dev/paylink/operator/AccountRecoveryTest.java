package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SoftPasskey;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Each rule that keeps a thief out leaves the right person a way back: a lost phone, a lost
 * mailbox, a sole owner who is ill, two owners who quarrel. Where it needs an operator, it needs
 * two.
 */
final class AccountRecoveryTest {
  private static final Pattern FREEZE = Pattern.compile("/dashboard/freeze/([A-Za-z0-9_-]{43})");
  private static final Pattern CONFIRM = Pattern.compile("/dashboard/confirm/([A-Za-z0-9_-]{43})");
  private static final Pattern RESET = Pattern.compile("/dashboard/reset/([A-Za-z0-9_-]{43})");

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder()
          .depositDelay(Duration.ofHours(24))
          .mail(MailServer.absent())
          .operators(
              new Config.Operators(
                  true, EnumSet.of(FourEyes.factors, FourEyes.owner, FourEyes.removal)))
          .start();

  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);
  private static final OperatorCrew.Member FIRST = CREW.join(OperatorRole.operator);
  private static final OperatorCrew.Member SECOND = CREW.join(OperatorRole.operator);

  private final String email = People.newEmail();
  private final Browser owner = SERVICE.register(email);
  private final String merchantId = owner.get("/merchant/profile").text("merchantId");

  AccountRecoveryTest() {
    SERVICE.settle(email);
  }

  @Test
  void a_lost_phone_of_a_sole_owner_is_replaced_with_two_operators() {
    Authenticator.setUp(owner);
    SERVICE.stored().change("update second_factor set confirmed_at = now() - interval '2 days'");
    signIn(email).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String path =
        "/admin/merchants/%s/users/%s/factors"
            .formatted(merchantId, TestService.userId(owner, email));
    Browser first = FIRST.calls();
    Reply asked = first.delete(path).expect(202);
    signIn(email).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    assertThat(owner.get("/merchant/audit").body()).doesNotContain("user.factors_removed");
    String approve = "/admin/approvals/" + asked.text("approvalId") + "/approve";
    first.post(approve).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    SECOND.calls().post(approve).expect(200);

    owner.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    Browser back = SERVICE.browser();
    back.post("/merchant/login", People.login(email, People.PASSWORD)).expect(200);
    assertThat(letter(email, "The second factors of a user were removed"))
        .contains("authenticator app");
    Authenticator.setUp(back);
    first.delete(path.replace(merchantId, "mer_00000000000000000000000000")).expect(404);
  }

  @Test
  void whoever_has_no_second_factor_loses_none() {
    String path =
        "/admin/merchants/%s/users/%s/factors"
            .formatted(merchantId, TestService.userId(owner, email));
    FIRST.calls().delete(path).expectProblem(409, "TWO_FACTOR_OFF");
  }

  @Test
  void an_owner_with_a_lost_mailbox_invites_another_address_which_takes_over() {
    String newAddress = People.newEmail();
    String url = SERVICE.invite(owner, newAddress, Role.owner);
    Browser other = SERVICE.browser();
    other.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    SERVICE.settle(newAddress);
    Reply leaving = other.delete("/merchant/team/" + TestService.userId(owner, email)).expect(202);
    assertThat(leaving.text("pendingRole")).isEqualTo("removed");
  }

  @Test
  void a_member_becomes_an_owner_when_the_sole_one_is_ill_and_the_ill_one_can_stop_it() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String colleague = developer.get("/merchant/profile").text("email");
    appoint(colleague);
    assertThat(developer.get("/merchant/profile").text("role")).isEqualTo("developer");
    assertThat(letter(email, "Somebody will become an owner of your account")).contains(colleague);
    SERVICE.settle(colleague);
    assertThat(developer.get("/merchant/profile").text("role")).isEqualTo("owner");

    Browser viewer = SERVICE.join(owner, Role.viewer);
    String other = viewer.get("/merchant/profile").text("email");
    appoint(other);
    freeze(letter(email, "Somebody will become an owner of your account"));
    SERVICE.settle(other);
    assertThat(viewer.get("/merchant/profile").text("role")).isEqualTo("viewer");
  }

  @Test
  void somebody_who_is_not_in_the_team_is_invited_by_letter() {
    String successor = People.newEmail();
    appoint(successor);
    Browser browser = SERVICE.browser();
    browser
        .post("/merchant/invitations/accept", People.acceptance(SERVICE.invitation(successor)))
        .expect(200);
    assertThat(browser.get("/merchant/profile").text("role")).isEqualTo("viewer");
    SERVICE.settle(successor);
    assertThat(browser.get("/merchant/profile").text("role")).isEqualTo("owner");
    assertThat(letter(email, "Somebody was invited to your team")).contains(successor);
  }

  @Test
  void nobody_is_made_an_owner_of_a_frozen_account_or_with_another_merchants_address() {
    String path = "/admin/merchants/" + merchantId + "/owners";
    String stranger = SERVICE.register().get("/merchant/profile").text("email");
    FIRST.calls().post(path, "{\"email\":\"" + stranger + "\"}").expectProblem(409, "EMAIL_TAKEN");
    owner.post("/merchant/invitations", People.invitation(People.newEmail(), "viewer")).expect(201);
    freeze(letter(email, "Somebody was invited to your team"));
    FIRST
        .calls()
        .post(path, "{\"email\":\"" + People.newEmail() + "\"}")
        .expectProblem(403, "ACCOUNT_FROZEN");
  }

  @Test
  void of_two_owners_who_quarrel_the_removed_one_stops_it_by_letter_and_the_operator_decides() {
    Browser other = SERVICE.join(owner, Role.owner);
    String otherEmail = other.get("/merchant/profile").text("email");
    owner.delete("/merchant/team/" + TestService.userId(owner, otherEmail)).expect(202);
    other
        .delete("/merchant/team/" + TestService.userId(owner, email))
        .expectProblem(409, "LAST_OWNER");
    freeze(letter(otherEmail, "An owner of your account will be removed or demoted"));
    assertThat(owner.get("/merchant/team").body()).doesNotContain("\"removed\"");
    owner.delete("/merchant/freeze").expect(200);
    assertThat(owner.get("/merchant/freeze").text("frozen")).isEqualTo("true"); // one is not enough
    SERVICE.operator().delete("/admin/merchants/" + merchantId + "/freeze").expect(204);
    assertThat(owner.get("/merchant/freeze").text("frozen")).isEqualTo("false");
  }

  /** Two people of one merchant have lost their phones. */
  @Test
  void a_request_about_one_user_ends_no_request_about_another() {
    Browser viewer = SERVICE.join(owner, Role.viewer);
    Authenticator.setUp(owner);
    Authenticator.setUp(viewer);
    String path = "/admin/merchants/%s/users/%s/factors";
    String other = viewer.get("/merchant/profile").text("email");
    String first =
        FIRST
            .calls()
            .delete(path.formatted(merchantId, TestService.userId(viewer, email)))
            .expect(202)
            .text("approvalId");
    String second =
        SECOND
            .calls()
            .delete(path.formatted(merchantId, TestService.userId(viewer, other)))
            .expect(202)
            .text("approvalId");
    SECOND.calls().post("/admin/approvals/" + first + "/approve").expect(200);
    FIRST.calls().post("/admin/approvals/" + second + "/approve").expect(200);
    signIn(email).expect(200);
    signIn(other).expect(200);
  }

  @Test
  void nobody_replaces_what_another_operator_has_asked_for() {
    String path = "/admin/merchants/" + merchantId + "/owners";
    String asked =
        FIRST
            .calls()
            .post(path, "{\"email\":\"" + People.newEmail() + "\"}")
            .expect(202)
            .text("approvalId");
    SECOND
        .calls()
        .post(path, "{\"email\":\"" + People.newEmail() + "\"}")
        .expectProblem(409, "APPROVAL_PENDING");
    SECOND.calls().post("/admin/approvals/" + asked + "/approve").expect(200);
  }

  /** The way as it is written: the phone is lost, and so is the password. */
  @Test
  void phone_and_password_are_replaced_one_after_the_other_also_where_a_factor_is_required() {
    Authenticator.setUp(owner);
    owner.put("/merchant/team", "{\"secondFactorRequired\":true}").expect(200);
    SERVICE.stored().change("update second_factor set confirmed_at = now() - interval '2 days'");
    String path =
        "/admin/merchants/%s/users/%s/factors"
            .formatted(merchantId, TestService.userId(owner, email));
    String asked = FIRST.calls().delete(path).expect(202).text("approvalId");
    SERVICE.browser().post("/merchant/password-reset", "{\"email\":\"" + email + "\"}").expect(204);
    Await.until("the letter with the link", () -> !letters(email, "Set a new password").isEmpty());
    Matcher link = RESET.matcher(letter(email, "Set a new password"));
    assertThat(link.find()).isTrue();
    String body =
        "{\"token\":\"%s\",\"password\":\"entirely new battery\"}".formatted(link.group(1));
    Browser browser = SERVICE.browser();
    browser
        .post("/merchant/password-reset/confirm", body)
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
    SECOND.calls().post("/admin/approvals/" + asked + "/approve").expect(200);
    browser.post("/merchant/password-reset/confirm", body).expect(204);
    browser.post("/merchant/login", People.login(email, "entirely new battery")).expect(200);
    browser.get("/merchant/team").expectProblem(403, "SECOND_FACTOR_SETUP_REQUIRED");
    browser.post("/merchant/two-factor", "{\"password\":\"entirely new battery\"}").expect(200);
  }

  /** Otherwise each removal brings the one who is removed another link that stops it. */
  @Test
  void an_owner_who_freezes_every_removal_is_removed_by_two_operators() {
    Browser other = SERVICE.join(owner, Role.owner);
    String otherEmail = other.get("/merchant/profile").text("email");
    String user = TestService.userId(owner, otherEmail);
    owner.delete("/merchant/team/" + user).expect(202);
    freeze(letter(otherEmail, "An owner of your account will be removed or demoted"));
    String path = "/admin/merchants/" + merchantId + "/users/";
    String asked = FIRST.calls().delete(path + user).expect(202).text("approvalId");
    FIRST
        .calls()
        .post("/admin/approvals/" + asked + "/approve")
        .expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    other.get("/merchant/profile").expect(200);
    SECOND.calls().post("/admin/approvals/" + asked + "/approve").expect(200);
    other.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    signIn(otherEmail).expectProblem(401, "INVALID_LOGIN");
    assertThat(letter(otherEmail, "The operator removed somebody from your team"))
        .doesNotContainPattern(FREEZE);
    assertThat(letter(email, "The operator removed somebody from your team"))
        .containsPattern(FREEZE);
    SERVICE.operator().delete("/admin/merchants/" + merchantId + "/freeze").expect(204);
    FIRST.calls().delete(path + TestService.userId(owner, email)).expectProblem(409, "LAST_OWNER");
    FIRST.calls().delete(path + user).expectProblem(404, "USER_NOT_FOUND");
  }

  @Test
  void a_freed_account_does_not_open_with_its_passkey() {
    try (TestService service = withPasskeys()) {
      String address = People.newEmail();
      Browser stranger = service.browser();
      stranger.post("/merchant/register", People.registration(address)).expect(201);
      SoftPasskey passkey = new SoftPasskey(service.baseUrl().toString());
      add(stranger, passkey);
      signIn(service, passkey).expect(200);
      String token = "{\"token\":\"" + found(service, CONFIRM) + "\"}";
      service.browser().post("/merchant/email-confirmation/release", token).expect(204);
      signIn(service, passkey).expectProblem(401, "INVALID_LOGIN");
      assertThat(service.stored().rows("passkey")).isEmpty();
    }
  }

  @Test
  void passkeys_that_survive_a_new_password_are_named() {
    try (TestService service = withPasskeys()) {
      String address = People.newEmail();
      Browser user = service.register(address);
      SoftPasskey passkey = new SoftPasskey(service.baseUrl().toString());
      add(user, passkey);
      String reset = "{\"email\":\"" + address + "\"}";
      service.browser().post("/merchant/password-reset", reset).expect(204);
      Await.until("the letter with the link", () -> !found(service, RESET).isEmpty());
      Browser browser = service.browser();
      Reply options = browser.post("/merchant/login/passkey/options").expect(200);
      browser
          .post(
              "/merchant/password-reset/confirm",
              "{\"token\":\"%s\",\"password\":\"entirely new battery\",\"passkey\":%s}"
                  .formatted(found(service, RESET), passkey.sign(options)))
          .expect(204);
      assertThat(service.stored().letters())
          .filteredOn(letter -> letter.subject().equals("A password was reset"))
          .singleElement()
          .extracting(Stored.Letter::text)
          .asString()
          .contains("Passkeys that still work", "passkey Laptop");
      signIn(service, passkey).expect(200);
    }
  }

  private static TestService withPasskeys() {
    return TestService.builder().mail(MailServer.absent()).atLocalhost().start();
  }

  /** The last token of such a link in a letter; empty if there is none. */
  private static String found(TestService service, Pattern link) {
    return service.stored().letters().stream()
        .map(letter -> link.matcher(letter.text()))
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .reduce("", (earlier, later) -> later);
  }

  private static void add(Browser user, SoftPasskey passkey) {
    Reply options = user.post("/merchant/passkeys/options", People.PROOF).expect(200);
    user.post(
            "/merchant/passkeys",
            "{\"name\":\"Laptop\",\"credential\":" + passkey.create(options) + "}")
        .expect(201);
  }

  private static Reply signIn(TestService service, SoftPasskey passkey) {
    Browser browser = service.browser();
    passkey.counter++;
    Reply options = browser.post("/merchant/login/passkey/options").expect(200);
    return browser.post("/merchant/login/passkey", "{\"passkey\":" + passkey.sign(options) + "}");
  }

  private void appoint(String address) {
    Reply asked =
        SERVICE
            .operator()
            .post("/admin/merchants/" + merchantId + "/owners", "{\"email\":\"" + address + "\"}")
            .expect(202);
    SECOND.calls().post("/admin/approvals/" + asked.text("approvalId") + "/approve").expect(200);
  }

  private static void freeze(String letter) {
    Matcher link = FREEZE.matcher(letter);
    assertThat(link.find()).as(letter).isTrue();
    SERVICE.browser().post("/merchant/freeze", "{\"token\":\"" + link.group(1) + "\"}").expect(204);
  }

  private static Reply signIn(String email) {
    return SERVICE.browser().post("/merchant/login", People.login(email, People.PASSWORD));
  }

  private static String letter(String to, String subject) {
    return letters(to, subject).getLast();
  }

  private static List<String> letters(String to, String subject) {
    return SERVICE.stored().letters().stream()
        .filter(letter -> letter.to().equals(to) && letter.subject().equals(subject))
        .map(Stored.Letter::text)
        .toList();
  }
}
