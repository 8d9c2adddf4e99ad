package dev.paylink.merchant.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.credential.Caller;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant submits what it is, the operator decides, and neither does the other's part. */
final class VerificationTest {
  private static final String KYB =
      """
      {"legalName":"Analytical Engines Limited","country":"GB","registrationNumber":"01234567"}""";
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();
  private final String id = merchant.get("/merchant/profile").text("merchantId");

  @Test
  void what_is_submitted_is_what_the_operator_sees_and_decides_upon() {
    assertThat(merchant.post("/merchant/kyb", KYB).expect(200).body())
        .isEqualTo("{\"verificationStatus\":\"KybSubmitted\"}");
    Reply decided = decide("KybVerified").expect(200);
    assertThat(decided.text("merchantId")).isEqualTo(id);
    assertThat(decided.text("verificationStatus")).isEqualTo("KybVerified");
    assertThat(decided.json().required("kyb").required("legalName").asString())
        .isEqualTo("Analytical Engines Limited");
    assertThat(decided.json().required("kyb").required("submittedAt").asString())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(merchant.get("/merchant/profile").text("verificationStatus"))
        .isEqualTo("KybVerified");
    String email = decided.text("email");
    assertThat(SERVICE.stored().audit(id))
        .containsSubsequence(
            List.of(
                "merchant.kyb_submitted by %s from 127.0.0.1 : Registered > KybSubmitted"
                    .formatted(email),
                "merchant.verification_changed by token from 127.0.0.1 :"
                    + " KybSubmitted > KybVerified"));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"KybVerified", "Suspended"},
      mode = Mode.EXCLUDE)
  void details_may_be_sent_until_the_operator_has_accepted_them(Verification from) {
    decide(from.name()).expect(200);
    Reply key = SERVICE.activeKey(merchant, "{}");
    Caller before = SERVICE.caller(key);
    assertThat(before.verification()).isEqualTo(from);
    merchant.post("/merchant/kyb", KYB).expect(200);
    assertThat(SERVICE.caller(key)).as("authentication is told").isNotSameAs(before);
    assertThat(SERVICE.caller(key).verification()).isEqualTo(Verification.KybSubmitted);
  }

  @ParameterizedTest
  @EnumSource(names = {"KybVerified", "Suspended"})
  void afterwards_nothing_changes_any_more(Verification from) {
    decide(from.name()).expect(200);
    merchant.post("/merchant/kyb", KYB).expectProblem(409, "KYB_NOT_ALLOWED");
    assertThat(merchant.get("/merchant/profile").text("verificationStatus")).isEqualTo(from.name());
    assertThat(decide(from.name()).json().required("kyb").isNull()).isTrue();
  }

  @Test
  void the_latest_details_count() {
    merchant.post("/merchant/kyb", KYB).expect(200);
    merchant.post("/merchant/kyb", KYB.replace("GB", "DE")).expect(200);
    assertThat(decide("KybRejected").json().required("kyb").required("country").asString())
        .isEqualTo("DE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gb", "GBR", "XX", "G", "Germany"})
  void a_country_is_two_capital_letters_of_iso_3166(String country) {
    Reply reply = merchant.post("/merchant/kyb", KYB.replace("GB", country));
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("country");
  }

  @Test
  void all_faults_of_the_details_are_told_at_once() {
    Reply reply =
        merchant.post(
            "/merchant/kyb",
            "{\"legalName\":\"%s\",\"country\":\"gb\",\"registrationNumber\":\"%s\"}"
                .formatted("x".repeat(201), "1".repeat(101)));
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("legalName", "country", "registrationNumber");
    merchant
        .post(
            "/merchant/kyb",
            "{\"legalName\":\"%s\",\"country\":\"GB\",\"registrationNumber\":\"%s\"}"
                .formatted("x".repeat(200), "1".repeat(100)))
        .expect(200);
  }

  @Test
  void an_unknown_status_is_refused_with_the_known_ones() {
    Reply reply = decide("Verified").expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.text("detail"))
        .contains("Registered, KybSubmitted, KybVerified, KybRejected, Suspended");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mer_01jgfj2v00e8z9k1k2k3k4k5k6", "mer_x", "key_1"})
  void an_unknown_merchant_is_not_found(String other) {
    SERVICE
        .operator()
        .put("/admin/merchants/" + other + "/verification", "{\"status\":\"KybVerified\"}")
        .expectProblem(404, "MERCHANT_NOT_FOUND");
  }

  @Test
  void a_reason_is_the_merchants_to_read_until_the_next_decision() {
    merchant.post("/merchant/kyb", KYB).expect(200);
    decide("KybRejected\",\"reason\":\" No such number ").expect(200);
    assertThat(merchant.get("/merchant/profile").text("verificationReason"))
        .isEqualTo("No such number");
    decide("KybRejected").expect(200); // the same without a reason changes nothing
    decide("KybRejected\",\"reason\":\"Not in the register").expect(200);
    assertThat(SERVICE.stored().audit(id).getLast())
        .endsWith(": KybRejected: No such number > KybRejected: Not in the register");
    decide("KybVerified").expect(200);
    assertThat(merchant.get("/merchant/profile").json().required("verificationReason").isNull())
        .isTrue();
  }

  @Test
  void a_reason_has_500_characters_at_most() {
    decide("KybRejected\",\"reason\":\"" + "x".repeat(500)).expect(200);
    Reply reply = decide("KybRejected\",\"reason\":\"" + "x".repeat(501));
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("reason");
  }

  private Reply decide(String status) {
    return SERVICE
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"" + status + "\"}");
  }
}
