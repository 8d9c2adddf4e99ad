package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A thief has an owner's cookie and nothing else, then also the proof. Each step of a takeover is
 * refused, or told to all and stopped; no money moves. Letters are read from a real mail server.
 */
final class TakeoverTest {
  private static final String OURS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String THEIRS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final String OUR_ADDRESS = "{\"depositAddress\":\"" + OURS + "\"}";
  private static final String THEIR_ADDRESS = "{\"depositAddress\":\"" + THEIRS + "\"}";
  private static final Pattern FREEZE_LINK =
      Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+(/dashboard/freeze/[A-Za-z0-9_-]{43})");

  private static final MailServer MAIL = MailServer.started();
  private static final TestService SERVICE =
      TestService.builder().live().mail(MAIL.settings()).fresh(Duration.ofSeconds(1)).start();
  private static int people;

  private final String victimEmail = newEmail();
  private final String otherEmail = newEmail();
  private final Browser victim = SERVICE.browser();
  private final Browser other = SERVICE.browser();

  @AfterAll
  static void stop() {
    SERVICE.close();
    MAIL.close();
  }

  @BeforeEach
  void two_owners_with_an_address() {
    victim.post("/merchant/register", People.registration(victimEmail)).expect(201);
    SERVICE.prove(victimEmail);
    SERVICE.settle(victimEmail);
    proven(victim, () -> victim.put("/merchant/profile", OUR_ADDRESS)).expect(200);
    String url = SERVICE.invite(victim, otherEmail, Role.owner);
    other.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    SERVICE.settle(otherEmail);
  }

  @Test
  void a_cookie_alone_is_refused_at_every_step() {
    Reply begun =
        proven(victim, () -> victim.post("/merchant/two-factor", People.PROOF)).expect(200);
    Authenticator app = new Authenticator(begun.text("secret"));
    proven(
            victim,
            () ->
                victim.post(
                    "/merchant/two-factor/confirm",
                    "{\"code\":\"%s\"}".formatted(app.codeAt(Instant.now()))))
        .expect(200);
    Browser thief = SERVICE.browser().withCookie(victim.cookie());
    Await.until("the proof is old", () -> thief.delete("/merchant/sessions/none").status() == 403);
    String otherId = userId(thief, otherEmail);
    thief
        .post("/merchant/invitations", "{\"email\":\"t@evil.example\",\"role\":\"owner\"}")
        .expectProblem(403, "PROOF_REQUIRED");
    refused(thief.delete("/merchant/team/" + otherId));
    refused(thief.put("/merchant/team/" + otherId, "{\"role\":\"viewer\"}"));
    refused(thief.put("/merchant/profile", THEIR_ADDRESS));
    thief
        .send("DELETE", "/merchant/two-factor", "{\"password\":\"guess guess\"}")
        .expectProblem(401, "INVALID_LOGIN");
    refused(
        thief.post(
            "/merchant/password",
            "{\"currentPassword\":\"guess guess\",\"newPassword\":\"thief thief thief\"}"));
    refused(thief.delete("/merchant/sessions"));
    refused(thief.post("/merchant/api-keys", "{}"));
    thief.post("/merchant/passkeys/options").expectProblem(403, "PROOF_REQUIRED");
    refused(thief.put("/merchant/team", "{\"secondFactorRequired\":false}"));
    thief
        .put(
            "/merchant/sso",
            """
            {"issuer":"https://evil.example","clientId":"c","clientSecret":"s",\
            "domains":["engines.example"]}\
            """)
        .expectProblem(403, "PROOF_REQUIRED");
    refused(
        thief.put(
            "/merchant/webhooks/invoice_settlement",
            "{\"webhookUrl\":\"https://evil.example/hook\"}"));
    thief
        .post("/merchant/reauthenticate", "{\"password\":\"%s\"}".formatted(People.PASSWORD))
        .expectProblem(401, "SECOND_FACTOR_REQUIRED");
    refused(thief.put("/merchant/profile", THEIR_ADDRESS));
    assertThat(other.get("/merchant/profile").text("depositAddress")).isEqualTo(OURS);
    assertThat(other.get("/merchant/team").json().required("users")).hasSize(2);
    assertThat(MAIL.receivedBy("thief@evil.example")).isEmpty();
  }

