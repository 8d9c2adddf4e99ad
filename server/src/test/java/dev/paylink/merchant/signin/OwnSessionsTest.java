package dev.paylink.merchant.signin;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.signin.SessionStore;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A user sees its own sessions, ends them at once, and never gets one that somebody else knew. */
final class OwnSessionsTest {
  private static final String NEW_PASSWORD = "another horse battery";
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final String email = People.newEmail();
  private final Browser first = SERVICE.browser().with("User-Agent", "Firefox");
  private final String merchantId =
      first.post("/merchant/register", registration(email)).expect(201).text("merchantId");

  @Test
  void sessions_are_listed_newest_first_with_the_current_one_marked() {
    Browser second = signIn();
    List<JsonNode> listed = sessions(first);
    assertThat(listed).hasSize(2);
    assertThat(listed.get(0).required("current").asBoolean()).isFalse();
    assertThat(listed.get(0).required("userAgent").asString()).isEqualTo("Chrome");
    assertThat(listed.get(1).required("current").asBoolean()).isTrue();
    assertThat(listed.get(1).required("userAgent").asString()).isEqualTo("Firefox");
    assertThat(listed.get(1).required("source").asString()).isEqualTo("127.0.0.1");
    assertThat(sessions(second).get(0).required("current").asBoolean()).isTrue();
  }

  @Test
  void an_ended_session_is_refused_at_once() {
    Browser second = signIn();
    String id = sessions(second).get(0).required("id").asString();
    first.delete("/merchant/sessions/" + id).expect(204);
    second.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    first.delete("/merchant/sessions/" + id).expectProblem(404, "SESSION_NOT_FOUND");
    first.get("/merchant/profile").expect(200);
  }

  @Test
  void ending_the_current_one_signs_out() {
    String id = sessions(first).get(0).required("id").asString();
    Reply reply = first.delete("/merchant/sessions/" + id).expect(204);
    assertThat(reply.header("Set-Cookie")).startsWith("paylink_session=; Max-Age=0;");
    first.get("/merchant/profile").expect(401);
  }

  @Test
  void a_colleagues_session_is_as_unknown_as_another_merchants() {
    String id = sessions(first).get(0).required("id").asString();
    Browser colleague = SERVICE.join(first, Role.owner);
    for (Browser other : List.of(colleague, SERVICE.register())) {
      other.delete("/merchant/sessions/" + id).expectProblem(404, "SESSION_NOT_FOUND");
      other.delete("/merchant/sessions/nonsense").expectProblem(404, "SESSION_NOT_FOUND");
      assertThat(sessions(other)).hasSize(1);
    }
    first.get("/merchant/profile").expect(200);
  }

  @Test
  void one_call_ends_all_others_and_no_colleagues() {
    Browser second = signIn();
    Browser third = signIn();
    Browser colleague = SERVICE.join(first, Role.viewer);
    assertThat(second.delete("/merchant/sessions").expect(200).body()).isEqualTo("{\"ended\":2}");
    first.get("/merchant/profile").expect(401);
    third.get("/merchant/profile").expect(401);
    second.get("/merchant/profile").expect(200);
    colleague.get("/merchant/profile").expect(200);
    assertThat(second.delete("/merchant/sessions").expect(200).body()).isEqualTo("{\"ended\":0}");
  }

  @Test
  void signing_in_makes_a_new_token_and_ends_the_one_presented() {
    String planted = first.cookie();
    first.post("/merchant/login", login(email, PASSWORD)).expect(200);
    assertThat(first.cookie()).isNotEqualTo(planted);
    first.get("/merchant/profile").expect(200);
    SERVICE.browser().withCookie(planted).get("/merchant/profile").expect(401);
  }

  @Test
  void a_token_of_somebody_else_is_not_taken_over_either() {
    Browser attacker = SERVICE.register();
    String planted = attacker.cookie();
    Browser victim = SERVICE.browser().withCookie(planted);
    victim.post("/merchant/login", login(email, PASSWORD)).expect(200);
    assertThat(victim.get("/merchant/profile").text("email")).isEqualTo(email);
    assertThat(victim.cookie()).isNotEqualTo(planted);
    attacker.get("/merchant/profile").expect(401);
  }

  @Test
  void a_failed_sign_in_ends_nothing() {
    first.post("/merchant/login", login(email, "wrong password")).expect(401);
    first.get("/merchant/profile").expect(200);
  }

