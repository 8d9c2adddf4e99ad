package dev.paylink.dashboard;

import static dev.paylink.merchant.MerchantCallRules.AT_THE_DOOR;
import static dev.paylink.merchant.MerchantCallRules.FREE;
import static dev.paylink.merchant.MerchantCallRules.GUARDED;
import static dev.paylink.merchant.MerchantCallRules.MAKING_OWNERS;
import static dev.paylink.merchant.MerchantCallRules.PROVEN_IN_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Route;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What matters needs a fresh proof of the person. Walks every call and every form that changes
 * something: a new one fails here until it stands in one of the lists.
 */
final class FreshnessTest extends DashboardTest {
  private static final Set<String> OPEN_FORMS =
      Set.of(
          "/sign-up",
          "/sign-in",
          "/sign-in/code",
          "/sign-in/passkey",
          "/sign-in/sso",
          "/sign-out",
          "/language",
          "/invitation/:linkToken",
          "/confirm/:linkToken",
          "/confirm/:linkToken/release",
          "/freeze/:linkToken",
          "/forgot",
          "/reset/:linkToken");

  /** Forms that need a fresh proof, and the lowest role that may send them. */
  private static final Map<String, Role> GUARDED_FORMS =
      Map.ofEntries(
          Map.entry("/keys", Role.developer),
          Map.entry("/keys/:id/activate", Role.developer),
          Map.entry("/keys/:id", Role.developer),
          Map.entry("/keys/:id/roll", Role.developer),
          Map.entry("/keys/:id/delete", Role.developer),
          Map.entry("/webhooks/:scope", Role.developer),
          Map.entry("/webhooks/:scope/pause", Role.developer),
          Map.entry("/webhooks/:scope/resume", Role.developer),
          Map.entry("/webhooks/:scope/rotate", Role.developer),
          Map.entry("/webhooks/:scope/delete", Role.developer),
          Map.entry("/payments/:id/refund", Role.developer),
          Map.entry("/payments/:id/accept", Role.developer),
          Map.entry("/refunds/send", Role.developer),
          Map.entry("/refunds/:id/confirm-address", Role.developer),
          Map.entry("/settings/rules", Role.owner),
          Map.entry("/settings/deposit-address", Role.owner),
          Map.entry("/settings/user-deposit-address", Role.owner),
          Map.entry("/settings/deposit-address/undo", Role.owner),
          Map.entry("/settings/user-deposit-address/undo", Role.owner),
          Map.entry("/team/users/:id/undo", Role.owner),
          Map.entry("/team/invitations", Role.owner),
          Map.entry("/team/users/:id/role", Role.owner),
          Map.entry("/team/users/:id/remove", Role.owner),
          Map.entry("/team/freeze/lift", Role.owner),
          Map.entry("/security/password", Role.viewer),
          Map.entry("/security/two-factor/confirm", Role.viewer),
          Map.entry("/security/passkeys", Role.viewer),
          Map.entry("/team/second-factor", Role.owner),
          Map.entry("/security/sessions/end-others", Role.viewer),
          Map.entry("/security/sessions/:id/end", Role.viewer));

  /** Forms that ask for the proof each time. */
  private static final Set<String> PROVEN_FORMS =
      Set.of(
          "/security/two-factor",
          "/security/two-factor/recovery-codes",
          "/security/two-factor/off",
          "/security/passkeys/new",
          "/security/passkeys/:id/remove",
          "/team/sso",
          "/team/sso/remove");

