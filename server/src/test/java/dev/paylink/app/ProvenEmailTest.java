package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whoever reads the mail of an address decides about it; until then we write to nobody else. */
final class ProvenEmailTest {
  private static final Pattern CONFIRM = Pattern.compile("/dashboard/confirm/([A-Za-z0-9_-]{43})");
  private static final Pattern INVITED =
      Pattern.compile("/dashboard/invitation/([A-Za-z0-9_-]{86})");
  private static final MailServer MAIL = MailServer.started();
  private static final TestService SERVICE = TestService.builder().mail(MAIL.settings()).start();

  private static int people;

  private final String email = "ada" + ++people + "@engines.example";
  private final Browser owner = SERVICE.browser();

  ProvenEmailTest() {
    owner.post("/merchant/register", People.registration(email)).expect(201);
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
    MAIL.close();
  }

  @Test
  void a_press_behind_the_link_confirms_once_and_opening_it_does_not() {
    assertThat(verified(owner)).isFalse();
    String token = await(CONFIRM, email, 1);
    Guest scanner = new Guest(SERVICE.baseUrl());
    assertThat(scanner.get("/dashboard/confirm/" + token).expect(200).body())
        .contains(email, "Confirm my address", "It was not me");
    assertThat(verified(owner)).isFalse();
    confirm(token).expect(204);
    assertThat(verified(owner)).isTrue();
    confirm(token).expectProblem(404, "LINK_NOT_FOUND");
    release(token).expectProblem(404, "LINK_NOT_FOUND");
    scanner.get("/dashboard/confirm/" + token).expect(404);
  }

  @Test
  void a_letter_sent_again_replaces_the_earlier_link() {
    String first = await(CONFIRM, email, 1);
    owner.post("/merchant/email-confirmation").expectProblem(429, "RATE_LIMITED");
    letAnHourPass();
    owner.post("/merchant/email-confirmation").expect(204);
    String second = await(CONFIRM, email, 2);
    confirm(first).expectProblem(404, "LINK_NOT_FOUND");
    confirm(second).expect(204);
    owner.post("/merchant/email-confirmation").expect(204); // nothing to do any more
  }

  @Test
  void asking_for_letters_again_and_again_is_refused() {
    await(CONFIRM, email, 1);
    for (int i = 0; i < 10; i++) {
      owner.post("/merchant/email-confirmation").expectProblem(429, "RATE_LIMITED");
    }
    assertThat(letters(email)).hasSize(1);
  }

  @Test
  void nobody_is_invited_before_the_owner_is_proven() {
    invite("grace" + people).expectProblem(403, "EMAIL_NOT_CONFIRMED");
    assertThat(letters("grace" + people + "@engines.example")).isEmpty();
    confirm(await(CONFIRM, email, 1)).expect(204);
    invite("grace" + people).expect(201);
  }

  @Test
  void an_invitation_is_in_its_letter_only_and_proves_the_address() {
    confirm(await(CONFIRM, email, 1)).expect(204);
    Reply invited = invite("mailed" + people).expect(201);
    assertThat(invited.json().required("url").isNull()).isTrue();
    String mailed = await(INVITED, "mailed" + people + "@engines.example", 1);
    assertThat(verified(accept(mailed))).isTrue();
  }

  @Test
  void customers_get_no_letters_on_behalf_of_an_unproven_merchant() {
    String unproven = "update merchant set email_proven_at = null";
    SERVICE.stored().change(unproven);
    create("before@there.example");
    String proven = "update merchant set email_proven_at = now()";
    SERVICE.stored().change(proven);
    create("after@there.example");
    Await.until("a letter is there", () -> !letters("after@there.example").isEmpty());
    assertThat(
            SERVICE.stored().texts("select 1 from mail where recipient = 'before@there.example'"))
        .isEmpty();
  }

