package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Guest;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.EnumSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What needs two people is done by two people, or not at all. */
final class FourEyesTest {
  @AutoClose
  private static final TestService SERVICE =
      TestService.builder()
          .operators(new Config.Operators(true, EnumSet.allOf(FourEyes.class)))
          .start();

  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);
  private static final OperatorCrew.Member REVIEWER = CREW.join(OperatorRole.reviewer);
  private static final OperatorCrew.Member SECOND = CREW.join(OperatorRole.reviewer);
  private static final OperatorCrew.Member OPERATOR = CREW.join(OperatorRole.operator);

  @Test
  void a_merchant_is_verified_when_a_second_person_agrees() {
    Browser merchant = SERVICE.register();
    String id = idOf(merchant);
    Reply asked = verify(REVIEWER.calls(), id).expect(202);
    assertThat(asked.text("state")).isEqualTo("pending");
    assertThat(asked.text("subject")).isEqualTo(id);
    assertThat(status(merchant)).isEqualTo("Registered");
    String approval = asked.text("approvalId");
    assertThat(verify(REVIEWER.calls(), id).expect(202).text("approvalId")).isEqualTo(approval);

    approve(REVIEWER.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    approve(OPERATOR.calls(), approval).expectProblem(403, "ROLE_NOT_ALLOWED");
    verify(SECOND.calls(), id).expectProblem(409, "APPROVAL_PENDING");
    assertThat(SECOND.calls().get("/admin/approvals").expect(200).body()).contains(approval);
    assertThat(status(merchant)).isEqualTo("Registered");

    assertThat(approve(SECOND.calls(), approval).expect(200).text("state")).isEqualTo("approved");
    assertThat(status(merchant)).isEqualTo("KybVerified");
    approve(SECOND.calls(), approval).expectProblem(404, "APPROVAL_NOT_FOUND");
    assertThat(SERVICE.stored().audit(id))
        .anyMatch(
            entry ->
                entry.startsWith("merchant.verification_requested by operator:" + REVIEWER.email()))
        .anyMatch(
            entry ->
                entry.startsWith("merchant.verification_changed by operator:" + SECOND.email()));
  }

  @Test
  void every_other_decision_needs_one_person() {
    Browser merchant = SERVICE.register();
    REVIEWER
        .calls()
        .put("/admin/merchants/" + idOf(merchant) + "/verification", "{\"status\":\"Suspended\"}")
        .expect(200);
    assertThat(status(merchant)).isEqualTo("Suspended");
  }

  @Test
  void the_admin_token_counts_as_one_person() {
    Browser merchant = SERVICE.register();
    String approval = verify(SERVICE.operator(), idOf(merchant)).expect(202).text("approvalId");
    approve(SERVICE.operator(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(status(merchant)).isEqualTo("Registered");
    approve(REVIEWER.calls(), approval).expect(200);
    assertThat(status(merchant)).isEqualTo("KybVerified");
  }

  @Test
  void an_approval_applies_to_what_was_seen() {
    Browser merchant = SERVICE.register();
    String approval = verify(REVIEWER.calls(), idOf(merchant)).expect(202).text("approvalId");
    merchant
        .post(
            "/merchant/kyb",
            "{\"legalName\":\"Other Ltd\",\"country\":\"GB\",\"registrationNumber\":\"1\"}")
        .expect(200);
    approve(SECOND.calls(), approval).expectProblem(409, "FACTS_CHANGED");
    assertThat(status(merchant)).isEqualTo("KybSubmitted");
    approve(SECOND.calls(), approval).expectProblem(404, "APPROVAL_NOT_FOUND");
    verify(SECOND.calls(), idOf(merchant)).expect(202);
  }

  @Test
  void a_declined_or_expired_request_does_nothing() {
    Browser merchant = SERVICE.register();
    String declined = verify(REVIEWER.calls(), idOf(merchant)).expect(202).text("approvalId");
    SECOND.calls().post("/admin/approvals/" + declined + "/decline").expect(200);
    approve(SECOND.calls(), declined).expectProblem(404, "APPROVAL_NOT_FOUND");

    String expired = verify(REVIEWER.calls(), idOf(merchant)).expect(202).text("approvalId");
    SERVICE
        .stored()
        .change(
            "update operator_approval set expires_at = expires_at - interval '24 hours'"
                + " where subject = ?",
            idOf(merchant));
    approve(SECOND.calls(), expired).expectProblem(404, "APPROVAL_NOT_FOUND");
    assertThat(SECOND.calls().get("/admin/approvals").body()).doesNotContain(expired);
    assertThat(status(merchant)).isEqualTo("Registered");
    verify(SECOND.calls(), idOf(merchant)).expect(202);
  }

  @Test
  void webhooks_of_all_merchants_are_sent_again_when_a_second_person_agrees() {
    String body =
        """
        {"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z","reason":"our resolver was down"}""";
    REVIEWER.calls().post("/admin/redeliveries", body).expectProblem(403, "ROLE_NOT_ALLOWED");
    Reply asked = OPERATOR.calls().post("/admin/redeliveries", body).expect(202);
    assertThat(asked.text("kind")).isEqualTo("redelivery");
    assertThat(asked.text("summary"))
        .startsWith("Send again all webhooks that were exhausted from 2026-01-01T00:00:00")
        .endsWith("of all merchants (0): our resolver was down");
    approve(OPERATOR.calls(), asked.text("approvalId"))
        .expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(SERVICE.operator().get("/admin/redeliveries").expect(200).json().at("/data"))
        .isEmpty();
    approve(SERVICE.operator(), asked.text("approvalId")).expect(200);
    Await.until(
        "it is finished",
        () ->
            SERVICE
                .operator()
                .get("/admin/redeliveries")
                .json()
                .at("/data/0/finishedAt")
                .isString());
    assertThat(SERVICE.operator().get("/admin/operator-log").expect(200).body())
        .contains("redelivery.ordered", "redelivery.finished", "0 events sent again");
  }

  @Test
  void requests_end_with_the_role_in_which_they_were_made() {
    OperatorCrew.Member leaving = CREW.join(OperatorRole.reviewer);
    Browser merchant = SERVICE.register();
    String approval = verify(leaving.calls(), idOf(merchant)).expect(202).text("approvalId");
    SERVICE.operator().delete("/admin/operators/" + leaving.id()).expect(204);
    approve(SECOND.calls(), approval).expectProblem(404, "APPROVAL_NOT_FOUND");
    assertThat(status(merchant)).isEqualTo("Registered");
  }

  @Test
  void a_freeze_is_lifted_by_two_people_and_not_by_reviewers() {
    Browser merchant = SERVICE.register();
    String id = idOf(merchant);
    String path = "/admin/merchants/" + id + "/freeze";
    OPERATOR.calls().delete(path).expectProblem(409, "NOT_FROZEN");
    freeze(id);
    REVIEWER.calls().delete(path).expectProblem(403, "ROLE_NOT_ALLOWED");
    String outdated = OPERATOR.calls().delete(path).expect(202).text("approvalId");
    SERVICE.stored().change("delete from account_freeze where realm_id = ?", Stored.uuid(id));
    freeze(id); // again, for another reason
    approve(SERVICE.operator(), outdated).expectProblem(409, "FACTS_CHANGED");
    assertThat(merchant.get("/merchant/freeze").text("frozen")).isEqualTo("true");

    String approval = OPERATOR.calls().delete(path).expect(202).text("approvalId");
    approve(REVIEWER.calls(), approval).expectProblem(403, "ROLE_NOT_ALLOWED");
    approve(SERVICE.operator(), approval).expect(200);
    assertThat(merchant.get("/merchant/freeze").text("frozen")).isEqualTo("false");
  }

  @Test
  void a_freeze_that_the_operator_did_not_see_is_not_lifted() {
    String id = idOf(SERVICE.register());
    Guest desk = desk(OPERATOR);
    String page = "/admin/desk/merchants/" + id;
    freeze(id);
    String seen =
        Guest.found(desk.get(page).expect(200).body(), "name=\"seen\" value=\"([^\"]+)\"");
    SERVICE.stored().change("delete from account_freeze where realm_id = ?", Stored.uuid(id));
    freeze(id);
    desk.post(page + "/lift-freeze", "seen", seen).expect(409);
    assertThat(SERVICE.operator().get("/admin/approvals").body()).doesNotContain(id);
  }

  /** Where no letters are sent, whoever has the link has the account. */
  @Test
  void a_link_for_a_lost_password_is_made_by_two_people_and_shown_to_the_second() {
    Browser owner = SERVICE.register();
    String email = owner.get("/merchant/profile").text("email");
    String page = "/admin/desk/merchants/" + idOf(owner);
    String form = page + "/users/" + TestService.userId(owner, email) + "/reset-link";
    Reply asked = desk(OPERATOR).post(form);
    assertThat(asked.status()).isEqualTo(303);
    assertThat(desk(OPERATOR).get(page).body()).doesNotContain("/dashboard/reset/");
    String approval =
        SERVICE
            .operator()
            .get("/admin/approvals")
            .json()
            .required("data")
            .valueStream()
            .filter(each -> each.required("summary").asString().contains(email))
            .findFirst()
            .orElseThrow()
            .required("approvalId")
            .asString();
    approve(OPERATOR.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    String url = approve(SERVICE.operator(), approval).expect(200).text("url");
    SERVICE
        .browser()
        .post(
            "/merchant/password-reset/confirm",
            "{\"token\":\"%s\",\"password\":\"entirely new battery\"}"
                .formatted(url.substring(url.lastIndexOf('/') + 1)))
        .expect(204);
  }

  @Test
  void nobody_asks_for_or_agrees_to_anything_about_their_own_company() {
    OperatorCrew.Member own = CREW.join(OperatorRole.reviewer);
    Browser merchant = SERVICE.register(own.email());
    verify(own.calls(), idOf(merchant)).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    String approval = verify(REVIEWER.calls(), idOf(merchant)).expect(202).text("approvalId");
    approve(own.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(desk(own).get("/admin/desk/approvals").body())
        .contains("You are in the team of this merchant");
    assertThat(status(merchant)).isEqualTo("Registered");
    approve(SECOND.calls(), approval).expect(200);
  }

  /** Whoever runs the identity provider can make as many of them as they like. */
  @Test
  void two_operators_whom_only_the_identity_provider_brought_count_as_one() {
    OperatorCrew.Member asks = broughtByProvider();
    OperatorCrew.Member agrees = broughtByProvider();
    Browser merchant = SERVICE.register();
    String approval = verify(asks.calls(), idOf(merchant)).expect(202).text("approvalId");
    approve(agrees.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(status(merchant)).isEqualTo("Registered");
    approve(SECOND.calls(), approval).expect(200); // was invited
  }

  private static OperatorCrew.Member broughtByProvider() {
    OperatorCrew.Member member = CREW.join(OperatorRole.reviewer);
    SERVICE
        .stored()
        .change("update account_user set invited_by = null where email = ?", member.email());
    return member;
  }

  private static Guest desk(OperatorCrew.Member member) {
    return new Guest(SERVICE.internalUrl()).withCookie("paylink_desk=" + member.token());
  }

  @Test
  void a_halted_chain_is_resumed_by_two_people() {
    Await.until("it is read", () -> !chain().get("block").isNull());
    String path = "/admin/chains/" + chain().get("name").stringValue() + "/resume";
    OPERATOR.calls().post(path, "{\"block\":0}").expectProblem(409, "CHAIN_NOT_HALTED");
    SERVICE.stored().change("update chain_cursor set halted = 'a test'");
    String block = chain().get("block").toString();
    String approval =
        OPERATOR.calls().post(path, "{\"block\":" + block + "}").expect(202).text("approvalId");
    approve(OPERATOR.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(chain().get("halted").isNull()).isFalse();
    approve(SERVICE.operator(), approval).expect(200);
    assertThat(chain().get("halted").isNull()).isTrue();
    assertThat(SERVICE.operator().get("/admin/operator-log").body())
        .contains("chain.resumed", "approval.requested", "approval.approved");
  }

  private static JsonNode chain() {
    return SERVICE.operator().get("/admin/chains").expect(200).json().required("data").get(0);
  }

  private static void freeze(String id) {
    SERVICE
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by) values (?, 'x')", Stored.uuid(id));
  }

  private static String idOf(Browser merchant) {
    return merchant.get("/merchant/profile").expect(200).text("merchantId");
  }

  private static String status(Browser merchant) {
    return merchant.get("/merchant/profile").expect(200).text("verificationStatus");
  }

  private static Reply verify(Browser by, String merchant) {
    String path = "/admin/merchants/" + merchant;
    String revision = SERVICE.operator().get(path).expect(200).text("revision");
    return by.put(
        path + "/verification",
        "{\"status\":\"KybVerified\",\"revision\":\"%s\"}".formatted(revision));
  }

  private static Reply approve(Browser by, String approval) {
    return by.post("/admin/approvals/" + approval + "/approve");
  }
}