  /** Forms that do not. */
  private static final Map<String, Role> FREE_FORMS =
      Map.ofEntries(
          Map.entry("/send-confirmation", Role.viewer),
          Map.entry("/sandbox-verify", Role.owner),
          Map.entry("/keys/:id/deactivate", Role.developer),
          Map.entry("/webhooks/:scope/test", Role.developer),
          Map.entry("/signature", Role.viewer),
          Map.entry("/settings/profile", Role.owner),
          Map.entry("/settings/letters", Role.owner),
          Map.entry("/settings/payers", Role.owner),
          Map.entry("/settings/kyb", Role.owner),
          Map.entry("/brand", Role.owner),
          Map.entry("/brand/logo", Role.owner),
          Map.entry("/brand/logo/remove", Role.owner),
          Map.entry("/team/invitations/:id/withdraw", Role.owner),
          Map.entry("/sign-in/sso/again", Role.viewer),
          Map.entry("/team/sso/check", Role.owner),
          Map.entry("/payments/:id/cancel", Role.developer),
          Map.entry("/payments/:id/redeliver", Role.developer),
          Map.entry("/refunds/:id/cancel", Role.developer),
          Map.entry("/refunds/:id/simulate", Role.developer),
          Map.entry("/events/redeliver", Role.developer),
          Map.entry("/events/:id/stop", Role.developer),
          Map.entry("/events/:id/redeliver", Role.developer),
          Map.entry("/security/passkeys/:id/name", Role.viewer),
          Map.entry("/links/new", Role.developer),
          Map.entry("/reusable-links", Role.developer),
          Map.entry("/reusable-links/:id", Role.developer),
          Map.entry("/reusable-links/:id/activate", Role.developer),
          Map.entry("/reusable-links/:id/deactivate", Role.developer),
          Map.entry("/reusable-links/:id/archive", Role.developer),
          Map.entry("/reusable-links/:id/unarchive", Role.developer),
          Map.entry("/reusable-links/:id/picture", Role.developer),
          Map.entry("/reusable-links/:id/picture/remove", Role.developer));

  private static final String ADDRESS = "0x" + "ab".repeat(20);
  private static final String ADDRESS_FORM = "/dashboard/settings/deposit-address";

  @Test
  void every_call_that_changes_something_is_guarded_or_free() {
    Set<String> listed = new TreeSet<>(AT_THE_DOOR);
    listed.addAll(GUARDED.keySet());
    listed.addAll(FREE.keySet());
    listed.addAll(PROVEN_IN_CALL.keySet());
    listed.addAll(MAKING_OWNERS.keySet());
    assertThat(names("/merchant/", "")).isEqualTo(listed);
  }

  @Test
  void every_form_is_guarded_or_free() {
    Set<String> listed = new TreeSet<>(OPEN_FORMS);
    listed.addAll(GUARDED_FORMS.keySet());
    listed.addAll(FREE_FORMS.keySet());
    listed.addAll(PROVEN_FORMS);
    assertThat(names("/dashboard/", "POST /dashboard")).isEqualTo(listed);
  }

  @Test
  void a_stale_session_of_any_role_does_nothing_that_is_guarded_and_a_fresh_one_is_not_asked() {
    Team stale = team();
    for (Role role : Role.values()) {
      age(stale.as(role));
    }
    Team fresh = team();
    for (Role role : Role.values()) {
      GUARDED.forEach(
          (call, needed) -> {
            String expected =
                role.includes(needed) ? "REAUTHENTICATION_REQUIRED" : "ROLE_NOT_ALLOWED";
            assertThat(code(call(stale.as(role), call))).as(role + " " + call).isEqualTo(expected);
          });
      FREE.forEach(
          (call, needed) -> {
            String code = code(call(stale.as(role), call));
            assertThat(code).as(role + " " + call).isNotEqualTo("REAUTHENTICATION_REQUIRED");
            assertThat(code.equals("ROLE_NOT_ALLOWED"))
                .as(role + " " + call)
                .isEqualTo(!role.includes(needed));
          });
      GUARDED.forEach(
          (call, needed) ->
              assertThat(code(call(fresh.as(role), call)))
                  .as(role + " " + call)
                  .isNotEqualTo("REAUTHENTICATION_REQUIRED"));
    }
  }