  @Test
  void when_a_session_was_last_used_is_written_now_and_then_only() {
    String before = lastSeen();
    first.get("/merchant/profile").expect(200);
    assertThat(lastSeen()).isEqualTo(before);
    SERVICE
        .stored()
        .change(
            "update account_session set last_seen_at = last_seen_at - interval '6 minutes'"
                + " where realm_id = ?",
            Stored.uuid(merchantId));
    String shifted = lastSeen();
    first.get("/merchant/profile").expect(200);
    assertThat(lastSeen()).isGreaterThan(shifted);
  }

  @Test
  void of_very_many_sessions_the_oldest_end() {
    SERVICE
        .stored()
        .change(
            """
                    insert into account_session
                           (id, token_hash, realm_id, user_id, source, expires_at)
                    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
                           decode(md5(n || 'x' || s.id), 'hex'),
                           realm_id, user_id, 'x', expires_at
                      from account_session s, generate_series(1, 120) n where realm_id = ?
                    """,
            Stored.uuid(merchantId));
    Browser second = signIn();
    assertThat(sessions(second)).hasSize(SessionStore.MAX_PER_USER);
    first.get("/merchant/profile").expect(200);
  }

  @Test
  void a_changed_password_ends_all_other_sessions_and_is_the_only_one_from_now_on() {
    Browser second = signIn();
    change(first, PASSWORD, NEW_PASSWORD).expect(204);
    second.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    first.get("/merchant/profile").expect(200);
    SERVICE.browser().post("/merchant/login", login(email, PASSWORD)).expect(401);
    SERVICE.browser().post("/merchant/login", login(email, NEW_PASSWORD)).expect(200);
    assertThat(SERVICE.stored().audit(merchantId))
        .contains("user.password_changed by " + email + " from 127.0.0.1 : - > -");
    assertThat(SERVICE.logged()).doesNotContain(NEW_PASSWORD);
  }

  @Test
  void a_new_password_keeps_to_the_rule_of_registration() {
    assertThat(
            change(first, PASSWORD, "q8#Zr!0xW")
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .containsExactly("newPassword");
    change(first, PASSWORD, "1234567890").expectProblem(400, "INVALID_REQUEST"); // too common
    change(first, PASSWORD, "q8#Zr!0xWv").expect(204);
  }

  @Test
  void a_wrong_current_password_changes_nothing_and_counts_for_the_session_alone() {
    Browser second = signIn();
    UsedUp.by(10, 401, () -> change(first, "a wrong guess", NEW_PASSWORD));
    change(first, PASSWORD, NEW_PASSWORD).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    change(second, "a wrong guess", NEW_PASSWORD).expectProblem(401, "INVALID_LOGIN");
    SERVICE.browser().post("/merchant/login", login(email, PASSWORD)).expect(200);
    second.get("/merchant/profile").expect(200);
  }

  @Test
  void signing_in_and_out_and_ending_sessions_is_in_the_audit_log() {
    Browser second = signIn();
    String id = sessions(second).get(0).required("id").asString();
    second.post("/merchant/logout").expect(204);
    signIn();
    first.delete("/merchant/sessions").expect(200);
    List<String> actions = new ArrayList<>();
    SERVICE
        .stored()
        .audit(merchantId)
        .forEach(line -> actions.add(line.replaceAll(" by .*: ", " ")));
    assertThat(actions)
        .contains("user.signed_in - > " + id, "user.signed_out " + id + " > -")
        .contains("user.other_sessions_ended 1 > -");
  }

  private Browser signIn() {
    Browser browser = SERVICE.browser().with("User-Agent", "Chrome");
    browser.post("/merchant/login", login(email, PASSWORD)).expect(200);
    return browser;
  }

  private static Reply change(Browser browser, String current, String next) {
    return browser.post(
        "/merchant/password",
        "{\"currentPassword\":\"%s\",\"newPassword\":\"%s\"}".formatted(current, next));
  }

  private String lastSeen() {
    return SERVICE
        .stored()
        .text(
            "select last_seen_at from account_session where realm_id = ?", Stored.uuid(merchantId));
  }

  private static List<JsonNode> sessions(Browser browser) {
    return browser
        .get("/merchant/sessions")
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .toList();
  }
}
