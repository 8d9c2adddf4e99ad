package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.app.config.Config;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Operators have accounts of their own: invited, signed in and out, demoted, removed. */
final class OperatorAccountsTest {
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);

  @Test
  void an_invitation_works_once_and_a_new_one_replaces_it() {
    String first =
        OperatorCrew.invite(SERVICE.operator(), "once@desk.example", OperatorRole.viewer)
            .text("url");
    String second =
        OperatorCrew.invite(SERVICE.operator(), "Once@desk.example", OperatorRole.reviewer)
            .text("url");
    assertThat(second).startsWith(SERVICE.internalUrl() + "/admin/desk/join/");
    CREW.accept(first).expectProblem(404, "INVITATION_NOT_FOUND");
    Reply joined = CREW.accept(second).expect(200);
    assertThat(joined.text("actor")).isEqualTo("operator:once@desk.example");
    assertThat(joined.text("role")).isEqualTo("reviewer");
    CREW.accept(second).expectProblem(404, "INVITATION_NOT_FOUND");
    SERVICE
        .operator()
        .post("/admin/operator-invitations", "{\"email\":\"once@desk.example\",\"role\":\"admin\"}")
        .expectProblem(409, "EMAIL_TAKEN");
    assertThat(SERVICE.stored().rows("invitation").toString())
        .doesNotContain(first.substring(first.lastIndexOf('/') + 1));
  }

  @Test
  void a_withdrawn_invitation_no_longer_works() {
    Reply invited =
        OperatorCrew.invite(SERVICE.operator(), "withdrawn@desk.example", OperatorRole.viewer);
    String path = "/admin/operator-invitations/" + invited.text("id");
    SERVICE.operator().delete(path).expect(204);
    SERVICE.operator().delete(path).expectProblem(404, "INVITATION_NOT_FOUND");
    CREW.accept(invited.text("url")).expectProblem(404, "INVITATION_NOT_FOUND");
  }

  @Test
  void a_weak_password_is_refused_and_the_invitation_stays() {
    String url =
        OperatorCrew.invite(SERVICE.operator(), "weak@desk.example", OperatorRole.viewer)
            .text("url");
    String token = url.substring(url.lastIndexOf('/') + 1);
    Reply refused =
        CREW.anyone()
            .post(
                "/admin/operator-invitations/accept",
                "{\"token\":\"%s\",\"name\":\"\",\"password\":\"password12\"}".formatted(token));
    assertThat(refused.faultyFields()).containsExactlyInAnyOrder("name", "password");
    CREW.accept(url).expect(200);
  }

  @Test
  void a_wrong_address_and_a_wrong_password_are_told_alike() {
    String email = CREW.join(OperatorRole.viewer).email();
    Reply wrongPassword = CREW.login(email, "wrong horse battery").expect(401);
    Reply wrongAddress = CREW.login("nobody@desk.example", "wrong horse battery").expect(401);
    assertThat(wrongPassword.text("code")).isEqualTo("INVALID_LOGIN");
    assertThat(wrongAddress.text("code")).isEqualTo("INVALID_LOGIN");
    assertThat(wrongAddress.text("detail")).isEqualTo(wrongPassword.text("detail"));
    assertThat(CREW.login(email.toUpperCase(Locale.ROOT), OperatorCrew.PASSWORD).status())
        .isEqualTo(200);
  }

  @Test
  void guesses_at_one_operator_make_all_sources_wait_also_for_an_address_without_account() {
    try (TestService service = TestService.start()) {
      OperatorCrew crew = new OperatorCrew(service);
      String known = crew.join(OperatorRole.viewer).email();
      for (String email : List.of(known, "nobody@desk.example")) {
        for (int i = 0; i < 10; i++) {
          crew.login(email, "wrong horse battery " + i).expect(401);
        }
        // On a slow machine some guesses were given back meanwhile.
        Await.until("paused", () -> crew.login(email, "wrong horse battery").status() == 429);
        crew.login(email, OperatorCrew.PASSWORD).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
      }
      service.operator().get("/admin/merchants").expect(200);
    }
  }

  @Test
  void signing_out_ends_the_session_wherever_its_token_is() {
    OperatorCrew.Member member = CREW.join(OperatorRole.viewer);
    String token = CREW.login(member.email(), OperatorCrew.PASSWORD).expect(200).text("token");
    assertThat(SERVICE.stored().rows("account_session").toString()).doesNotContain(token);
    CREW.with(token).get("/admin/merchants").expect(200);
    CREW.with(token).post("/admin/logout").expect(204);
    assertThat(
            CREW.with(token)
                .get("/admin/merchants")
                .expectProblem(401, "INVALID_ADMIN_TOKEN")
                .text("detail"))
        .isEqualTo("The session has ended; sign in again with POST /admin/login");
    member.calls().get("/admin/merchants").expect(200);
  }

  @Test
  void a_new_role_applies_at_once_and_ends_what_was_begun_in_the_old_one() {
    OperatorCrew.Member admin = CREW.join(OperatorRole.admin);
    CREW.join(OperatorRole.admin);
    String url =
        OperatorCrew.invite(admin.calls(), "friend@desk.example", OperatorRole.admin).text("url");
    SERVICE.operator().put("/admin/operators/" + admin.id(), "{\"role\":\"viewer\"}").expect(204);
    admin.calls().get("/admin/merchants").expect(401);
    Browser again = CREW.with(CREW.login(admin.email(), OperatorCrew.PASSWORD).text("token"));
    again.get("/admin/merchants").expect(200);
    again.get("/admin/operators").expectProblem(403, "ROLE_NOT_ALLOWED");
    CREW.accept(url).expectProblem(404, "INVITATION_NOT_FOUND");
    SERVICE
        .operator()
        .put("/admin/operators/" + admin.id(), "{\"role\":\"owner\"}")
        .expectProblem(400, "INVALID_REQUEST");
  }

  @Test
  void a_removed_operator_is_signed_out_and_stays_out() {
    OperatorCrew.Member member = CREW.join(OperatorRole.operator);
    SERVICE.operator().delete("/admin/operators/" + member.id()).expect(204);
    SERVICE
        .operator()
        .delete("/admin/operators/" + member.id())
        .expectProblem(404, "OPERATOR_NOT_FOUND");
    member.calls().get("/admin/merchants").expect(401);
    CREW.login(member.email(), OperatorCrew.PASSWORD).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void the_last_admin_stays() {
    try (TestService service = TestService.start()) {
      OperatorCrew crew = new OperatorCrew(service);
      OperatorCrew.Member first = crew.join(OperatorRole.admin);
      String path = "/admin/operators/" + first.id();
      service.operator().delete(path).expectProblem(409, "LAST_ADMIN");
      first.calls().put(path, "{\"role\":\"operator\"}").expectProblem(409, "LAST_ADMIN");
      first.calls().put(path, "{\"role\":\"admin\"}").expect(204);
      OperatorCrew.Member second = crew.join(OperatorRole.admin);
      second.calls().delete(path).expect(204);
      service.operator().delete("/admin/operators/" + second.id()).expectProblem(409, "LAST_ADMIN");
    }
  }

  @Test
  void both_logs_say_who() {
    OperatorCrew.Member reviewer = CREW.join(OperatorRole.reviewer);
    String merchant = SERVICE.signedIn().get("/merchant/profile").text("merchantId");
    reviewer
        .calls()
        .put("/admin/merchants/" + merchant + "/verification", "{\"status\":\"Suspended\"}")
        .expect(200);
    SERVICE
        .operator()
        .put("/admin/merchants/" + merchant + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    assertThat(SERVICE.stored().audit(merchant))
        .anyMatch(
            entry ->
                entry.startsWith(
                    "merchant.verification_changed by operator:" + reviewer.email() + " from"))
        .anyMatch(entry -> entry.startsWith("merchant.verification_changed by token from"));
    assertThat(SERVICE.operator().get("/admin/operator-log").expect(200).body())
        .contains("operator_invitation.created", "\"token\"", "operator:" + reviewer.email());
  }

  @Test
  void a_live_operator_sets_up_a_second_factor_before_anything_opens() {
    try (TestService live = TestService.builder().live().start()) {
      OperatorCrew crew = new OperatorCrew(live);
      OperatorCrew.Member admin = crew.join(OperatorRole.admin);
      admin.calls().get("/admin/merchants").expectProblem(403, "TWO_FACTOR_SETUP_REQUIRED");
      assertThat(admin.calls().get("/admin/account").text("twoFactorSetupRequired"))
          .isEqualTo("true");
      setUpFactorByCalls(crew, admin);
      live.operator()
          .post("/admin/two-factor", "{\"password\":\"x\"}")
          .expectProblem(409, "NO_ACCOUNT");
      assertThat(live.operator().get("/admin/operator-log").body())
          .contains("operator.two_factor_on", "operator:" + admin.email());
    }
  }

  /** What programs and operators without a browser do. */
  private static void setUpFactorByCalls(OperatorCrew crew, OperatorCrew.Member admin) {
    String password = "\"password\":\"" + OperatorCrew.PASSWORD + "\"";
    Browser calls = admin.calls();
    calls.post("/admin/two-factor").expectProblem(403, "PROOF_REQUIRED");
    String secret =
        calls.post("/admin/two-factor", "{" + password + "}").expect(200).text("secret");
    assertThat(calls.get("/admin/two-factor").text("on")).isEqualTo("false");
    String confirm = "/admin/two-factor/confirm";
    calls.post(confirm, "{\"code\":\"000\"}").expectProblem(400, "INVALID_CODE");
    String code = new Authenticator(secret).codeAt(Instant.now());
    Reply on = calls.post(confirm, "{\"code\":\"" + code + "\"}").expect(200);

    calls.get("/admin/merchants").expect(200);
    assertThat(calls.get("/admin/account").text("twoFactorSetupRequired")).isEqualTo("false");
    assertThat(calls.get("/admin/two-factor").text("recoveryCodesLeft")).isEqualTo("10");
    crew.login(admin.email(), OperatorCrew.PASSWORD).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String codes = "/admin/two-factor/recovery-codes";
    calls.post(codes, "{" + password + "}").expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String first = on.json().required("recoveryCodes").get(0).asString();
    Reply renewed = calls.post(codes, "{%s,\"code\":\"%s\"}".formatted(password, first));
    String next = renewed.expect(200).json().required("recoveryCodes").get(0).asString();
    calls
        .send("DELETE", "/admin/two-factor", "{%s,\"code\":\"%s\"}".formatted(password, next))
        .expectProblem(409, "TWO_FACTOR_REQUIRED");
    assertThat(calls.get("/admin/two-factor").text("on")).isEqualTo("true");
  }

  @Test
  void without_the_admin_token_only_people_get_in() {
    String url = TestDatabase.freshUrl();
    Config.Operators off = new Config.Operators(false, Set.of());
    assertThatThrownBy(() -> TestService.builder().database(url).operators(off).start().close())
        .hasMessageContaining("admin.token.enabled is false, but no operator is an admin");
    String email;
    try (TestService service = TestService.builder().database(url).start()) {
      email = new OperatorCrew(service).join(OperatorRole.admin).email();
    }
    try (TestService service = TestService.builder().database(url).operators(off).start()) {
      service.operator().get("/admin/merchants").expectProblem(401, "ADMIN_TOKEN_DISABLED");
      OperatorCrew crew = new OperatorCrew(service);
      String token = crew.login(email, OperatorCrew.PASSWORD).expect(200).text("token");
      crew.with(token).get("/admin/merchants").expect(200);
    }
  }
}