  @Test
  void what_could_keep_the_person_out_needs_the_proof_in_the_same_call_however_fresh_it_is() {
    Team fresh = team();
    Team stale = team();
    for (Role role : Role.values()) {
      age(stale.as(role));
      PROVEN_IN_CALL.forEach(
          (call, needed) -> {
            String expected = role.includes(needed) ? "PROOF_REQUIRED" : "ROLE_NOT_ALLOWED";
            assertThat(code(call(fresh.as(role), call))).as(call).isEqualTo(expected);
            assertThat(code(call(stale.as(role), call))).as(call).isEqualTo(expected);
          });
    }
    stale.owner.post("/merchant/two-factor", People.PROOF).expect(200);
    Guest owner = owner();
    for (String form : PROVEN_FORMS) {
      assertSent(owner, form, Role.owner, Role.viewer, true);
    }
  }

  @Test
  void what_makes_an_owner_needs_the_proof_in_the_same_call_and_another_role_a_fresh_one() {
    Team team = team();
    String viewer =
        "/merchant/team/"
            + TestService.userId(team.owner, team.viewer.get("/merchant/profile").text("email"));
    String owners = "{\"email\":\"%s\",\"role\":\"owner\"}".formatted(newEmail());
    team.owner.post("/merchant/invitations", owners).expectProblem(403, "PROOF_REQUIRED");
    team.owner.put(viewer, "{\"role\":\"owner\"}").expectProblem(403, "PROOF_REQUIRED");
    team.owner.put(viewer, "{\"role\":\"developer\"}").expect(200);
    age(team.owner);
    String developers = owners.replace("\"owner\"", "\"developer\"");
    team.owner
        .post("/merchant/invitations", developers)
        .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    team.owner.put(viewer, "{\"role\":\"viewer\"}").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    team.owner
        .post("/merchant/invitations", People.invitation(newEmail(), "owner"))
        .expect(201); // and the session is fresh again
    team.owner.put(viewer, People.role("owner")).expect(200);
    Guest owner = owner();
    String form = "/dashboard/team/invitations";
    owner.post(form, "email", newEmail(), "role", "viewer").expect(200);
    String kept = kept(owner.post(form, "email", newEmail(), "role", "owner").expect(403).body());
    owner.post(form, "email", newEmail(), "role", " owner ").expect(403);
    owner.post(form, "kept", kept, "password", "wrong wrong", "role", "viewer").expect(401);
    owner.post(form, "kept", kept, "role", "viewer").expect(401);
    owner.post(form, "kept", kept, "password", Guest.PASSWORD).expect(200);
  }

  @Test
  void every_guarded_form_asks_each_role_for_the_password_first_and_no_other_does() {
    Guest owner = owner();
    for (Role role : Role.values()) {
      Guest stale =
          role == Role.owner ? owner() : guest().joins(owner, newEmail(), role.toString());
      Guest fresh =
          role == Role.owner ? owner() : guest().joins(owner, newEmail(), role.toString());
      age(stale);
      GUARDED_FORMS.forEach(
          (form, needed) -> {
            assertSent(stale, form, role, needed, true);
            assertSent(fresh, form, role, needed, false);
          });
      FREE_FORMS.forEach((form, needed) -> assertSent(stale, form, role, needed, false));
    }
  }

  private static void assertSent(Guest guest, String form, Role role, Role needed, boolean asks) {
    String what = role + " " + form;
    Reply reply = guest.post("/dashboard" + form.replaceAll(":\\w+", "none"), "field", "typed");
    boolean allowed = role.includes(needed);
    assertThat(reply.body().contains("yours is " + role)).as(what).isEqualTo(!allowed);
    assertThat(reply.body().contains("name=\"kept\"")).as(what).isEqualTo(allowed && asks);
    if (!allowed || asks) {
      assertThat(reply.status()).as(what).isEqualTo(403);
      assertThat(reply.body()).as(what).startsWith("<!doctype html>");
    }
    if (allowed && asks) {
      assertThat(reply.body()).as(what).contains("current-password");
    }
  }

