package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Whose answer counts at the end of a sign-in: the one of the provider that was asked, in this
 * browser, about the person whom it knew from the beginning, and asked just now where that matters.
 */
final class SsoIdentityTest {
  @AutoClose private static final LocalDns DNS = new LocalDns();
  @AutoClose private static final LyingProvider PROVIDER = new LyingProvider();

  @AutoClose private static final TestService SERVICE = TestService.builder().dns(DNS).start();

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String domain = "firm" + NUMBER.incrementAndGet() + ".example";
  private final SsoTestTeam team =
      SsoTestTeam.register(SERVICE, PROVIDER, "The Firm", domain).prove(DNS);
  private final String email = "developer@" + domain;

  @Test
  void whoever_gets_the_address_of_somebody_who_left_does_not_get_the_account() {
    team.join(Role.developer);
    team.signIn(email);
    SsoVisit successor = team.visit(email);
    Reply reply = successor.comeBack(successor.claims(email).subject("somebody else"));
    assertRefused(reply);
    assertThat(reply.body()).contains("knows this account as another person");
    team.signIn(email); // the one whom it knows
  }

  @Test
  void somebody_whose_address_changes_at_the_provider_keeps_the_account() {
    team.join(Role.developer);
    team.signIn(email);
    for (String now : new String[] {"married@" + domain, "moved@elsewhere.example"}) {
      SsoVisit visit = team.visit(email);
      visit.comeBack(visit.claims(now).subject("subject of " + email)).expect(303);
      assertThat(team.browser(visit).get("/merchant/profile").text("email")).isEqualTo(email);
    }
    // The neighbour: a person whom the provider has not vouched for before.
    SsoVisit stranger = team.visit(email);
    assertRefused(stranger.comeBack(stranger.claims("moved@elsewhere.example")));
  }

  @Test
  void another_provider_knows_nobody_and_a_removed_member_can_join_again() {
    team.join(Role.developer);
    team.signIn(email);
    try (LyingProvider other = new LyingProvider()) {
      SsoTestTeam moved = new SsoTestTeam(SERVICE, other, team.owner(), domain);
      moved.configure("").expect(200);
      SsoVisit visit = moved.visit(email);
      visit.comeBack(visit.claims(email).subject("a subject of the other")).expect(303);
    }
    team.configure(",\"roleClaim\":\"groups\",\"viewerValue\":\"all\"").expect(200);
    team.signIn(email);
    String id = TestService.userId(team.owner(), email);
    team.owner().delete("/merchant/team/" + id).expect(204);
    SsoVisit back = team.visit(email);
    back.comeBack(back.grouped(email, "all")).expect(303);
    assertThat(team.browser(back).get("/merchant/profile").text("role")).isEqualTo("viewer");
  }

  @Test
  void the_answer_of_one_provider_cannot_be_led_to_another() {
    // A thief has a team too, whose provider sends the victim on to the victim's own one, which
    // does not name itself in its answers.
    try (LyingProvider evil = new LyingProvider()) {
      SsoTestTeam thief = SsoTestTeam.register(SERVICE, evil, "Thief", "evil-" + domain).prove(DNS);
      team.join(Role.developer);
      SsoVisit honest = team.visit(email);
      SsoVisit lured = thief.visit("x@evil-" + domain);
      assertThat(lured.callback()).isNotEqualTo(honest.callback());
      String code = PROVIDER.code(PROVIDER.signed(PROVIDER.claims("any", email).build()));
      String answer = "?state=" + lured.asked().get("state") + "&code=" + code;
      assertRefused(lured.guest().get(honest.callback() + answer));
      assertThat(evil.asked()).as("codes that the thief got").isEmpty();
      honest.comeBack(honest.claims(email)).expect(303);
    }
  }

  @Test
  void an_answer_with_another_state_is_refused_even_in_the_right_browser() {
    team.join(Role.developer);
    SsoVisit visit = team.visit(email);
    int exchanged = PROVIDER.asked().size();
    String path = visit.path(visit.claims(email));
    String state = String.valueOf(visit.asked().get("state"));
    Guest guest = visit.guest();
    for (String wrong :
        new String[] {
          path.replace(state, ""),
          path.replace(state, "x" + state.substring(1)),
          path.replace("state=" + state + "&", ""),
          path.replace(state, String.valueOf(team.visit(email).asked().get("state")))
        }) {
      assertRefused(guest.get(wrong));
    }
    assertThat(PROVIDER.asked()).hasSize(exchanged);
    guest.get(path).expect(303);
  }

