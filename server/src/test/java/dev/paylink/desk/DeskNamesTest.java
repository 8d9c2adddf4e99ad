package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A verified merchant cannot become somebody else without the OPERATOR. */
final class DeskNamesTest {
  private static final String OLD = "Analytical Engines";
  private static final String NEW = "Amazon Payments";

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().mail(MailServer.started()).start();

  private static final Guest OPERATOR = new Guest(SERVICE.internalUrl()).signInAtDesk();

  private Browser merchant;
  private String id;

  @BeforeEach
  void register() {
    merchant = SERVICE.register();
    id = merchant.get("/merchant/profile").text("merchantId");
  }

  @Test
  void merchant_that_has_nothing_under_review_is_renamed_at_once() {
    for (String status : List.of("Registered", "KybRejected")) {
      set(status);
      expectNames(rename("Name of " + status), "Name of " + status, null);
    }
  }

  @Test
  void new_name_of_a_verified_merchant_waits_and_the_old_one_is_shown() {
    set("KybVerified");
    expectNames(rename(NEW), OLD, NEW);
    expectNames(merchant.get("/merchant/profile"), OLD, NEW);
    set("Suspended");
    set("KybVerified");
    expectNames(merchant.get("/merchant/profile"), OLD, NEW);
    assertThat(settings()).contains(OLD, NEW, "is waiting for our decision");
    assertThat(SERVICE.stored().audit(id))
        .anySatisfy(
            entry ->
                assertThat(entry).contains("merchant.business_name_requested", OLD + " > " + NEW));
    assertThat(letters()).isEmpty();
  }

  @Test
  void new_name_waits_from_the_submission_on() {
    set("KybSubmitted");
    expectNames(rename(NEW), OLD, NEW);
    decide("ACCEPT", seen(), "").expect(303);
    expectNames(merchant.get("/merchant/profile"), NEW, null);
  }

  @Test
  void suspended_merchant_cannot_rename_itself_either() {
    set("KybVerified");
    set("Suspended");
    expectNames(rename(NEW), OLD, NEW);
  }

  @Test
  void second_request_replaces_the_first_and_the_old_name_withdraws_it() {
    set("KybVerified");
    rename(NEW);
    expectNames(rename("Other"), OLD, "Other");
    expectNames(rename(OLD), OLD, null);
    assertThat(SERVICE.stored().audit(id).getLast())
        .contains("merchant.business_name_withdrawn", "Other > " + OLD);
    assertThat(queue()).doesNotContain(id);
    assertThat(settings()).doesNotContain("is waiting for our decision");
  }

  @Test
  void other_changes_leave_the_request_as_it_is() {
    set("KybVerified");
    rename(NEW);
    Reply changed =
        merchant.put(
            "/merchant/profile",
            "{\"depositAddress\":\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"}");
    expectNames(changed.expect(200), OLD, NEW);
  }

  @Test
  void operator_accepts_on_the_desk() {
    set("KybVerified");
    rename(NEW);
    assertThat(queue()).contains(id, OLD, NEW);
    assertThat(OPERATOR.get("/admin").expect(200).body()).contains("waiting for a decision");
    decide("ACCEPT", seen(), "").expect(303);
    expectNames(merchant.get("/merchant/profile"), NEW, null);
    assertThat(queue()).doesNotContain(id);
    assertThat(SERVICE.stored().audit(id).getLast())
        .contains("merchant.business_name_accepted by token", OLD + " > " + NEW);
    assertThat(letters()).containsExactly("[Test] Your new business name is accepted");
    assertThat(letter()).contains(NEW);
  }

  @Test
  void operator_rejects_with_a_reason_that_the_merchant_reads() {
    set("KybVerified");
    rename(NEW);
    assertThat(decide("REJECT", seen(), " ").expect(400).body()).contains("The reason is required");
    decide("REJECT", seen(), "This is another company's name").expect(303);
    expectNames(merchant.get("/merchant/profile"), OLD, null);
    assertThat(SERVICE.stored().audit(id).getLast())
        .contains("merchant.business_name_rejected by token", NEW);
    assertThat(letters()).containsExactly("[Test] Your new business name is rejected");
    assertThat(letter()).contains(NEW, "This is another company's name");
  }