  @Test
  void every_role_reads_every_call_with_a_stale_session_and_nobody_else_does() {
    Team stale = team();
    List<String> calls =
        service.publicRoutes().stream()
            .filter(route -> route.method().equals("GET"))
            .map(Route::template)
            .filter(template -> template.startsWith("/merchant/"))
            .toList();
    assertThat(calls).contains("/merchant/profile", "/merchant/sso", "/merchant/audit");
    for (String call : calls) {
      String path = call.replaceAll(":[a-zA-Z]+", "none");
      assertThat(service.browser().get(path).status()).as(call).isEqualTo(401);
      for (Role role : Role.values()) {
        assertThat(age(stale.as(role)).get(path).status())
            .as(role + " " + call)
            .isIn(200, 400, 404);
      }
    }
  }

  @Test
  void a_stale_session_changes_the_name_but_no_address() {
    Browser owner = age(team().owner);
    owner.put("/merchant/profile", "{\"businessName\":\"Other Engines\"}").expect(200);
    for (String field : List.of("depositAddress", "userDepositAddress")) {
      owner
          .put("/merchant/profile", "{\"%s\":\"%s\"}".formatted(field, ADDRESS))
          .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    }
    assertThat(owner.get("/merchant/profile").body()).doesNotContainIgnoringCase(ADDRESS);
  }