  @Test
  void a_thief_with_the_proof_is_told_about_and_stopped_by_a_letter() {
    Browser thief = SERVICE.browser().withCookie(victim.cookie());
    proven(thief, () -> thief.put("/merchant/profile", THEIR_ADDRESS)).expect(200);
    String invited = newEmail();
    String link = SERVICE.invite(thief, invited, Role.owner);
    String otherPath = "/merchant/team/" + userId(thief, otherEmail);
    Reply leaving = proven(thief, () -> thief.delete(otherPath)).expect(202);
    assertThat(leaving.text("pendingRole")).isEqualTo("removed");
    Reply profile = other.get("/merchant/profile").expect(200);
    assertThat(profile.text("depositAddress")).isEqualTo(OURS);
    assertThat(Instant.parse(profile.text("pendingDepositAddressFrom")))
        .isAfterOrEqualTo(Instant.parse(leaving.text("pendingRoleFrom")));
    for (String reader : List.of(victimEmail, otherEmail)) {
      awaitLetter(reader, "Your deposit address will change");
      awaitLetter(reader, "Somebody was invited to your team");
      awaitLetter(reader, "An owner of your account will be removed or demoted");
    }

    String path = freezeLink(awaitLetter(otherEmail, "Your deposit address will change"));
    Guest reader = new Guest(SERVICE.baseUrl());
    assertThat(reader.get(path).expect(200).body()).contains("Freeze the account");
    assertThat(other.get("/merchant/freeze").text("frozen")).isEqualTo("false");
    reader.post(path).expect(200);
    reader.get(path).expect(404);
    reader.post(path).expect(404);

    Reply after = thief.get("/merchant/profile");
    assertThat(after.text("depositAddress")).isEqualTo(OURS);
    assertThat(after.json().required("pendingDepositAddress").isNull()).isTrue();
    assertThat(user(thief, otherEmail).required("pendingRole").isNull()).isTrue();
    SERVICE
        .browser()
        .post("/merchant/invitations/accept", People.acceptance(link))
        .expectProblem(404, "INVITATION_NOT_FOUND");
    frozen(thief.put("/merchant/profile", THEIR_ADDRESS));
    frozen(invite(thief, "thief@evil.example"));
    frozen(thief.delete(otherPath));
    frozen(thief.post("/merchant/api-keys", "{}"));
    for (String owner : List.of(victimEmail, otherEmail)) {
      awaitLetter(owner, "Your account is frozen");
    }

    assertThat(proven(thief, () -> thief.delete("/merchant/freeze")).expect(200).text("frozen"))
        .isEqualTo("true");
    assertThat(proven(thief, () -> thief.delete("/merchant/freeze")).expect(200).text("frozen"))
        .isEqualTo("true");
    assertThat(proven(other, () -> other.delete("/merchant/freeze")).expect(200).text("frozen"))
        .isEqualTo("false");
    proven(other, () -> other.delete("/merchant/freeze")).expectProblem(409, "NOT_FROZEN");
    proven(other, () -> other.put("/merchant/profile", THEIR_ADDRESS)).expect(200);
  }

  @Test
  void the_operator_lifts_a_freeze_alone() {
    String path = freezeLink(awaitLetter(victimEmail, "Somebody joined your team"));
    SERVICE
        .browser()
        .post("/merchant/freeze", "{\"token\":\"%s\"}".formatted(path.replaceAll(".*/", "")))
        .expect(204);
    SERVICE
        .browser()
        .post("/merchant/freeze", "{\"token\":\"%s\"}".formatted(path.replaceAll(".*/", "")))
        .expectProblem(404, "LINK_NOT_FOUND");
    String admin =
        "/admin/merchants/" + victim.get("/merchant/profile").text("merchantId") + "/freeze";
    SERVICE.operator().delete(admin).expect(204);
    SERVICE.operator().delete(admin).expectProblem(409, "NOT_FROZEN");
    awaitLetter(otherEmail, "Your account is no longer frozen");
    assertThat(victim.get("/merchant/audit").body())
        .contains("merchant.frozen", "merchant.freeze_lifted");
  }

  private static String newEmail() {
    return "owner" + ++people + "@engines.example";
  }

  /** Makes a guarded call with a fresh proof, however slow this machine is. */
  private static Reply proven(Browser browser, Supplier<Reply> call) {
    Reply reply = call.get();
    Instant end = Instant.now().plusSeconds(60);
    while (reply.status() == 403
        && reply.text("code").equals("REAUTHENTICATION_REQUIRED")
        && Instant.now().isBefore(end)) {
      browser
          .post("/merchant/reauthenticate", "{\"password\":\"%s\"}".formatted(People.PASSWORD))
          .expect(200);
      reply = call.get();
    }
    return reply;
  }

  private static Reply invite(Browser browser, String email) {
    return browser.post("/merchant/invitations", People.invitation(email, "owner"));
  }

  private static void refused(Reply reply) {
    reply.expectProblem(403, "REAUTHENTICATION_REQUIRED");
  }

  private static void frozen(Reply reply) {
    reply.expectProblem(403, "ACCOUNT_FROZEN");
  }

  private static String userId(Browser browser, String email) {
    return user(browser, email).required("userId").asString();
  }

  private static JsonNode user(Browser browser, String email) {
    for (JsonNode user : browser.get("/merchant/team").json().required("users")) {
      if (user.required("email").asString().equals(email)) {
        return user;
      }
    }
    throw new AssertionError(email);
  }

  private static String awaitLetter(String to, String subject) {
    Await.until(to + " reads: " + subject, () -> !letters(to, subject).isEmpty());
    return letters(to, subject).getFirst();
  }

  private static List<String> letters(String to, String subject) {
    return MAIL.receivedBy(to).stream()
        .filter(message -> subject.equals(MailServer.subject(message)))
        .map(MailServer::text)
        .toList();
  }

  private static String freezeLink(String letter) {
    Matcher link = FREEZE_LINK.matcher(letter);
    assertThat(link.find()).as(letter).isTrue();
    return URI.create(link.group()).getPath();
  }
}