  @Test
  void decision_is_about_the_name_that_the_operator_saw() {
    set("KybVerified");
    rename("Harmless");
    String seen = seen();
    rename(NEW);
    assertThat(decide("ACCEPT", seen, "").expect(409).body())
        .contains("has changed since you looked at it");
    decision("accept", "Harmless").expectProblem(409, "MERCHANT_CHANGED");
    expectNames(merchant.get("/merchant/profile"), OLD, NEW);
    rename(OLD);
    decision("accept", NEW).expectProblem(409, "MERCHANT_CHANGED");
    expectNames(merchant.get("/merchant/profile"), OLD, null);
  }

  @Test
  void operator_decides_by_a_call() {
    set("KybVerified");
    rename(NEW);
    JsonNode waiting = listed();
    assertThat(waiting.required("businessName").asString()).isEqualTo(OLD);
    assertThat(waiting.required("pendingBusinessName").asString()).isEqualTo(NEW);
    assertThat(waiting.required("marks").isEmpty()).isTrue();
    Reply accepted = decision("accept", NEW).expect(200);
    assertThat(accepted.text("businessName")).isEqualTo(NEW);
    assertThat(accepted.json().required("pendingBusinessName").isNull()).isTrue();
    rename(OLD);
    Reply rejected = decision("reject", OLD).expect(200);
    assertThat(rejected.text("businessName")).isEqualTo(NEW);
    assertThat(decision("maybe", OLD).expect(400).faultyFields()).containsExactly("decision");
    SERVICE
        .operator()
        .put(
            "/admin/merchants/mer_01jgfj2v00e8z9k1k2k3k4k5k6/business-name",
            "{\"decision\":\"accept\",\"businessName\":\"x\"}")
        .expectProblem(404, "MERCHANT_NOT_FOUND");
  }

  @Test
  void look_alike_is_marked() {
    set("KybVerified");
    rename("\u0410mazon\u202e");
    assertThat(queue())
        .contains("Mixed scripts", "Looks like other letters", "Right-to-left control")
        .contains("Amazon", "[U+202E]");
    assertThat(listed().required("marks").valueStream().map(JsonNode::asString))
        .containsExactly("mixed_scripts", "confusable", "right_to_left");
  }

  @Test
  void look_alike_of_a_company_under_review_is_marked() {
    rename("\u0410mazon\u202e");
    set("KybSubmitted");
    assertThat(queue())
        .contains("Mixed scripts", "Looks like other letters", "The name reads like Amazon")
        .contains("[U+202E]");
  }

  private static void expectNames(Reply profile, String name, @Nullable String pending) {
    assertThat(profile.expect(200).text("businessName")).isEqualTo(name);
    JsonNode waits = profile.json().required("pendingBusinessName");
    assertThat(waits.isNull() ? null : waits.asString()).isEqualTo(pending);
  }

  private Reply rename(String name) {
    return merchant.put(
        "/merchant/profile",
        JsonMapper.shared().createObjectNode().put("businessName", name).toString());
  }

  private void set(String status) {
    SERVICE
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"" + status + "\"}")
        .expect(200);
  }

  private String settings() {
    return new Guest(SERVICE.baseUrl())
        .withCookie(merchant.cookie())
        .get("/dashboard/settings")
        .expect(200)
        .body();
  }

  private static String queue() {
    return OPERATOR.get("/admin/desk/review").expect(200).body();
  }

  private String seen() {
    Matcher found =
        Pattern.compile(id + "/name\"[^>]*>\\s*<input[^>]*name=\"seen\" value=\"([^\"]+)\"")
            .matcher(queue());
    return found.find() ? found.group(1) : "none";
  }

  private Reply decide(String decision, String seen, String reason) {
    return OPERATOR.post(
        DeskPaths.MERCHANT.to(id) + "/name",
        "decision",
        decision,
        "seen",
        seen,
        "revision",
        SERVICE.operator().get("/admin/merchants/" + id).text("revision"),
        "reason",
        reason);
  }

  private Reply decision(String decision, String name) {
    return SERVICE
        .operator()
        .put(
            "/admin/merchants/" + id + "/business-name",
            JsonMapper.shared()
                .createObjectNode()
                .put("decision", decision)
                .put("businessName", name)
                .toString());
  }

  private JsonNode listed() {
    return SERVICE
        .operator()
        .get("/admin/business-names")
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .filter(waiting -> waiting.required("merchantId").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private List<String> letters() {
    return SERVICE
        .stored()
        .texts(
            "select subject from mail where recipient = ? and subject like '%business name%'",
            merchant.get("/merchant/profile").text("email"));
  }

  private String letter() {
    return SERVICE
        .stored()
        .text(
            "select text from mail where recipient = ? and subject like '%business name%'",
            merchant.get("/merchant/profile").text("email"));
  }
}
