package dev.paylink.merchant;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant comes into being whole, once per e-mail address, and only from a sound form. */
final class RegistrationTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  @Test
  void a_merchant_registers_and_is_signed_in() {
    Browser browser = SERVICE.browser();
    Reply reply = browser.post("/merchant/register", registration("Grace@Example.COM")).expect(201);
    String id = reply.text("merchantId");
    assertThat(reply.body())
        .isEqualTo("{\"merchantId\":\"" + id + "\",\"verificationStatus\":\"Registered\"}");
    assertThat(id).startsWith("mer_").hasSize(30);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(browser.get("/merchant/profile").expect(200).body())
        .isEqualTo(
            """
            {"merchantId":"%s","email":"grace@example.com","emailVerified":true,\
            "businessName":"Analytical Engines",\
            "pendingBusinessName":null,"verificationStatus":"Registered","verificationReason":null,\
            "depositAddress":null,"userDepositAddress":null,\
            "pendingDepositAddress":null,"pendingDepositAddressFrom":null,\
            "pendingUserDepositAddress":null,"pendingUserDepositAddressFrom":null,\
            "depositAddressWarning":null,"userDepositAddressWarning":null,"sendInvoices":true,\
            "contact":null,"privacyUrl":null,"role":"owner"}"""
                .formatted(id));
    assertThat(SERVICE.stored().audit(id))
        .containsExactly(
            "merchant.registered by grace@example.com from 127.0.0.1 : - > grace@example.com");
    assertThat(SERVICE.stored().rows("invoice_counter")).contains("(" + Stored.uuid(id) + ",1,f)");
  }

  @Test
  void the_same_address_in_other_letters_is_taken() {
    SERVICE.browser().post("/merchant/register", registration("mary@example.com")).expect(201);
    int merchants = SERVICE.stored().rows("merchant").size();
    Reply again = SERVICE.browser().post("/merchant/register", registration("MARY@example.com"));
    again.expectProblem(409, "EMAIL_TAKEN");
    assertThat(again.header("Set-Cookie")).isEmpty();
    assertThat(SERVICE.stored().rows("merchant")).hasSize(merchants);
  }

  @Test
  void of_registrations_racing_for_an_address_one_wins_and_the_others_leave_nothing()
      throws Exception {
    int merchants = SERVICE.stored().rows("merchant").size();
    List<Integer> statuses = Together.times(4, () -> register("race@example.com").status());
    assertThat(statuses).containsExactlyInAnyOrder(201, 409, 409, 409);
    assertThat(SERVICE.stored().rows("merchant")).hasSize(merchants + 1);
    assertThat(SERVICE.stored().rows("invoice_counter")).hasSize(merchants + 1);
  }

  @Test
  void neither_password_nor_session_token_is_stored_or_logged() {
    Browser browser = SERVICE.register();
    String token = browser.cookie().split("=", 2)[1];
    assertThat(SERVICE.stored().rows("account_user"))
        .allSatisfy(row -> assertThat(row).contains("$argon2id$").doesNotContain(PASSWORD));
    assertThat(SERVICE.stored().rows("account_session"))
        .isNotEmpty()
        .noneMatch(row -> row.contains(token));
    Await.until("it is logged", () -> SERVICE.logged().contains("/merchant/register"));
    assertThat(SERVICE.logged()).contains("/merchant/register").doesNotContain(PASSWORD, token);
  }

  @Test
  void all_faults_are_told_at_once() {
    Reply reply =
        SERVICE
            .browser()
            .post(
                "/merchant/register",
                """
                {"email":"nobody","pasword":"x","password":"short","businessName":" "}""");
    reply.expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields())
        .containsExactlyInAnyOrder("pasword", "email", "password", "businessName");
    assertThat(reply.body()).contains("did you mean password?").doesNotContain("short\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "null", "{\"email\":1,\"password\":2,\"businessName\":3}"})
  void what_is_no_form_is_refused(String body) {
    SERVICE.browser().post("/merchant/register", body).expectProblem(400, "INVALID_REQUEST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a@b", "a.b+c@sub.example.com", "o'neil@example.com", "x@localhost"})
  void an_address_that_a_browser_takes_is_accepted(String email) {
    register(email).expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "@b", "a@", "a b@example.com", "a@b@c", "a@-b.com", "a@b..com", "a@b.com,"})
  void its_nearest_neighbours_are_refused(String email) {
    assertThat(register(email).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("email");
  }

  @Test
  void lengths_are_accepted_up_to_their_limit_and_no_further() {
    String longest = "a".repeat(254 - "@example.com".length()) + "@example.com";
    register(longest).expect(201);
    assertThat(register("a" + longest).faultyFields()).containsExactly("email");
    register("p10@example.com", "q8#Zr!0xWv", "B").expect(201);
    assertThat(register("p9@example.com", "q8#Zr!0xW", "B").faultyFields())
        .containsExactly("password");
    register("p200@example.com", "q8#Zr!0xWv".repeat(20), "B".repeat(200)).expect(201);
    assertThat(
            register("p201@example.com", "q8#Zr!0xWv".repeat(20) + "x", "B".repeat(201))
                .faultyFields())
        .containsExactly("businessName", "password");
  }

  private static Reply register(String email) {
    return register(email, PASSWORD, "Analytical Engines");
  }

  private static Reply register(String email, String password, String businessName) {
    return SERVICE
        .browser()
        .post(
            "/merchant/register",
            "{\"email\":\"%s\",\"password\":\"%s\",\"businessName\":\"%s\"}"
                .formatted(email, password, businessName));
  }
}
