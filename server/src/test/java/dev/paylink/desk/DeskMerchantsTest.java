package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator finds merchants, decides about them, and every decision is theirs to read. */
final class DeskMerchantsTest extends DeskTest {
  private static final String SCRIPT = "<script>alert('x')</script>";

  private final Guest operator = operator();

  @Test
  void what_merchants_wrote_is_text_on_every_page() {
    Browser merchant = register(SCRIPT + " Ltd");
    submitKyb(merchant, "\"><img src=x onerror=alert(1)>");
    String id = idOf(merchant);
    merchant.post("/merchant/api-keys", "{\"label\":\"<b onclick=alert(3)>\"}").expect(201);
    decide(id, "REJECT", "'\"><svg onload=alert(2)>").expect(303);
    submitKyb(merchant, "\"><img src=x onerror=alert(1)>");
    for (String path :
        new String[] {
          page(id),
          "/admin/desk/review",
          "/admin/desk/merchants",
          "/admin/desk/merchants?search=%3Cscript%3E",
          "/admin/desk/deliveries?merchant=" + id
        }) {
      assertThat(operator.get(path).expect(200).body())
          .doesNotContain("<script>alert", "<img src=x", "<svg onload", "<b onclick")
          .contains("&lt;script");
    }
    assertThat(operator.get(page(id)).body()).contains("&lt;b onclick");
  }

  @Test
  void merchants_are_found_by_beginnings_and_ids_and_status() {
    Browser merchant = register("Zephyr & Sons");
    String id = idOf(merchant);
    String email = merchant.get("/merchant/profile").text("email");
    for (String search : new String[] {"zeph", "ZEPHYR%20%26", email, id}) {
      assertThat(found("?search=" + search)).as(search).contains(id);
    }
    assertThat(found("?search=" + id + "&status=Registered")).contains(id);
    assertThat(found("?search=" + id + "&status=Suspended")).doesNotContain(page(id));
    assertThat(found("?search=ephyr")).doesNotContain(id).contains("No merchant found");
    assertThat(found("?status=Registered")).contains(id);
    assertThat(found("?status=KybRejected")).doesNotContain(id);
  }

  @Test
  void without_a_mail_server_the_operator_makes_a_link_for_a_lost_password_once() {
    Browser merchant = register("Lost & Found");
    String id = idOf(merchant);
    String user =
        merchant
            .get("/merchant/team")
            .json()
            .required("users")
            .get(0)
            .required("userId")
            .asString();
    String form = page(id) + "/users/" + user + "/reset-link";
    assertThat(operator.get(page(id)).body()).contains(form);
    String shown = operator.post(form).expect(200).body();
    Matcher link = Pattern.compile("/dashboard/reset/([A-Za-z0-9_-]{43})").matcher(shown);
    assertThat(link.find()).isTrue();
    assertThat(operator.get(page(id)).body())
        .contains("user.password_link_made")
        .doesNotContain(link.group(1));
    String wish = "{\"token\":\"%s\",\"password\":\"a battery found again\"}";
    service
        .browser()
        .post("/merchant/password-reset/confirm", wish.formatted(link.group(1)))
        .expect(204);
    service
        .browser()
        .post("/merchant/password-reset/confirm", wish.formatted(link.group(1)))
        .expectProblem(404, "LINK_NOT_FOUND");
    merchant.get("/merchant/profile").expect(401);
    operator.post(page(id) + "/users/none/reset-link").expect(404);
  }

  @Test
  void a_customer_is_erased_by_address_or_payment() {
    String id = service.signedIn().get("/merchant/profile").text("merchantId");
    String form = page(id) + "/erase";
    assertThat(operator.get(page(id)).body()).contains(form);
    String payment =
        service
            .calls()
            .create("{\"customer\":{\"name\":\"Ada\",\"email\":\"ada@customers.example\"}}")
            .expect(200)
            .text("paymentId");
    operator.post(form, "email", "", "paymentId", "").expect(400);
    operator.post(form, "email", "nobody@customers.example", "paymentId", "").expect(303);
    assertThat(service.calls().status(payment).body()).contains("ada@customers.example");
    operator.post(form, "email", "ada@customers.example", "paymentId", "").expect(303);
    assertThat(service.calls().status(payment).body()).doesNotContain("ada@customers.example");
    assertThat(operator.get(page(id)).body()).contains("customer.erased", payment + "; 0 events");
    operator.post(page("none") + "/erase", "email", "a@b.example", "paymentId", "").expect(404);
  }