  @Test
  void a_claim_that_is_there_without_a_value_is_not_there() {
    team.join(Role.developer);
    Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong = new LinkedHashMap<>();
    wrong.put("exp", claims -> claims.expirationTime(null));
    wrong.put("iat", claims -> claims.issueTime(null));
    wrong.put("sub", claims -> claims.subject(null));
    wrong.put("nonce", claims -> claims.claim("nonce", null));
    wrong.put("email_verified", claims -> claims.claim("email_verified", null));
    wrong.forEach(
        (what, change) -> {
          SsoVisit visit = team.visit(email);
          String token = PROVIDER.signedWithNulls(change.apply(visit.claims(email)).build());
          assertThat(visit.guest().get(visit.path(token)).status()).as(what).isEqualTo(401);
        });
    SsoVisit visit = team.visit(email);
    String whole = PROVIDER.signedWithNulls(visit.claims(email).build());
    visit.guest().get(visit.path(whole)).expect(303);
  }

  @Test
  void whoever_has_to_prove_it_again_is_asked_by_the_provider_again() {
    team.join(Role.developer);
    Map<String, @Nullable Object> wrong = new LinkedHashMap<>();
    wrong.put("left out", null);
    wrong.put("a text", Long.toString(now()));
    wrong.put("an hour ago", now() - 3600);
    wrong.put("two minutes ago", now() - 120);
    wrong.put("never", Long.MAX_VALUE);
    wrong.forEach(
        (what, time) -> {
          SsoVisit visit = again();
          Reply reply = visit.comeBack(visit.claims(email).claim("auth_time", time));
          assertThat(reply.status()).as(what).isEqualTo(401);
        });
    SsoVisit visit = again();
    assertThat(visit.asked()).containsEntry("prompt", "login").containsEntry("max_age", "0");
    visit.comeBack(visit.claims(email).claim("auth_time", now())).expect(303);
    team.browser(visit).post("/merchant/api-keys", "{}").expect(201);
  }

  @Test
  void a_sign_in_is_as_fresh_as_the_providers_own() {
    team.join(Role.developer);
    SsoVisit old = team.visit(email);
    long anHourAgo = Instant.now().minus(Duration.ofHours(1)).getEpochSecond();
    old.comeBack(old.claims(email).claim("auth_time", anHourAgo)).expect(303);
    Browser stale = team.browser(old);
    stale.get("/merchant/profile").expect(200);
    stale.post("/merchant/api-keys", "{}").expectProblem(403, "REAUTHENTICATION_REQUIRED");
    SsoVisit early = team.visit(email);
    early.comeBack(early.claims(email).claim("auth_time", now() + 3600)).expect(303);
    team.browser(early).post("/merchant/api-keys", "{}").expect(201);
    assertThat(
            SERVICE.stored().texts("select id::text from account_session where proven_at > now()"))
        .isEmpty();
  }

  @Test
  void a_frozen_account_takes_no_new_members() {
    team.configure(",\"roleClaim\":\"groups\",\"viewerValue\":\"all\"").expect(200);
    team.join(Role.viewer);
    invite("invited@" + domain);
    SERVICE
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by)"
                + " select realm_id, email from account_user where email = ?",
            "owner@" + domain);
    for (String name : new String[] {"invited@" + domain, "new@" + domain}) {
      SsoVisit visit = team.visit(name);
      Reply reply = visit.comeBack(visit.grouped(name, "all"));
      assertRefused(reply);
      assertThat(reply.body()).contains("you are not a member of this team");
    }
    assertThat(team.owner().get("/merchant/team").json().required("users")).hasSize(2);
    team.signIn("viewer@" + domain); // who is one
    SERVICE
        .stored()
        .change(
            "delete from account_freeze where realm_id ="
                + " (select realm_id from account_user where email = ?)",
            "owner@" + domain);
    SsoVisit visit = team.visit("new@" + domain);
    visit.comeBack(visit.grouped("new@" + domain, "all")).expect(303);
  }

  private void invite(String address) {
    team.owner()
        .post("/merchant/invitations", "{\"email\":\"%s\",\"role\":\"viewer\"}".formatted(address))
        .expect(201);
  }

  /** A signed-in developer whose proof is too old, on the way to the provider. */
  private SsoVisit again() {
    SsoVisit first = team.visit(email);
    first.comeBack(first.claims(email)).expect(303);
    return SsoVisit.begin(PROVIDER, first.guest(), "/dashboard/sign-in/sso/again");
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.expect(401).body()).contains("Single sign-on failed");
    assertThat(reply.header("Set-Cookie")).doesNotContain("paylink_session");
  }
}
