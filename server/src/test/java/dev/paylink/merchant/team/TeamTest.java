package dev.paylink.merchant.team;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.acceptance;
import static dev.paylink.testing.People.login;
import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import dev.paylink.testing.UsedUp;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A team grows by invitation, never loses its last owner, and lets go at once. */
final class TeamTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser owner = SERVICE.register();
  private final String merchantId = owner.get("/merchant/profile").text("merchantId");

  @Test
  void an_invitation_is_listed_accepted_once_and_gone() {
    String email = People.newEmail();
    Reply invited = invite(email.toUpperCase(Locale.ROOT), "developer").expect(201);
    String url = invited.text("url");
    assertThat(url).matches(SERVICE.baseUrl() + "/dashboard/invitation/[A-Za-z0-9_-]{43}");
    assertThat(invited.header("Cache-Control")).isEqualTo("no-store");
    JsonNode listed = owner.get("/merchant/team").json().required("invitations").get(0);
    assertThat(listed.required("email").asString()).isEqualTo(email);
    assertThat(listed.has("url")).isFalse();

    Browser developer = SERVICE.browser();
    Reply accepted = developer.post("/merchant/invitations/accept", acceptance(url)).expect(200);
    assertThat(accepted.body()).isEqualTo("{\"merchantId\":\"" + merchantId + "\"}");
    Reply profile = developer.get("/merchant/profile").expect(200);
    assertThat(profile.text("email")).isEqualTo(email);
    assertThat(profile.text("role")).isEqualTo("developer");
    assertThat(owner.get("/merchant/team").json().required("invitations")).isEmpty();
    SERVICE
        .browser()
        .post("/merchant/invitations/accept", acceptance(url))
        .expectProblem(404, "INVITATION_NOT_FOUND");
    SERVICE.browser().post("/merchant/login", login(email, PASSWORD)).expect(200);
  }

  @Test
  void its_token_is_neither_stored_nor_logged() {
    String url = invite(People.newEmail(), "viewer").expect(201).text("url");
    String token = url.substring(url.lastIndexOf('/') + 1);
    for (String table : List.of("invitation", "audit_log")) {
      assertThat(SERVICE.stored().rows(table)).isNotEmpty().noneMatch(row -> row.contains(token));
    }
    SERVICE.browser().post("/merchant/invitations/accept", acceptance(url)).expect(200);
    Await.until("it is logged", () -> SERVICE.logged().contains("/merchant/invitations/accept"));
    assertThat(SERVICE.logged()).contains("/merchant/invitations/accept").doesNotContain(token);
  }

  @Test
  void of_two_who_race_with_one_link_one_joins() throws Exception {
    String form = acceptance(invite(People.newEmail(), "viewer").expect(201).text("url"));
    Callable<Integer> accept =
        () -> SERVICE.browser().post("/merchant/invitations/accept", form).status();
    assertThat(Together.all(List.of(accept, accept, accept)))
        .containsExactlyInAnyOrder(200, 404, 404);
    assertThat(users()).hasSize(2);
  }

  @Test
  void an_invitation_ends_after_seven_days_of_the_databases_clock() {
    Reply invited = invite(People.newEmail(), "viewer").expect(201);
    shift("expires_at = expires_at - interval '7 days' + interval '1 minute'");
    assertThat(owner.get("/merchant/team").json().required("invitations")).hasSize(1);
    shift("expires_at = now()");
    assertThat(owner.get("/merchant/team").json().required("invitations")).isEmpty();
    accept(invited.text("url")).expectProblem(404, "INVITATION_NOT_FOUND");
    owner.delete("/merchant/invitations/" + invited.text("id")).expect(404);
  }

  @Test
  void inviting_again_makes_the_earlier_link_worthless() {
    String email = People.newEmail();
    String first = invite(email, "viewer").expect(201).text("url");
    String second = invite(email, "owner").expect(201).text("url");
    assertThat(owner.get("/merchant/team").json().required("invitations")).hasSize(1);
    accept(first).expect(404);
    accept(second).expect(200);
  }

  @Test
  void a_withdrawn_invitation_opens_nothing_and_another_merchants_is_unknown() {
    Reply invited = invite(People.newEmail(), "viewer").expect(201);
    String path = "/merchant/invitations/" + invited.text("id");
    SERVICE.register().delete(path).expectProblem(404, "INVITATION_NOT_FOUND");
    owner.delete("/merchant/invitations/nonsense").expectProblem(404, "INVITATION_NOT_FOUND");
    owner.delete(path).expect(204);
    owner.delete(path).expect(404);
    accept(invited.text("url")).expectProblem(404, "INVITATION_NOT_FOUND");
  }

  @Test
  void an_address_with_an_account_cannot_be_invited_nor_join_when_it_has_got_one_since() {
    String email = People.newEmail();
    String url = invite(email, "viewer").expect(201).text("url");
    SERVICE.browser().post("/merchant/register", registration(email)).expect(201);
    accept(url).expectProblem(409, "EMAIL_TAKEN");
    invite(email, "viewer").expectProblem(409, "EMAIL_TAKEN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "Owner", "", " "})
  void a_role_is_one_of_three(String role) {
    assertThat(invite(People.newEmail(), role).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("role");
  }

  @Test
  void a_password_that_registration_would_refuse_is_refused_here_too() {
    String url = invite(People.newEmail(), "viewer").expect(201).text("url");
    Reply reply =
        SERVICE
            .browser()
            .post("/merchant/invitations/accept", acceptance(url).replace(PASSWORD, "123456789"));
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("password");
    accept(url).expect(200);
  }

  @Test
  void a_changed_role_counts_from_the_next_request_on() {
    Browser member = SERVICE.join(owner, Role.viewer);
    member.post("/merchant/api-keys", "{}").expectProblem(403, "ROLE_NOT_ALLOWED");
    Reply changed = owner.put("/merchant/team/" + idOf(member), "{\"role\":\"developer\"}");
    assertThat(changed.expect(200).text("role")).isEqualTo("developer");
    member.post("/merchant/api-keys", "{}").expect(201);
  }

  @Test
  void a_removed_user_is_out_at_once_and_may_be_invited_again() {
    Browser member = SERVICE.join(owner, Role.developer);
    String email = member.get("/merchant/profile").text("email");
    owner.delete("/merchant/team/" + idOf(member)).expect(204);
    member.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    SERVICE.browser().post("/merchant/login", login(email, PASSWORD)).expect(401);
    assertThat(users()).hasSize(1);
    invite(email, "viewer").expect(201);
  }

  @Test
  void another_merchants_user_is_as_unknown_as_one_that_does_not_exist() {
    Browser stranger = SERVICE.register();
    String id = idOf(owner);
    stranger
        .put("/merchant/team/" + id, "{\"role\":\"viewer\"}")
        .expectProblem(404, "USER_NOT_FOUND");
    stranger.delete("/merchant/team/" + id).expectProblem(404, "USER_NOT_FOUND");
    stranger.delete("/merchant/team/nonsense").expectProblem(404, "USER_NOT_FOUND");
    owner.get("/merchant/profile").expect(200);
  }

  @Test
  void the_last_owner_stays_and_stays_owner_and_one_of_two_may_go() {
    String id = idOf(owner);
    SERVICE.join(owner, Role.developer);
    owner.put("/merchant/team/" + id, "{\"role\":\"viewer\"}").expectProblem(409, "LAST_OWNER");
    owner.delete("/merchant/team/" + id).expectProblem(409, "LAST_OWNER");
    owner.put("/merchant/team/" + id, People.role("owner")).expect(200);
    Browser second = SERVICE.join(owner, Role.owner);
    owner.put("/merchant/team/" + id, "{\"role\":\"viewer\"}").expect(200);
    second.delete("/merchant/team/" + idOf(second)).expectProblem(409, "LAST_OWNER");
  }

  @Test
  void owners_who_leave_at_the_same_time_leave_one() throws Exception {
    Browser second = SERVICE.join(owner, Role.owner);
    Browser third = SERVICE.join(owner, Role.owner);
    String body = "{\"role\":\"viewer\"}";
    List<Callable<Integer>> leaving =
        List.of(
            () -> owner.put("/merchant/team/" + idOf(owner), body).status(),
            () -> second.put("/merchant/team/" + idOf(second), body).status(),
            () -> third.delete("/merchant/team/" + idOf(third)).status());
    List<Integer> statuses = Together.all(leaving);
    assertThat(statuses).containsOnlyOnce(409);
    assertThat(
            SERVICE
                .stored()
                .text(
                    "select count(*) from account_user where realm_id = ? and role = 'owner'",
                    Stored.uuid(merchantId)))
        .isEqualTo("1");
  }

  @Test
  void a_team_has_fifty_users_and_invitations_at_most() {
    SERVICE
        .stored()
        .change(
            """
            insert into account_user (realm_id, id, email, role, password_hash)
            select m.id, gen_random_uuid(), m.id || '-' || n, 'viewer', '-'
              from merchant m, generate_series(1, 48) n where m.id = ?
            """,
            Stored.uuid(merchantId));
    invite(People.newEmail(), "viewer").expect(201);
    invite(People.newEmail(), "viewer").expectProblem(409, "TOO_MANY_USERS");
  }

  @Test
  void invitations_are_limited() {
    for (int i = 0; i < Limit.INVITATIONS.most(); i++) {
      invite("not yet an address", "viewer").expect(400); // a faulty form costs nothing
    }
    String grace = "grace@" + merchantId.replace('_', '-') + ".example";
    Reply refused = UsedUp.by(Limit.INVITATIONS.most(), 201, () -> invite(grace, "viewer"));
    refused.expectProblem(429, "RATE_LIMITED");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
  }

  @Test
  void each_change_of_the_team_is_in_the_audit_log() {
    Browser member = SERVICE.join(owner, Role.viewer);
    String email = member.get("/merchant/profile").text("email");
    String id = idOf(member);
    owner.put("/merchant/team/" + id, "{\"role\":\"developer\"}").expect(200);
    owner.put("/merchant/team/" + id, "{\"role\":\"developer\"}").expect(200);
    owner.delete("/merchant/team/" + id).expect(204);
    String by = " by " + owner.get("/merchant/profile").text("email") + " from 127.0.0.1 : ";
    assertThat(SERVICE.stored().audit(merchantId))
        .filteredOn(line -> line.contains(email))
        .containsExactly(
            "invitation.created" + by + "- > " + email + " as viewer",
            "invitation.accepted by " + email + " from 127.0.0.1 : - > " + email + " as viewer",
            "user.role_changed" + by + email + " as viewer > " + email + " as developer",
            "user.removed" + by + email + " as developer > -");
  }

  private Reply invite(String email, String role) {
    return owner.post("/merchant/invitations", People.invitation(email, role.toString()));
  }

  private static Reply accept(String url) {
    return SERVICE.browser().post("/merchant/invitations/accept", acceptance(url));
  }

  private JsonNode users() {
    return owner.get("/merchant/team").expect(200).json().required("users");
  }

  private static String idOf(Browser browser) {
    return TestService.userId(browser, browser.get("/merchant/profile").text("email"));
  }

  private void shift(String assignment) {
    SERVICE
        .stored()
        .change(
            "update invitation set " + assignment + " where realm_id = ?", Stored.uuid(merchantId));
  }
}
