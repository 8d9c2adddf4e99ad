package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SoftPasskey;
import dev.paylink.testing.TestService;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** An operator's passkey signs in on the desk, and nothing of a merchant's does. */
final class OperatorPasskeyTest {
  private static final String PROOF = "{\"password\":\"" + OperatorCrew.PASSWORD + "\"}";
  private static final String ORIGIN = "https://desk.example.com";
  private static final TestService SERVICE =
      TestService.builder()
          .operators(new Config.Operators(true, Set.of(), null, BaseUrl.parse(ORIGIN)))
          .live()
          .start();
  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);

  private final OperatorCrew.Member member = CREW.join(OperatorRole.viewer);
  private final SoftPasskey passkey = new SoftPasskey(ORIGIN);

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @Test
  void a_passkey_is_the_required_second_factor_and_signs_in_alone() {
    member.calls().get("/admin/merchants").expectProblem(403, "TWO_FACTOR_SETUP_REQUIRED");
    add();
    member.calls().get("/admin/merchants").expect(200);
    Reply welcome = enter(passkey.sign(challenge())).expect(200);
    assertThat(welcome.text("operatorId")).isEqualTo(member.id());
    assertThat(welcome.text("twoFactorSetupRequired")).isEqualTo("false");
    CREW.with(welcome.text("token")).get("/admin/merchants").expect(200);
  }

  @Test
  void a_password_alone_no_longer_signs_in() {
    add();
    CREW.login(member.email(), OperatorCrew.PASSWORD).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String body =
        "{\"email\":\"%s\",\"password\":\"%s\",\"passkey\":%s}"
            .formatted(member.email(), OperatorCrew.PASSWORD, passkey.sign(challenge()));
    CREW.anyone().post("/admin/login", body).expect(200);
    CREW.anyone().post("/admin/login", body).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void the_last_one_stays_where_a_second_factor_is_required() {
    String id = add().text("id");
    remove(id, proof()).expectProblem(409, "TWO_FACTOR_REQUIRED");
    SoftPasskey other = new SoftPasskey(ORIGIN);
    register(other.create(options(proof()))).expect(201);
    member.calls().put("/admin/passkeys/" + id, "{\"name\":\"Old\"}").expect(200);
    remove(id, proof()).expect(204);
    enter(passkey.sign(challenge())).expectProblem(401, "INVALID_LOGIN");
    enter(other.sign(challenge())).expect(200);
    String signed = "{\"passkey\":%s}".formatted(other.sign(challenge()));
    remove(id, signed).expectProblem(404, "PASSKEY_NOT_FOUND");
  }

  @Test
  void it_is_in_the_log_of_the_operators() {
    add();
    assertThat(SERVICE.operator().get("/admin/operator-log").body())
        .contains("operator.passkey_added", "operator:" + member.email());
  }

  @Test
  void a_change_of_passkeys_needs_a_proof_that_is_young() {
    String id = add().text("id");
    SERVICE.stored().change("update account_session set proven_at = now() - interval '11 minutes'");
    Browser calls = member.calls();
    calls.post("/admin/passkeys/options").expectProblem(403, "PROOF_REQUIRED");
    calls.delete("/admin/passkeys/" + id).expectProblem(403, "PROOF_REQUIRED");
    calls.put("/admin/passkeys/" + id, "{\"name\":\"Mine\"}").expect(200);
    calls
        .post("/admin/reauthenticate", "{\"passkey\":%s}".formatted(passkey.sign(challenge())))
        .expect(200);
    calls.post("/admin/passkeys/options").expectProblem(403, "PROOF_REQUIRED");
    calls.delete("/admin/passkeys/" + id).expectProblem(403, "PROOF_REQUIRED");
    options(proof());
  }

  @Test
  void the_admin_token_has_no_passkeys() {
    SERVICE.operator().get("/admin/passkeys").expectProblem(409, "NO_ACCOUNT");
  }

  /** Whatever the origin says: one kind of realm knows nothing of the other's. */
  @Test
  void what_is_a_merchants_opens_nothing_on_the_desk_and_the_other_way_round() {
    add();
    enter(passkey.signFor(SERVICE.browser().post("/merchant/login/passkey/options").body(), "x"))
        .expectProblem(401, "INVALID_LOGIN");
    SERVICE
        .browser()
        .post("/merchant/login/passkey", "{\"passkey\":%s}".formatted(passkey.sign(challenge())))
        .expectProblem(401, "INVALID_LOGIN");
    SERVICE
        .browser()
        .post(
            "/merchant/login",
            "{\"email\":\"%s\",\"password\":\"%s\"}"
                .formatted(member.email(), OperatorCrew.PASSWORD))
        .expectProblem(401, "INVALID_LOGIN");
    String url =
        OperatorCrew.invite(SERVICE.operator(), "lost@desk.example", OperatorRole.viewer)
            .text("url");
    SERVICE
        .browser()
        .post(
            "/merchant/invitations/accept",
            "{\"token\":\"%s\",\"password\":\"%s\"}"
                .formatted(url.substring(url.lastIndexOf('/') + 1), OperatorCrew.PASSWORD))
        .expectProblem(404, "INVITATION_NOT_FOUND");
    CREW.accept(url).expect(200);
  }

  private Reply remove(String id, String proof) {
    return member.calls().send("DELETE", "/admin/passkeys/" + id, proof);
  }

  private Reply add() {
    return register(passkey.create(options(PROOF))).expect(201);
  }

  private Reply options(String proof) {
    return member.calls().post("/admin/passkeys/options", proof).expect(200);
  }

  /** The proof of somebody who has the passkey already. */
  private String proof() {
    return "{\"passkey\":%s}".formatted(passkey.sign(challenge()));
  }

  private Reply register(String credential) {
    return member
        .calls()
        .post("/admin/passkeys", "{\"name\":\"Laptop\",\"credential\":%s}".formatted(credential));
  }

  private static Reply challenge() {
    return CREW.anyone().post("/admin/login/passkey/options").expect(200);
  }

  private static Reply enter(String signed) {
    return CREW.anyone().post("/admin/login/passkey", "{\"passkey\":%s}".formatted(signed));
  }
}
