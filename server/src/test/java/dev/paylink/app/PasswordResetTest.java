package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A lost password locks nobody out: a letter leads back in, once, with the second factor. */
final class PasswordResetTest {
  private static final String NEW = "entirely new battery";
  private static final Pattern LINK = Pattern.compile("/dashboard/reset/([A-Za-z0-9_-]{43})");
  private static final MailServer MAIL = MailServer.started();
  private static final TestService SERVICE = TestService.builder().mail(MAIL.settings()).start();

  private static int people;

  private final String email = "lost" + ++people + "@engines.example";
  private final Browser owner = SERVICE.register(email);

  @AfterAll
  static void stop() {
    SERVICE.close();
    MAIL.close();
  }

  @Test
  void a_letter_leads_to_a_new_password_once_and_ends_all_sessions() {
    ask(email);
    String token = awaitToken(email);
    confirm(token, "short", "").expect(400);
    owner.get("/merchant/profile").expect(200);
    confirm(token, NEW, "").expect(204);
    owner.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    login(People.PASSWORD).expect(401);
    login(NEW).expect(200);
    confirm(token, "another new battery", "").expectProblem(404, "LINK_NOT_FOUND");
    Await.until("it is told", () -> subjects(email).contains("[Test] A password was reset"));
    assertThat(SERVICE.stored().rows("user_link")).noneMatch(row -> row.contains(token));
  }

  @Test
  void the_second_factor_is_still_asked_for_and_a_wrong_code_leaves_the_link() {
    Authenticator app = Authenticator.setUp(owner);
    ask(email);
    String token = awaitToken(email);
    confirm(token, NEW, "").expectProblem(401, "SECOND_FACTOR_REQUIRED");
    confirm(token, NEW, "000000x").expectProblem(401, "INVALID_LOGIN");
    confirm(token, NEW, app.codeAt(Instant.now().plusSeconds(30))).expect(204);
  }

  @Test
  void every_address_gets_the_same_answer_and_only_one_letter_comes() {
    Reply known = ask(email);
    Reply unknown = ask("nobody" + email);
    assertThat(unknown.status()).isEqualTo(known.status()).isEqualTo(204);
    assertThat(unknown.body()).isEqualTo(known.body());
    awaitToken(email);
    ask(email);
    String other = "other" + email;
    SERVICE.register(other);
    ask(other);
    awaitToken(other); // what was asked before it is done
    assertThat(tokens(email)).hasSize(1);
    assertThat(MAIL.receivedBy("nobody" + email)).isEmpty();
  }

  @Test
  void an_old_a_used_and_an_invented_link_get_the_same_plain_page() {
    ask(email);
    String token = awaitToken(email);
    String path = "/dashboard/reset/" + token;
    Guest guest = new Guest(SERVICE.baseUrl());
    assertThat(guest.get(path).expect(200).body()).contains("Choose a new password");
    Jdbi.create(SERVICE.databaseUrl())
        .useHandle(
            handle ->
                handle.execute("update user_link set expires_at = now() - interval '1 second'"));
    String old = guest.get(path).expect(404).body();
    String made = "A".repeat(43);
    String invented = guest.get("/dashboard/reset/" + made).expect(404).body();
    // The choice of languages leads back to the page's own address.
    assertThat(invented.replace(made, token)).isEqualTo(old).doesNotContain(email);
    guest.post(path, "password", NEW).expect(404);
    login(People.PASSWORD).expect(200);
  }

  @Test
  void the_pages_go_all_the_way() {
    Guest guest = new Guest(SERVICE.baseUrl());
    assertThat(guest.get("/dashboard/sign-in").body()).contains("/dashboard/forgot");
    assertThat(guest.post("/dashboard/forgot", "email", "no address").expect(400).body())
        .contains("is not an e-mail address", "value=\"no address\"");
    assertThat(guest.post("/dashboard/forgot", "email", email).expect(200).body())
        .contains("If " + email + " has an account");
    String path = "/dashboard/reset/" + awaitToken(email);
    assertThat(guest.post(path, "password", "short").expect(400).body())
        .contains("New password has fewer than 10 characters.")
        .doesNotContain("value=\"short\"");
    Reply done = guest.post(path, "password", NEW).expect(303);
    assertThat(guest.get(done.header("Location")).body()).contains("Your new password is set.");
    login(NEW).expect(200);
  }

  @Test
  void recovery_codes_are_made_anew() {
    owner
        .post("/merchant/two-factor/recovery-codes", People.PROOF)
        .expectProblem(409, "TWO_FACTOR_OFF");
    Authenticator app =
        new Authenticator(
            owner.post("/merchant/two-factor", People.PROOF).expect(200).text("secret"));
    Reply first =
        owner
            .post(
                "/merchant/two-factor/confirm",
                "{\"code\":\"%s\"}".formatted(app.codeAt(Instant.now())))
            .expect(200);
    owner
        .post("/merchant/two-factor/recovery-codes", People.PROOF)
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String proof =
        "{\"password\":\"%s\",\"code\":\"%s\"}"
            .formatted(People.PASSWORD, app.codeAt(Instant.now().plusSeconds(30)));
    Reply second = owner.post("/merchant/two-factor/recovery-codes", proof).expect(200);
    assertThat(second.json().required("recoveryCodes")).hasSize(10);
    signIn(code(first)).expectProblem(401, "INVALID_LOGIN");
    signIn(code(second)).expect(200);
  }

  private static String code(Reply codes) {
    return codes.json().required("recoveryCodes").get(0).asString();
  }

  private Reply signIn(String code) {
    return SERVICE
        .browser()
        .post(
            "/merchant/login",
            "{\"email\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(email, People.PASSWORD, code));
  }

  private static Reply ask(String email) {
    return SERVICE
        .browser()
        .post("/merchant/password-reset", "{\"email\":\"%s\"}".formatted(email));
  }

  private static Reply confirm(String token, String password, String code) {
    return SERVICE
        .browser()
        .post(
            "/merchant/password-reset/confirm",
            "{\"token\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                .formatted(token, password, code));
  }

  private Reply login(String password) {
    return SERVICE.browser().post("/merchant/login", People.login(email, password));
  }

  private static String awaitToken(String email) {
    Await.until("the letter with the link", () -> !tokens(email).isEmpty());
    return tokens(email).getFirst();
  }

  private static List<String> tokens(String email) {
    return MAIL.received().stream()
        .filter(message -> isTo(message, email))
        .map(message -> LINK.matcher(MailServer.text(message)))
        .filter(Matcher::find)
        .map(link -> link.group(1))
        .toList();
  }

  private static boolean isTo(MimeMessage message, String email) {
    try {
      return message.getAllRecipients()[0].toString().equals(email);
    } catch (MessagingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> subjects(String email) {
    return MAIL.received().stream()
        .filter(message -> isTo(message, email))
        .map(MailServer::subject)
        .toList();
  }
}