  @Test
  void second_factors_are_removed_and_a_member_is_made_an_owner() {
    Browser merchant = register("Lost Phones");
    String email = merchant.get("/merchant/profile").text("email");
    String id = idOf(merchant);
    String remove = page(id) + "/users/" + TestService.userId(merchant, email) + "/remove-factors";
    String appoint = page(id) + "/owner";
    assertThat(operator.get(page(id)).body()).contains(appoint).doesNotContain(remove);
    Browser viewer = service.join(merchant, Role.viewer);
    operator.post(appoint, "email", "no address").expect(400);
    operator.post(appoint, "email", "nobody@lost.example").expect(404);
    operator.post(appoint, "email", viewer.get("/merchant/profile").text("email")).expect(303);
    assertThat(viewer.get("/merchant/profile").text("role")).isEqualTo("owner"); // no delay here
    Authenticator.setUp(merchant);
    assertThat(operator.get(page(id)).body()).contains(remove);
    operator.post(remove).expect(303);
    assertThat(operator.get(page(id)).body())
        .contains("user.factors_removed")
        .doesNotContain(remove);
    operator.post(remove).expect(409);
    merchant.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void a_freeze_is_shown_and_lifted() {
    Browser merchant = register("Frozen Goods");
    String id = idOf(merchant);
    String lift = page(id) + "/lift-freeze";
    assertThat(operator.get(page(id)).body()).doesNotContain(lift);
    operator.post(lift).expect(409);
    service
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by) values (?, 'x')",
            Objects.requireNonNull(MerchantId.parse(id)).value());
    assertThat(operator.get(page(id)).body()).contains("The account has been frozen since", lift);
    operator.post(lift).expect(303);
    assertThat(operator.get(page(id)).body()).contains("merchant.freeze_lifted");
    assertThat(merchant.get("/merchant/freeze").text("frozen")).isEqualTo("false");
  }

  @Test
  void pages_show_every_merchant_once() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String id = "%08x-0000-7000-8000-000000000000".formatted(0x0100_0000 + i);
      ids.add(new MerchantId(UUID.fromString(id)).toString());
      service
          .stored()
          .texts(
              """
              with m as (insert into merchant (id, business_name, verification)
                         values (cast(? as uuid), 'Bulk', 'Suspended') returning id)
              insert into account_user (realm_id, id, email, password_hash, role)
              select id, id, id || '@bulk.example', 'x', 'owner' from m returning email
              """,
              id);
    }
    String first = found("?status=Suspended");
    Matcher next = Pattern.compile("href=\"([^\"]*cursor=[^\"]*)\" rel=\"next\"").matcher(first);
    assertThat(next.find()).isTrue();
    String second = operator.get(next.group(1).replace("&amp;", "&")).expect(200).body();
    List<String> shown = new ArrayList<>(merchantsIn(first));
    shown.addAll(merchantsIn(second));
    assertThat(shown).doesNotHaveDuplicates().containsAll(ids);
    assertThat(second).contains("Newest").doesNotContain("rel=\"next\"");
  }

  @Test
  void a_rejection_needs_a_reason_which_the_merchant_reads() {
    Browser merchant = register("Analytical Engines");
    submitKyb(merchant, "Analytical Engines Limited");
    String id = idOf(merchant);
    assertThat(decide(id, "REJECT", " ").expect(400).body()).contains("The reason is required");
    decide(id, "REJECT", "x".repeat(501)).expect(400);
    decide(id, "REJECT", "The register has no such number").expect(303);
    Reply profile = merchant.get("/merchant/profile");
    assertThat(profile.text("verificationStatus")).isEqualTo("KybRejected");
    assertThat(profile.text("verificationReason")).isEqualTo("The register has no such number");
    assertThat(service.stored().audit(id))
        .contains(
            "merchant.verification_changed by token from 127.0.0.1 : KybSubmitted >"
                + " KybRejected: The register has no such number");
    submitKyb(merchant, "Analytical Engines Limited");
    assertThat(merchant.get("/merchant/profile").json().required("verificationReason").isNull())
        .isTrue();
  }

  @Test
  void details_that_came_meanwhile_are_not_decided_upon_unseen() {
    Browser merchant = register("Analytical Engines");
    submitKyb(merchant, "Analytical Engines Limited");
    String id = idOf(merchant);
    String seen = revision(id);
    submitKyb(merchant, "Somebody Else Limited");
    Reply refused =
        operator.post(page(id) + "/verification", "decision", "APPROVE", "revision", seen);
    assertThat(refused.expect(409).body()).contains("has changed since you looked at it");
    decide(id, "APPROVE", "").expect(303);
    assertThat(merchant.get("/merchant/profile").text("verificationStatus"))
        .isEqualTo("KybVerified");
    decide(id, "APPROVE", "").expect(409);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Registered", "KybSubmitted", "KybVerified", "KybRejected"})
  void lifting_a_suspension_gives_back_what_it_interrupted(String status) {
    String id = idOf(register("Analytical Engines"));
    service
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"" + status + "\"}")
        .expect(200);
    decide(id, "SUSPEND", "").expect(400);
    decide(id, "SUSPEND", "Complaints of payers").expect(303);
    assertThat(operator.get(page(id)).body()).contains("Suspended", "Complaints of payers");
    decide(id, "LIFT", "").expect(303);
    assertThat(
            service
                .stored()
                .text("select verification from merchant where id = ?", Stored.uuid(id)))
        .isEqualTo(status);
  }

  @Test
  void a_decision_that_is_none_is_refused() {
    operator.post(page(idOf(register("x"))) + "/verification", "decision", "FORGIVE").expect(400);
    decide("mer_01jgfj2v00e8z9k1k2k3k4k5k6", "SUSPEND", "why").expect(404);
  }

  @Test
  void a_keys_limit_and_state_are_changed_for_its_owner_only() {
    Browser merchant = register("Analytical Engines");
    String id = idOf(merchant);
    Reply key = merchant.post("/merchant/api-keys", "{\"label\":\"till\"}").expect(201);
    String keys = page(id) + "/keys/" + key.text("id");
    operator.post(keys + "/limit", "limit", "1200").expect(303);
    operator.post(keys + "/on").expect(303);
    for (String limit : new String[] {"0", "1000001", "-1", "1.5", "many", ""}) {
      assertThat(operator.post(keys + "/limit", "limit", limit).expect(400).body())
          .contains("The limit must be a whole number from 1 to 1000000");
    }
    String other = page(idOf(register("Other"))) + "/keys/" + key.text("id");
    operator.post(other + "/off").expect(404);
    operator.post("/admin/desk/merchants/x/keys/" + key.text("id") + "/off").expect(404);
    assertThat(operator.get(page(id)).body()).contains("value=\"1200\"", "Deactivate");
    assertThat(service.stored().audit(id).getLast())
        .startsWith("api_key.changed by token from 127.0.0.1 :")
        .endsWith("active, limit 1200");
  }

  private Reply decide(String id, String decision, String reason) {
    return operator.post(
        page(id) + "/verification",
        "decision",
        decision,
        "reason",
        reason,
        "revision",
        revision(id));
  }

  private String revision(String id) {
    Matcher found =
        Pattern.compile("name=\"revision\" value=\"([^\"]+)\"")
            .matcher(operator.get(page(id)).body());
    return found.find() ? found.group(1) : "none";
  }

  private String found(String query) {
    return operator.get("/admin/desk/merchants" + query).expect(200).body();
  }

  private static List<String> merchantsIn(String list) {
    return Pattern.compile("class=\"first\">.*?/admin/desk/merchants/(mer_[0-9a-z]{26})")
        .matcher(list)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