  @Test
  void whoever_reads_the_mail_frees_the_address_of_an_account_that_a_stranger_made() {
    Browser attacker = owner;
    attacker.post("/merchant/api-keys", "{}").expectProblem(403, "EMAIL_NOT_CONFIRMED");
    Browser victim = SERVICE.browser();
    victim.post("/merchant/register", People.registration(email)).expectProblem(409, "EMAIL_TAKEN");
    // A lost password does not lead into the stranger's account without a word.
    letAnHourPass();
    victim.post("/merchant/password-reset", "{\"email\":\"" + email + "\"}").expect(204);
    release(await(CONFIRM, email, 2)).expect(204);
    assertThat(letters(email).toString()).doesNotContain("/dashboard/reset/");

    attacker.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    login(email, People.PASSWORD).expectProblem(401, "INVALID_LOGIN");
    String own = People.registration(email).replace(People.PASSWORD, "all my own work");
    victim.post("/merchant/register", own).expect(201);
    assertThat(victim.get("/merchant/api-keys").expect(200).json().required("data")).isEmpty();
    confirm(await(CONFIRM, email, 3)).expect(204);
    login(email, "all my own work").expect(200);
  }

  @Test
  void a_proven_address_cannot_be_freed() {
    confirm(await(CONFIRM, email, 1)).expect(204);
    owner.post("/merchant/email-confirmation").expect(204);
    SERVICE
        .browser()
        .post("/merchant/register", People.registration(email))
        .expectProblem(409, "EMAIL_TAKEN");
    owner.get("/merchant/profile").expect(200);
  }

  @Test
  void without_a_mail_server_nobody_is_asked() {
    try (TestService quiet = TestService.start()) {
      Browser merchant = quiet.browser();
      merchant.post("/merchant/register", People.registration(email)).expect(201);
      assertThat(verified(merchant)).isTrue();
      assertThat(verified(quiet.signedIn())).isTrue();
      merchant
          .post("/merchant/invitations", "{\"email\":\"g@b.example\",\"role\":\"viewer\"}")
          .expect(201);
    }
    assertThat(verified(SERVICE.signedIn())).isTrue(); // the sandbox's ready merchant
  }

  private static void letAnHourPass() {
    SERVICE.stored().change("update mail set created_at = created_at - interval '61 minutes'");
  }

  private static boolean verified(Browser browser) {
    return browser
        .get("/merchant/profile")
        .expect(200)
        .json()
        .required("emailVerified")
        .asBoolean();
  }

  private Reply invite(String name) {
    return owner.post(
        "/merchant/invitations",
        "{\"email\":\"%s@engines.example\",\"role\":\"viewer\"}".formatted(name));
  }

  private static Browser accept(String token) {
    Browser browser = SERVICE.browser();
    browser.post("/merchant/invitations/accept", People.acceptance("/" + token)).expect(200);
    return browser;
  }

  private static void create(String customer) {
    SERVICE
        .calls()
        .create("{\"amount\":\"1.00\",\"customer\":{\"email\":\"%s\"}}".formatted(customer))
        .expect(200);
  }

  private static Reply login(String email, String password) {
    return SERVICE.browser().post("/merchant/login", People.login(email, password));
  }

  private static Reply confirm(String token) {
    return press("confirm", token);
  }

  private static Reply release(String token) {
    return press("release", token);
  }

  private static Reply press(String what, String token) {
    return SERVICE
        .browser()
        .post("/merchant/email-confirmation/" + what, "{\"token\":\"" + token + "\"}");
  }

  /** The token of the last of so many letters with such a link. */
  private static String await(Pattern link, String to, int count) {
    Await.until(count + " letters to " + to, () -> tokens(link, to).size() >= count);
    return tokens(link, to).get(count - 1);
  }

  private static List<String> tokens(Pattern link, String to) {
    return letters(to).stream()
        .map(link::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  private static List<String> letters(String to) {
    return MAIL.receivedBy(to).stream().map(MailServer::text).toList();
  }
}
