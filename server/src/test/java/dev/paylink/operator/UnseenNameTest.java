package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Guest;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A merchant is verified and named as two operators saw it, or not at all. */
final class UnseenNameTest {
  private static final String HONEST = "Honest Bakery Ltd";
  private static final String OTHER = "PayPal (Europe) S.a r.l.";

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder()
          .operators(new Config.Operators(true, EnumSet.allOf(FourEyes.class)))
          .start();

  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);
  private static final OperatorCrew.Member FIRST = CREW.join(OperatorRole.reviewer);
  private static final OperatorCrew.Member SECOND = CREW.join(OperatorRole.reviewer);

  private final Browser merchant = register();
  private final String id = merchant.get("/merchant/profile").text("merchantId");

  /** The attack as it was found: what is asked for is in the merchant's log, so it renames. */
  @Test
  void a_merchant_that_renames_itself_between_request_and_approval_is_not_verified() {
    submit();
    String approval = verify(FIRST, revision()).expect(202).text("approvalId");
    assertThat(merchant.get("/merchant/audit").expect(200).body())
        .doesNotContain("verification", "operator:");
    rename(OTHER);
    approve(SECOND, approval);
    Reply profile = merchant.get("/merchant/profile").expect(200);
    assertThat(profile.text("verificationStatus") + " " + profile.text("businessName"))
        .isEqualTo("KybSubmitted " + HONEST);
  }

  @Test
  void a_name_changed_before_anything_was_submitted_ends_the_request_too() {
    String approval = verify(FIRST, revision()).expect(202).text("approvalId");
    rename(OTHER);
    assertThat(merchant.get("/merchant/profile").text("businessName")).isEqualTo(OTHER);
    approve(SECOND, approval).expectProblem(409, "FACTS_CHANGED");
    assertThat(status()).isEqualTo("Registered");
  }

  @Test
  void a_request_about_facts_that_its_asker_did_not_see_is_refused() {
    submit();
    String seen = revision();
    rename(OTHER);
    verify(FIRST, seen).expectProblem(409, "FACTS_CHANGED");
    String page = desk(FIRST).get("/admin/desk/merchants/" + id).expect(200).body();
    String shown = Guest.found(page, "name=\"revision\" value=\"([^\"]+)\"");
    rename("Third Name");
    decide(FIRST, "APPROVE", shown).expect(409);
    assertThat(SECOND.calls().get("/admin/approvals").body()).doesNotContain(id);
    assertThat(status()).isEqualTo("KybSubmitted");
  }

  @Test
  void every_part_of_what_a_review_shows_changes_the_revision() {
    String registered = revision();
    rename("Another");
    String renamed = revision();
    submit();
    String submitted = revision();
    rename(OTHER);
    String asked = revision();
    submit();
    assertThat(new String[] {registered, renamed, submitted, asked, revision()})
        .doesNotHaveDuplicates();
    SERVICE
        .stored()
        .change("update account_user set email = 'x' || email where realm_id = ?", Stored.uuid(id));
    assertThat(SERVICE.operator().get("/admin/merchants/" + id).text("revision"))
        .isNotEqualTo(asked);
  }

  @Test
  void a_revision_is_required_to_trust_a_merchant_and_not_to_stop_one() {
    Reply refused = put(FIRST, "/verification", "{\"status\":\"KybVerified\"}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("revision");
    put(FIRST, "/verification", "{\"status\":\"Suspended\"}").expect(200);
    put(FIRST, "/verification", "{\"status\":\"Registered\",\"revision\":\"other\"}")
        .expectProblem(409, "MERCHANT_CHANGED");
  }

  @Test
  void a_verified_merchant_is_renamed_by_two_operators() {
    verified();
    rename(OTHER);
    Reply refused = name(FIRST, "accept", OTHER, null);
    assertThat(refused.expect(400).faultyFields()).containsExactly("revision");
    String approval = name(FIRST, "accept", OTHER, revision()).expect(202).text("approvalId");
    approve(FIRST, approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(merchant.get("/merchant/profile").text("businessName")).isEqualTo(HONEST);
    assertThat(merchant.get("/merchant/audit").body()).doesNotContain("acceptance_requested");
    approve(SECOND, approval).expect(200);
    assertThat(merchant.get("/merchant/profile").text("businessName")).isEqualTo(OTHER);
    assertThat(SERVICE.stored().audit(id))
        .anyMatch(entry -> entry.contains("acceptance_requested by operator:" + FIRST.email()))
        .anyMatch(entry -> entry.contains("name_accepted by operator:" + SECOND.email()));
  }

  @Test
  void a_name_that_replaces_the_one_agreed_upon_is_not_accepted() {
    verified();
    rename("Honest Bakery and Sons");
    String approval =
        name(FIRST, "accept", "Honest Bakery and Sons", revision()).expect(202).text("approvalId");
    rename(OTHER);
    approve(SECOND, approval).expectProblem(409, "FACTS_CHANGED");
    assertThat(merchant.get("/merchant/profile").text("businessName")).isEqualTo(HONEST);
    name(FIRST, "reject", OTHER, null).expect(200); // one operator stops it
  }

  @Test
  void a_name_waits_from_the_submission_on_and_one_reviewer_accepts_it() {
    submit();
    Reply asked = rename(OTHER);
    assertThat(asked.text("businessName")).isEqualTo(HONEST);
    assertThat(asked.text("pendingBusinessName")).isEqualTo(OTHER);
    assertThat(desk(FIRST).get("/admin/desk/review").body())
        .contains("It has since requested another name", OTHER);
    name(FIRST, "accept", OTHER, revision()).expect(200);
    assertThat(merchant.get("/merchant/profile").text("businessName")).isEqualTo(OTHER);
    put(FIRST, "/verification", "{\"status\":\"KybRejected\",\"reason\":\"the name\"}").expect(200);
    assertThat(rename(HONEST).text("businessName")).isEqualTo(HONEST);
  }

  @Test
  void approvals_show_the_name_of_now_beside_the_one_of_the_request() {
    String approval = verify(FIRST, revision()).expect(202).text("approvalId");
    String before = desk(SECOND).get("/admin/desk/approvals").expect(200).body();
    assertThat(before).contains("Approve: Verify " + HONEST);
    rename(OTHER);
    String after = desk(SECOND).get("/admin/desk/approvals").expect(200).body();
    assertThat(after)
        .contains("Verify " + HONEST, "Verify " + OTHER, "nobody can agree to it")
        .doesNotContain("Approve: Verify " + HONEST);
    assertThat(SECOND.calls().get("/admin/approvals").expect(200).body())
        .contains(approval, "\"summaryNow\":\"Verify " + OTHER, "\"outdated\":true");
  }

  private static Browser register() {
    Browser browser = SERVICE.browser();
    browser
        .post(
            "/merchant/register",
            "{\"email\":\"%s\",\"password\":\"%s\",\"businessName\":\"%s\"}"
                .formatted(People.newEmail(), People.PASSWORD, HONEST))
        .expect(201);
    return browser;
  }

  private void submit() {
    merchant
        .post(
            "/merchant/kyb",
            "{\"legalName\":\"Honest Bakery Ltd\",\"country\":\"GB\",\"registrationNumber\":\"1\"}")
        .expect(200);
  }

  private void verified() {
    submit();
    approve(SECOND, verify(FIRST, revision()).expect(202).text("approvalId")).expect(200);
    assertThat(status()).isEqualTo("KybVerified");
  }

  private Reply rename(String name) {
    return merchant
        .put("/merchant/profile", "{\"businessName\":\"%s\"}".formatted(name))
        .expect(200);
  }

  private String status() {
    return merchant.get("/merchant/profile").text("verificationStatus");
  }

  private String revision() {
    return SERVICE.operator().get("/admin/merchants/" + id).expect(200).text("revision");
  }

  private Reply verify(OperatorCrew.Member by, String revision) {
    return put(
        by,
        "/verification",
        "{\"status\":\"KybVerified\",\"revision\":\"%s\"}".formatted(revision));
  }

  private Reply name(
      OperatorCrew.Member by, String decision, String name, @Nullable String revision) {
    ObjectNode body =
        JsonMapper.shared().createObjectNode().put("decision", decision).put("businessName", name);
    if (revision != null) {
      body.put("revision", revision);
    }
    return put(by, "/business-name", body.toString());
  }

  private Reply put(OperatorCrew.Member by, String path, String body) {
    return by.calls().put("/admin/merchants/" + id + path, body);
  }

  private Reply decide(OperatorCrew.Member by, String decision, String revision) {
    return desk(by)
        .post(
            "/admin/desk/merchants/" + id + "/verification",
            "decision",
            decision,
            "revision",
            revision);
  }

  private static Guest desk(OperatorCrew.Member member) {
    return new Guest(SERVICE.internalUrl()).withCookie("paylink_desk=" + member.token());
  }

  private static Reply approve(OperatorCrew.Member by, String approval) {
    return by.calls().post("/admin/approvals/" + approval + "/approve");
  }
}
