package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What forms answer, without a browser. */
final class AccountPagesTest extends DashboardTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String OTHER_ADDRESS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

  @ParameterizedTest
  @CsvSource({
    "Engines, not-an-address,  long enough pass, E-mail address is not an e-mail address.",
    "Engines, ada@example.com, short,            Password has fewer than 10 characters.",
    "Engines, ada@example.com, password123,      Password is too easy to guess: this is a very common",
    "'  ',    ada@example.com, long enough pass, Business name is required.",
  })
  void a_fault_stands_beside_its_field_and_the_rest_stays(
      String name, String email, String password, String fault) {
    String page =
        guest()
            .post("/dashboard/sign-up", "businessName", name, "email", email, "password", password)
            .expect(400)
            .body();
    assertThat(page).contains(fault, "aria-invalid=\"true\"", email).doesNotContain(password);
  }

  @Test
  void a_company_that_is_not_accepted_reads_why() {
    Guest owner = owner();
    owner
        .post(
            "/dashboard/settings/kyb",
            "legalName",
            "Engines Ltd",
            "country",
            "IE",
            "registrationNumber",
            "1")
        .expect(303);
    String settings = owner.get("/dashboard/settings").body();
    assertThat(settings).doesNotContain("Reason");
    service
        .operator()
        .put(
            "/admin/merchants/" + Guest.found(settings, "(mer_\\w{26})") + "/verification",
            "{\"status\":\"KybRejected\",\"reason\":\"No <such> number\"}")
        .expect(200);
    assertThat(owner.get("/dashboard/settings").body())
        .contains("Reason: No &lt;such&gt; number", "Not accepted", "Submit again");
  }

  @Test
  void an_owner_turns_letters_to_customers_off_and_on() {
    Guest owner = owner();
    String box = "name=\"sendInvoices\" type=\"checkbox\"";
    assertThat(owner.get("/dashboard/settings").body()).contains(box + " checked");
    owner.post("/dashboard/settings/letters").expect(303);
    assertThat(owner.get("/dashboard/settings").body()).contains(box).doesNotContain(box + " c");
    owner.post("/dashboard/settings/letters", "sendInvoices", "on").expect(303);
    assertThat(owner.get("/dashboard/settings").body()).contains(box + " checked");
    assertThat(owner.get("/dashboard/audit").body())
        .contains("E-mails to customers turned on or off");
  }

  @Test
  void an_owner_tells_payers_how_to_reach_the_merchant() {
    Guest owner = owner();
    String path = "/dashboard/settings/payers";
    owner.post(path, "contact", "help@shop.example", "privacyUrl", "").expect(303);
    assertThat(owner.get("/dashboard/settings").body()).contains("value=\"help@shop.example\"");
    assertThat(
            owner.post(path, "contact", "", "privacyUrl", "http://shop.example").expect(400).body())
        .contains("aria-invalid=\"true\"", "value=\"http://shop.example\"");
    assertThat(owner.get("/dashboard/settings").body()).contains("value=\"help@shop.example\"");
    owner.post(path, "contact", "", "privacyUrl", "https://shop.example/p").expect(303);
    assertThat(owner.get("/dashboard/settings").body())
        .contains("value=\"https://shop.example/p\"")
        .doesNotContain("help@shop.example");
    assertThat(owner.get("/dashboard/audit").body())
        .contains("Contact for payers changed", "Privacy policy for payers changed");
  }

  @Test
  void an_owner_sets_how_sure_a_payment_must_be() {
    Guest owner = owner();
    String path = "/dashboard/settings/rules";
    assertThat(owner.get("/dashboard/settings").body()).contains("href=\"" + path + "\"");
    assertThat(owner.get(path).body())
        .contains("Networks: Simulated chain", "name=\"safeUpTo.USD\"")
        .doesNotContain("value=\"49.99\"");
    assertThat(rules(owner, "49,99").body()).contains("aria-invalid=\"true\"", "value=\"49,99\"");
    rules(owner, "49.99").expect(303);
    assertThat(owner.get(path).body()).contains("value=\"49.99\"", "value=\"2.00\"");
    assertThat(owner.get("/dashboard/audit").body()).contains("safe is enough up to 49.99 USD");
    rules(owner, "").expect(303);
    assertThat(owner.get(path).body()).doesNotContain("49.99").contains("value=\"2.00\"");
  }

  private static Reply rules(Guest owner, String safeUpTo) {
    return owner.post(
        "/dashboard/settings/rules",
        "toleratedPercent",
        "1",
        "toleratedAmount",
        "2.00",
        "ignoredBelow",
        "0",
        "safeUpTo.USD",
        safeUpTo);
  }

  @Test
  void an_address_that_is_taken_is_told_above_the_form() {
    String email = newEmail();
    guest().signUp(email);
    assertThat(
            guest()
                .post(
                    "/dashboard/sign-up",
                    "businessName",
                    "Other",
                    "email",
                    email,
                    "password",
                    Guest.PASSWORD)
                .expect(409)
                .body())
        .contains("role=\"alert\"", "already has an account");
  }

  @Test
  void a_wrong_password_and_an_unknown_address_look_alike() {
    String email = newEmail();
    guest().signUp(email);
    String wrong =
        guest().post("/dashboard/sign-in", "email", email, "password", "nope nope").body();
    String unknown = newEmail();
    String nobody =
        guest().post("/dashboard/sign-in", "email", unknown, "password", "nope nope").body();
    assertThat(wrong).contains("The e-mail address or password is wrong.");
    assertThat(nobody.replace(unknown, email)).isEqualTo(wrong);
  }

  @Test
  void words_in_an_address_are_never_shown() {
    Guest owner = owner();
    assertThat(owner.get("/dashboard/settings?done=PROFILE").body()).contains("profile is saved");
    assertThat(owner.get("/dashboard/settings?done=Pay%20me").expect(200).body())
        .doesNotContain("Pay me");
  }

  @Test
  void a_secret_is_on_one_page_only() {
    Guest owner = owner();
    String created = owner.post("/dashboard/keys", "label", "production").expect(200).body();
    String secret = Guest.found(created, "(sk_test_\\w{40})");
    assertThat(owner.get("/dashboard/keys").expect(200).body())
        .contains("production")
        .doesNotContain(secret);
    assertThat(service.logged()).doesNotContain(secret);
  }

  @Test
  void a_label_that_is_too_long_is_refused_beside_its_field() {
    Guest owner = owner();
    owner.post("/dashboard/keys", "label", "x".repeat(100)).expect(200);
    assertThat(owner.post("/dashboard/keys", "label", "x".repeat(101)).expect(400).body())
        .contains("Label has more than 100 characters.");
  }

  @Test
  void a_webhook_lives_through_pause_rotation_and_deletion() {
    try (Receiver receiver = new Receiver(delivery -> 500)) {
      Guest owner = owner();
      String path = "/dashboard/webhooks/invoice_settlement";
      String first = owner.post(path, "webhookUrl", receiver.url("/in")).expect(200).body();
      String secret = Guest.found(first, "(whsec_[\\w+/=]+)");
      assertThat(owner.post(path + "/rotate").expect(200).body())
          .contains("whsec_")
          .doesNotContain(secret);
      owner.post(path, "webhookUrl", receiver.url("/other")).expect(303);
      assertThat(owner.post(path + "/test").expect(200).body())
          .contains("Not delivered", "500", "answered 500");
      assertThat(receiver.deliveries("/other")).hasSize(1);
      owner.post(path + "/pause").expect(303);
      assertThat(owner.get("/dashboard/webhooks").body()).contains("Paused");
      owner.post(path + "/resume").expect(303);
      owner.post(path + "/delete").expect(303);
      assertThat(owner.get("/dashboard/webhooks").body()).doesNotContain(receiver.url("/other"));
      owner.post(path + "/pause").expect(404);
      owner.post("/dashboard/webhooks/nonsense", "webhookUrl", receiver.url("/in")).expect(404);
    }
  }

  @Test
  void events_and_retries_are_chosen_and_a_refused_form_keeps_what_was_typed() {
    Guest owner = owner();
    String path = "/dashboard/webhooks/invoice_settlement";
    String url = "https://127.0.0.1:9/in";
    String[] chosen = {
      "webhookUrl", url, "events", "listed", "payment.overpaid", "on", "retry", "extended"
    };
    owner.post(path, chosen).expect(200);
    assertChosen(owner.get("/dashboard/webhooks").body());
    chosen[1] = "http://10.0.0.1/x";
    assertChosen(owner.post(path, chosen).expect(400).body());
    String none =
        owner
            .post(path, "webhookUrl", url + "2", "events", "listed", "retry", "standard")
            .expect(400)
            .body();
    assertThat(none).contains("Choose at least one event.", url + "2");
    owner.post(path + "/pause").expect(303);
    assertChosen(owner.get("/dashboard/webhooks").body());
  }

  private static void assertChosen(String page) {
    assertThat(page)
        .containsPattern("name=\"payment.overpaid\" type=\"checkbox\" checked")
        .doesNotContainPattern("name=\"payment.failed\" type=\"checkbox\" checked")
        .containsPattern("value=\"extended\" selected");
  }

  @Test
  void an_address_that_is_not_sent_to_is_refused_beside_the_field() {
    String page =
        owner()
            .post("/dashboard/webhooks/invoice_settlement", "webhookUrl", "http://10.0.0.1/x")
            .expect(400)
            .body();
    assertThat(page).contains("http://10.0.0.1/x", "id=\"invoice_settlement-webhookUrl-fault\"");
  }

  @Test
  void a_new_deposit_address_waits_and_can_be_undone() {
    try (TestService live = TestService.builder().live().start()) {
      Guest owner = new Guest(live.baseUrl()).signUp(newEmail());
      String path = "/dashboard/settings/deposit-address";
      assertThat(owner.post(path, "depositAddress", ADDRESS).expect(303).header("Location"))
          .endsWith("done=ADDRESS");
      assertThat(owner.post(path, "depositAddress", OTHER_ADDRESS).expect(303).header("Location"))
          .endsWith("done=ADDRESS_ANNOUNCED");
      assertThat(owner.get("/dashboard/settings").body())
          .contains(ADDRESS + "</textarea>", "Payments go to <code>" + OTHER_ADDRESS, "Undo");
      owner.post(path + "/undo").expect(303);
      assertThat(owner.get("/dashboard/settings").body()).doesNotContain(OTHER_ADDRESS);
      owner.post(path + "/undo").expect(404);
    }
  }

  @Test
  void the_audit_log_is_read_page_by_page() {
    Guest owner = owner();
    for (int i = 0; i < 30; i++) {
      owner.post("/dashboard/settings/profile", "businessName", "Name " + i).expect(303);
    }
    String first = owner.get("/dashboard/audit").expect(200).body();
    assertThat(first).contains("<ins>Name 29</ins>").doesNotContain("<ins>Name 4</ins>");
    String next = Guest.found(first, "href=\"(/dashboard/audit\\?cursor=\\w+)\"");
    assertThat(owner.get(next).expect(200).body())
        .contains("<ins>Name 4</ins>", "Account registered", "Newest")
        .doesNotContain("<ins>Name 29</ins>", "rel=\"next\"");
  }

  @Test
  void the_audit_log_says_what_happened_in_words_and_leads_there() {
    Guest owner = owner();
    String colleague = newEmail();
    owner.post("/dashboard/team/invitations", "email", colleague, "role", "developer");
    String key = owner.post("/dashboard/keys", "label", "till").expect(200).body();
    String id = Guest.found(key, "(/dashboard/keys/key_\\w+)");
    owner
        .post("/dashboard/webhooks/invoice_settlement", "webhookUrl", "http://127.0.0.1:9/pay_in")
        .expect(200);
    String log = owner.with("Accept-Language", "de").get("/dashboard/audit").expect(200).body();
    assertThat(log)
        .contains("<ins>" + colleague + " als Entwickler</ins>")
        .contains("href=\"" + id + "\">API-Schlüssel erstellt<", " inaktiv, ")
        .contains("http://127.0.0.1:9/pay_in")
        .doesNotContain(" as developer", " inactive", "/dashboard/payments/pay_in");
  }

  @Test
  void the_last_owner_stays() {
    Guest owner = owner();
    String user = Guest.found(owner.get("/dashboard/team").body(), "(/dashboard/team/users/\\w+)/");
    assertThat(owner.post(user + "/role", "role", "viewer").expect(409).body())
        .contains("The last owner cannot be removed");
    assertThat(owner.post(user + "/remove").expect(409).body())
        .contains("The last owner cannot be removed");
  }

  @Test
  void a_changed_password_signs_out_everywhere_else() {
    String email = newEmail();
    Guest here = guest().signUp(email);
    Guest there = guest();
    there.post("/dashboard/sign-in", "email", email, "password", Guest.PASSWORD).expect(303);
    String path = "/dashboard/security/password";
    assertThat(
            here.post(path, "currentPassword", "wrong wrong", "newPassword", "a better one yet")
                .expect(401)
                .body())
        .contains("The password is wrong.");
    there.get("/dashboard").expect(200);
    here.post(path, "currentPassword", Guest.PASSWORD, "newPassword", "a better one yet")
        .expect(303);
    here.get("/dashboard").expect(200);
    there.get("/dashboard").expect(303);
  }

  @Test
  void a_browser_is_signed_out_from_another() {
    String email = newEmail();
    Guest here = guest().signUp(email);
    Guest there = guest().with("User-Agent", "Mozilla/5.0 (Macintosh) Firefox/140.0");
    there.post("/dashboard/sign-in", "email", email, "password", Guest.PASSWORD).expect(303);
    String page = here.get("/dashboard/security").expect(200).body();
    assertThat(page).contains("Firefox");
    here.post(Guest.found(page, "(/dashboard/security/sessions/ses_\\w+/end)")).expect(303);
    there.get("/dashboard").expect(303);
    here.get("/dashboard").expect(200);
  }
}
