package dev.paylink.merchant.audit;

import static dev.paylink.testing.MerchantService.PASSWORD;
import static dev.paylink.testing.MerchantService.login;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.DeviceStore;
import dev.paylink.mail.Letter;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MerchantService;
import dev.paylink.testing.Reply;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A change recorded is a change told: to whom it concerns, without a secret. */
final class AnnouncementsTest {
  private static final String OLD = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String NEW = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  private final MerchantService service = new MerchantService("https://pay.example.com");
  private final Browser owner = service.browser().with("User-Agent", "Firefox/1.2");
  private final String email = service.newEmail();

  AnnouncementsTest() {
    owner.post("/merchant/register", MerchantService.registration(email)).expect(201);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void a_changed_deposit_address_is_told_to_every_owner_and_nobody_else() {
    Browser second = service.join(owner, Role.owner);
    service.join(owner, Role.developer);
    service.letters().clear();
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + OLD + "\"}").expect(200);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + NEW + "\"}").expect(200);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + NEW + "\"}").expect(200);
    assertThat(service.letters())
        .extracting(Letter::to)
        .containsExactly(
            email,
            second.get("/merchant/profile").text("email"),
            email,
            second.get("/merchant/profile").text("email"));
    Letter letter = service.letters().getLast();
    assertThat(letter.subject()).isEqualTo("Your deposit address has changed");
    assertThat(letter.facts())
        .contains(new Letter.Fact("Old address", OLD), new Letter.Fact("New address", NEW))
        .contains(new Letter.Fact("By", email), new Letter.Fact("From address", "127.0.0.1"));
    assertThat(action(letter).url())
        .matches("https://pay\\.example\\.com/dashboard/freeze/[A-Za-z0-9_-]{43}");
    assertThat(letter.paragraphs().toString())
        .contains("https://pay.example.com/dashboard/settings");
  }

  @Test
  void keys_are_told_without_their_secrets() {
    Reply key = owner.post("/merchant/api-keys", "{}").expect(201);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    assertThat(service.letters())
        .extracting(Letter::subject)
        .containsExactly("An API key was created", "An API key was changed");
    assertThat(service.letters().toString())
        .contains(key.text("id"))
        .doesNotContain(key.text("secretKey"));
  }

  @Test
  void webhooks_are_told_without_their_secrets_and_without_the_query_of_their_address() {
    Reply made = owner.put(WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1/hook?token=t0psecret\"}");
    Reply rotated = owner.post(WEBHOOK + "/rotate-secret").expect(200);
    owner.put(WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1/other\"}").expect(200);
    owner.delete(WEBHOOK).expect(204);
    assertThat(service.letters())
        .extracting(Letter::subject)
        .containsExactly(
            "A webhook was set up",
            "A webhook has a new signing secret",
            "A webhook was changed",
            "A webhook was removed");
    assertThat(service.letters().toString())
        .contains("https://127.0.0.1/hook?…", "https://127.0.0.1/other")
        .doesNotContain(made.text("signingSecret"), rotated.text("signingSecret"), "t0psecret");
  }

  @Test
  void the_operators_change_of_a_key_is_told_too() {
    String id = owner.post("/merchant/api-keys", "{}").expect(201).text("id");
    service.operator().put("/admin/api-keys/" + id, "{\"limit\":7}").expect(200);
    assertThat(service.letters().getLast().facts()).contains(new Letter.Fact("By", "operator"));
  }

  @Test
  void an_invitation_goes_to_the_invited_with_the_link_that_was_shown() {
    Reply invited =
        owner.post("/merchant/invitations", "{\"email\":\"Grace@b.com\",\"role\":\"viewer\"}");
    assertThat(service.letters()).hasSize(2); // the first is to the owner
    assertThat(service.letters().getFirst().toString()).doesNotContain(invited.text("url"));
    Letter letter = service.letters().getLast();
    assertThat(letter.to()).isEqualTo("grace@b.com");
    assertThat(letter.subject()).isEqualTo("You are invited to a team");
    assertThat(letter.heading()).isEqualTo("You are invited to the team of Analytical Engines");
    assertThat(letter.facts())
        .contains(new Letter.Fact("Invited by", email), new Letter.Fact("Role", "viewer"));
    // The letter's link is longer: whoever has it reads the mail of the address.
    assertThat(action(letter).url()).startsWith(invited.text("url")).matches(".*/[\\w-]{86}");
  }

  @Test
  void a_new_device_is_told_to_its_user_and_the_owners_once_and_the_first_not_at_all() {
    Browser owner2 = service.join(owner, Role.owner);
    service.letters().clear();
    signIn("Firefox/1.2");
    signIn("Firefox/1.3"); // an update is no new device
    assertThat(service.letters()).isEmpty();
    signIn("Chrome/9.9");
    signIn("Chrome/9.9");
    assertThat(service.letters()).hasSize(2);
    assertThat(service.letters().getLast().to())
        .isEqualTo(owner2.get("/merchant/profile").text("email"));
    assertThat(service.letters().getLast().subject()).isEqualTo("New sign-in by " + email);
    Letter letter = service.letters().getFirst();
    assertThat(letter.to()).isEqualTo(email);
    assertThat(letter.subject()).isEqualTo("New sign-in to your account");
    assertThat(letter.facts())
        .contains(
            new Letter.Fact("From address", "127.0.0.1"), new Letter.Fact("Browser", "Chrome/9.9"));
    assertThat(owner2.get("/merchant/sessions").json().required("data")).hasSize(1);
  }

  @Test
  void what_is_refused_is_not_told() {
    owner.put("/merchant/profile", "{\"depositAddress\":\"0x12\"}").expect(400);
    owner.put(WEBHOOK, "{\"webhookUrl\":\"ftp://127.0.0.1/\"}").expect(400);
    service
        .browser()
        .with("User-Agent", "Chrome/9.9")
        .post("/merchant/login", login(email, "wrong password"))
        .expect(401);
    assertThat(service.letters()).isEmpty();
  }

  @Test
  void a_device_is_a_browser_in_a_network() {
    assertThat(device("203.0.113.7", "Firefox/1.2"))
        .isEqualTo(device("203.0.113.200", "Firefox/1.3"))
        .isNotEqualTo(device("203.0.114.7", "Firefox/1.2"))
        .isNotEqualTo(device("203.0.113.7", "Chrome/1.2"));
    assertThat(device("2001:db8:1:2::1", "Firefox"))
        .isEqualTo(device("2001:db8:1:3::1", "Firefox"))
        .isNotEqualTo(device("2001:db8:2:2::1", "Firefox"));
    assertThat(device("unknown", "Firefox")).isNotEqualTo(device("other", "Firefox"));
  }

  private static String device(String source, String userAgent) {
    return HexFormat.of().formatHex(DeviceStore.hash(new Visitor(source, userAgent, null)));
  }

  private void signIn(String userAgent) {
    service
        .browser()
        .with("User-Agent", userAgent)
        .post("/merchant/login", login(email, PASSWORD))
        .expect(200);
  }

  private static Letter.Action action(Letter letter) {
    return Objects.requireNonNull(letter.action());
  }
}