  @Test
  void a_password_makes_the_session_fresh_and_a_wrong_or_missing_one_does_not() {
    Browser owner = age(team().owner);
    prove(owner, "{\"password\":\"wrong wrong wrong\"}").expectProblem(401, "INVALID_LOGIN");
    prove(owner, "{}").expectProblem(401, "INVALID_LOGIN");
    prove(owner, "{\"code\":\"123456\"}").expectProblem(401, "INVALID_LOGIN");
    owner.post("/merchant/api-keys", "{}").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    Reply proven = prove(owner, password()).expect(200);
    assertThat(Instant.parse(proven.text("freshUntil"))).isAfter(Instant.now());
    owner.post("/merchant/api-keys", "{}").expect(201);
    assertThat(owner.get("/merchant/audit").body()).contains("user.reauthenticated");
    prove(service.browser(), password()).expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void whoever_has_a_second_factor_proves_with_it() {
    Browser owner = team().owner;
    Authenticator app = Authenticator.setUp(owner);
    age(owner);
    prove(owner, password()).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    prove(owner, password("000000x")).expectProblem(401, "INVALID_LOGIN");
    owner.delete("/merchant/sessions").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    String code = app.codeAt(Instant.now().plusSeconds(30));
    prove(owner, password(code)).expect(200);
    prove(owner, password(code)).expectProblem(401, "INVALID_LOGIN");
    owner.delete("/merchant/sessions").expect(200);
  }

  @Test
  void wrong_proofs_are_counted_for_the_session() {
    Browser owner = team().owner;
    String wrong = "{\"password\":\"wrong wrong wrong\"}";
    prove(owner, wrong).expectProblem(401, "INVALID_LOGIN");
    UsedUp.by(9, 401, () -> prove(owner, wrong));
    prove(owner, password()).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    String email = owner.get("/merchant/profile").text("email");
    service // what somebody guesses with a stolen session keeps nobody else out
        .browser()
        .post("/merchant/login", People.login(email, People.PASSWORD))
        .expect(200);
  }

  @Test
  void a_form_is_kept_and_goes_on_after_the_proof() {
    Guest owner = age(owner());
    String asked = owner.post(ADDRESS_FORM, "depositAddress", ADDRESS).expect(403).body();
    assertThat(asked).doesNotContain(ADDRESS);
    String kept = kept(asked);
    String again =
        owner.post(ADDRESS_FORM, "kept", kept, "password", "wrong wrong").expect(401).body();
    assertThat(again).contains("The password is wrong.", kept).doesNotContain("wrong wrong");
    assertThat(owner.get("/dashboard/settings").body()).doesNotContain(ADDRESS);
    Reply done = owner.post(ADDRESS_FORM, "kept", kept, "password", Guest.PASSWORD).expect(303);
    assertThat(done.header("Location")).isEqualTo("/dashboard/settings?done=ADDRESS");
    assertThat(owner.get("/dashboard/settings").body()).containsIgnoringCase(ADDRESS);
  }

  @Test
  void a_form_whose_content_is_refused_after_the_proof_is_shown_with_its_fault() {
    Guest owner = age(owner());
    String kept = kept(owner.post(ADDRESS_FORM, "depositAddress", "0x12").expect(403).body());
    Reply faulty = owner.post(ADDRESS_FORM, "kept", kept, "password", Guest.PASSWORD).expect(400);
    assertThat(faulty.body()).contains(">0x12</textarea>").doesNotContain("name=\"kept\"");
  }

  @Test
  void a_kept_form_is_worth_nothing_elsewhere() {
    Guest owner = age(owner());
    String kept = kept(owner.post(ADDRESS_FORM, "depositAddress", ADDRESS).expect(403).body());
    Guest stranger = owner();
    assertThat(stranger.post(ADDRESS_FORM, "kept", kept, "password", Guest.PASSWORD).status())
        .isEqualTo(400);
    String otherForm = "/dashboard/settings/user-deposit-address";
    owner.post(otherForm, "kept", kept, "password", Guest.PASSWORD).expect(400);
    owner.post(ADDRESS_FORM, "kept", "AAAA", "password", Guest.PASSWORD).expect(400);
    new Guest(service.baseUrl())
        .withCookie(owner.cookie())
        .with("Origin", "https://evil.example")
        .post(ADDRESS_FORM, "kept", kept, "password", Guest.PASSWORD)
        .expect(403);
    assertThat(owner.get("/dashboard/settings").body()).doesNotContainIgnoringCase(ADDRESS);
    assertThat(stranger.get("/dashboard/settings").body()).doesNotContainIgnoringCase(ADDRESS);
  }

  /** One signed-in person for each role of a merchant. */
  private record Team(Browser owner, Browser developer, Browser viewer) {
    Browser as(Role role) {
      return switch (role) {
        case owner -> owner;
        case developer -> developer;
        case viewer -> viewer;
      };
    }
  }

  private static Team team() {
    Browser owner = service.register();
    return new Team(owner, service.join(owner, Role.developer), service.join(owner, Role.viewer));
  }

  private static Browser age(Browser browser) {
    service.age(browser.cookie());
    return browser;
  }

  private static Guest age(Guest guest) {
    service.age(guest.cookie());
    return guest;
  }

  private static String kept(String page) {
    return Guest.found(page, "name=\"kept\" value=\"([^\"]+)\"");
  }

  private static Reply prove(Browser browser, String proof) {
    return browser.post("/merchant/reauthenticate", proof);
  }

  private static String password() {
    return "{\"password\":\"%s\"}".formatted(People.PASSWORD);
  }

  private static String password(String code) {
    return "{\"password\":\"%s\",\"code\":\"%s\"}".formatted(People.PASSWORD, code);
  }

  private static Set<String> names(String below, String cut) {
    Set<String> names = new TreeSet<>();
    for (Route route : service.publicRoutes()) {
      if (route.template().startsWith(below)
          && Set.of("POST", "PUT", "DELETE").contains(route.method())) {
        names.add((route.method() + ' ' + route.template()).substring(cut.length()));
      }
    }
    return names;
  }

  private static Reply call(Browser browser, String call) {
    String[] parts = call.split(" ", 2);
    String body = parts[0].equals("PUT") ? "{}" : "";
    return browser.send(parts[0], parts[1].replaceAll(":[a-zA-Z]+", "none"), body);
  }

  private static String code(Reply reply) {
    return reply.status() == 403 ? reply.text("code") : "";
  }
}
