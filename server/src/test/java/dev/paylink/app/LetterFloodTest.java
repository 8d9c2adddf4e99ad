package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.mail.LetterKind;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Nobody makes a cannon of our letters: an address that nobody has proven gets the question whether
 * it is its reader's and nothing else, an owner gets many notices as one, and no letter has the
 * words of the one who caused it.
 */
final class LetterFloodTest {
  private static final String MESSAGE = "call-555-0100-to-keep-your-money";

  @AutoClose private static final MailServer MAIL = MailServer.started();

  @AutoClose
  private static final TestService SERVICE = TestService.builder().mail(MAIL.settings()).start();

  private final String email = People.newEmail();
  private final Browser owner = SERVICE.register(email);

  @Test
  void owner_who_never_agreed_gets_nothing_however_much_happens() {
    String victim = People.newEmail();
    SERVICE
        .stored()
        .change(
            """
            insert into account_user (realm_id, id, email, password_hash, role)
            select realm_id, ?, ?, 'none', 'owner' from account_user where email = ?
            """,
            UUID.randomUUID(),
            victim,
            email);
    changeWebhook(30);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + address(1) + "\"}").expect(200);
    assertThat(subjects(victim)).isEmpty();
    assertThat(notices(email)).isNotEmpty();
  }

  @Test
  void unproven_address_is_asked_once_an_hour_and_five_times_a_day() {
    String unproven = People.newEmail();
    Browser stranger = SERVICE.browser();
    stranger.post("/merchant/register", People.registration(unproven)).expect(201);
    for (int i = 0; i < 6; i++) {
      stranger.post("/merchant/email-confirmation").expectProblem(429, "RATE_LIMITED");
    }
    askForPassword(unproven);
    assertThat(subjects(unproven)).hasSize(1);
    for (int asked = 2; asked <= LetterKind.confirmation.most(); asked++) {
      letTimePass("61 minutes");
      stranger.post("/merchant/email-confirmation").expect(204);
      stranger.post("/merchant/email-confirmation").expectProblem(429, "RATE_LIMITED");
      assertThat(subjects(unproven)).hasSize(asked);
    }
    letTimePass("61 minutes");
    stranger.post("/merchant/email-confirmation").expectProblem(429, "RATE_LIMITED");
    letTimePass("21 hours");
    stranger.post("/merchant/email-confirmation").expect(204);
    assertThat(subjects(unproven)).allMatch("[Test] Confirm your e-mail address"::equals);
  }

  @Test
  void many_notices_become_one_letter_an_hour() {
    changeWebhook(30);
    assertThat(notices(email)).hasSize(LetterKind.notice.most());
    letTimePass("61 minutes");
    String digest = MAIL.awaitText(email, "Further changes in your account");
    assertThat(digest).contains("A webhook was changed", " times, last ");
    changeWebhook(3);
    assertThat(notices(email)).hasSize(LetterKind.notice.most() + 1);
  }

  @Test
  void noise_does_not_hide_what_moves_money() {
    changeWebhook(25);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + address(1) + "\"}").expect(200);
    assertThat(notices(email)).anyMatch(subject -> subject.contains("deposit address"));
    for (int i = 2; i < 26; i++) {
      owner.put("/merchant/profile", "{\"depositAddress\":\"" + address(i) + "\"}").expect(200);
    }
    assertThat(notices(email)).hasSize(LetterKind.notice.most() + LetterKind.alarm.most());
    letTimePass("61 minutes");
    assertThat(MAIL.awaitText(email, "Further changes in your account", "deposit address"))
        .contains("/dashboard/freeze/");
  }

  @Test
  void guesses_of_strangers_do_not_use_up_what_owners_are_told() {
    for (int i = 0; i < 5; i++) {
      SERVICE
          .stored()
          .change(
              """
              insert into mail (id, recipient, message_id, subject, text, html, kind)
              values (?, ?, 'x', 'Ten wrong passwords for an account', 'x', 'x', 'guess')
              """,
              UUID.randomUUID(),
              email);
    }
    changeWebhook(LetterKind.notice.most());
    assertThat(notices(email)).hasSize(5 + LetterKind.notice.most());
  }

  @Test
  void letter_has_a_host_and_a_browser_and_not_the_words_of_a_stranger() {
    owner.putWebhook("https://there.example/" + MESSAGE + "?" + MESSAGE);
    owner.putWebhook("https://there.example:8443/" + MESSAGE + "/" + MESSAGE);
    SERVICE
        .browser()
        .with("User-Agent", "Mozilla/5.0 (X11; Linux) " + MESSAGE + " Firefox/140.0")
        .post("/merchant/login", People.login(email, People.PASSWORD))
        .expect(200);
    List<String> letters =
        SERVICE.stored().texts("select text || html from mail where recipient = ?", email);
    assertThat(letters)
        .anyMatch(letter -> letter.contains("there.example"))
        .anyMatch(letter -> letter.contains("Firefox on Linux"))
        .noneMatch(letter -> letter.contains(MESSAGE));
  }

  @Test
  void invited_address_gets_five_invitations_a_day_from_all_teams_together() {
    String invited = People.newEmail();
    String body = "{\"email\":\"" + invited + "\",\"role\":\"viewer\"}";
    for (int i = 0; i < LetterKind.invitation.most(); i++) {
      SERVICE.register().post("/merchant/invitations", body).expect(201);
    }
    owner.post("/merchant/invitations", body).expectProblem(429, "RATE_LIMITED");
    assertThat(subjects(invited)).hasSize(LetterKind.invitation.most());
  }

  /** Otherwise whoever writes five times a day keeps somebody out of every team, for ever. */
  @Test
  void strangers_do_not_use_up_the_invitations_of_a_verified_merchant() {
    String invited = People.newEmail();
    String body = "{\"email\":\"" + invited + "\",\"role\":\"viewer\"}";
    for (int i = 0; i < LetterKind.invitation.most(); i++) {
      SERVICE.register().post("/merchant/invitations", body).expect(201);
    }
    owner.post("/merchant/invitations", body).expectProblem(429, "RATE_LIMITED");
    SERVICE.verify(owner.get("/merchant/profile").expect(200).text("merchantId"));
    for (int i = 0; i < LetterKind.verifiedInvitation.most(); i++) {
      owner.post("/merchant/invitations", body).expect(201);
    }
    owner.post("/merchant/invitations", body).expectProblem(429, "RATE_LIMITED");
  }

  @Test
  void lost_password_is_answered_at_once_and_then_once_an_hour() {
    for (int i = 0; i < LetterKind.reset.atOnce(); i++) {
      int before = subjects(email).size();
      letLinksAge();
      ask(email);
      Await.until("a letter", () -> subjects(email).size() == before + 1);
    }
    int before = subjects(email).size();
    letLinksAge();
    askForPassword(email);
    assertThat(subjects(email)).hasSize(before);
    letTimePass("61 minutes");
    ask(email);
    Await.until("a letter after an hour", () -> subjects(email).size() == before + 1);
  }

  private void changeWebhook(int times) {
    for (int i = 0; i < times; i++) {
      owner.putWebhook("https://there.example/" + UUID.randomUUID());
    }
  }

  private static void ask(String email) {
    SERVICE.browser().post("/merchant/password-reset", "{\"email\":\"" + email + "\"}").expect(204);
  }

  /** Asks, and waits until the request was worked on: a later one by somebody else was. */
  private static void askForPassword(String email) {
    ask(email);
    String other = People.newEmail();
    SERVICE.register(other);
    int before = subjects(other).size();
    ask(other);
    Await.until("the other one is written to", () -> subjects(other).size() > before);
  }

  private static void letLinksAge() {
    SERVICE.stored().change("update user_link set created_at = now() - interval '6 minutes'");
  }

  private static void letTimePass(String time) {
    SERVICE.stored().change("update mail set created_at = created_at - cast(? as interval)", time);
    SERVICE
        .stored()
        .change("update mail_digest set first_at = first_at - cast(? as interval)", time);
  }

  private static String address(int number) {
    return "0x5aaeb6053f3e94c9b9a09f33669435e7ef%06x".formatted(number);
  }

  private static List<String> subjects(String to) {
    return SERVICE.stored().texts("select subject from mail where recipient = ? order by id", to);
  }

  private static List<String> notices(String to) {
    return subjects(to).stream().filter(subject -> !subject.contains("Confirm your")).toList();
  }
}
