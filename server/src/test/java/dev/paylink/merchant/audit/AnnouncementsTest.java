package dev.paylink.merchant.audit;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Visitor;
import dev.paylink.account.signin.DeviceStore;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A change recorded is a change told: to whom it concerns, without a secret. */
final class AnnouncementsTest {
  private static final String OLD = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String NEW = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().baseUrl("https://pay.example.com").mail(MailServer.absent()).start();

  private final Browser owner = SERVICE.browser().with("User-Agent", "Firefox/1.2");
  private final String email = People.newEmail();

  AnnouncementsTest() {
    owner.post("/merchant/register", People.registration(email)).expect(201);
    SERVICE.prove(email);
    SERVICE.stored().burnLetters();
  }

  @Test
  void a_changed_deposit_address_is_told_to_every_owner_and_nobody_else() {
    Browser second = SERVICE.join(owner, Role.owner);
    SERVICE.join(owner, Role.developer);
    SERVICE.stored().burnLetters();
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + OLD + "\"}").expect(200);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + NEW + "\"}").expect(200);
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + NEW + "\"}").expect(200);
    List<Stored.Letter> letters = letters();
    assertThat(letters)
        .extracting(Stored.Letter::to)
        .containsExactlyInAnyOrder(
            email,
            second.get("/merchant/profile").text("email"),
            email,
            second.get("/merchant/profile").text("email"));
    assertThat(letters)
        .extracting(Stored.Letter::subject)
        .containsOnly("Your deposit address has changed");
    assertThat(letters.getLast().text())
        .contains("Old address: " + OLD + "\n", "New address: " + NEW + "\n")
        .contains("By: " + email + "\n", "From address: 127.0.0.1\n")
        .containsPattern("\nhttps://pay\\.example\\.com/dashboard/freeze/[A-Za-z0-9_-]{43}\n")
        .contains("https://pay.example.com/dashboard/settings");
  }

  @Test
  void keys_are_told_without_their_secrets() {
    Reply key = owner.post("/merchant/api-keys", "{}").expect(201);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    assertThat(letters())
        .extracting(Stored.Letter::subject)
        .containsExactly("An API key was created", "An API key was changed");
    assertThat(letters().toString()).contains(key.text("id")).doesNotContain(key.text("secretKey"));
  }

  @Test
  void webhooks_are_told_without_their_secrets_and_by_their_hosts_alone() {
    Reply made = owner.put(WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1/hook?token=t0psecret\"}");
    Reply rotated = owner.post(WEBHOOK + "/rotate-secret").expect(200);
    owner.put(WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1/other\"}").expect(200);
    owner.delete(WEBHOOK).expect(204);
    assertThat(letters())
        .extracting(Stored.Letter::subject)
        .containsExactly(
            "A webhook was set up",
            "A webhook has a new signing secret",
            "A webhook was changed",
            "A webhook was removed");
    assertThat(letters().toString())
        .contains("invoice_settlement 127.0.0.1 active")
        .doesNotContain(made.text("signingSecret"), rotated.text("signingSecret"), "t0psecret")
        .doesNotContain("/hook", "/other");
  }

  @Test
  void the_operators_change_of_a_key_is_told_too() {
    String id = owner.post("/merchant/api-keys", "{}").expect(201).text("id");
    SERVICE.operator().put("/admin/api-keys/" + id, "{\"limit\":7}").expect(200);
    assertThat(letters().getLast().text()).contains("By: operator\n");
  }

  @Test
  void an_invitation_goes_to_the_invited_and_nobody_else_has_its_link() {
    Reply invited =
        owner
            .post("/merchant/invitations", "{\"email\":\"Grace@b.com\",\"role\":\"viewer\"}")
            .expect(201);
    assertThat(letters()).hasSize(2);
    assertThat(invited.json().required("url").isNull()).isTrue();
    assertThat(letterTo(email).text()).doesNotContain("/dashboard/invitation/");
    Stored.Letter letter = letterTo("grace@b.com");
    assertThat(letter.subject()).isEqualTo("You are invited to a team");
    assertThat(letter.text())
        .contains("You are invited to the team of Analytical Engines\n")
        .contains("Invited by: " + email + "\n", "Role: viewer\n")
        .containsPattern("/dashboard/invitation/[\\w-]{86}\n");
  }

  @Test
  void a_new_device_is_told_to_its_user_and_the_owners_once_and_the_first_not_at_all() {
    Browser owner2 = SERVICE.join(owner, Role.owner);
    SERVICE.stored().burnLetters();
    signIn("Firefox/1.2");
    signIn("Firefox/1.3"); // an update is no new device
    assertThat(letters()).isEmpty();
    signIn("Chrome/9.9");
    signIn("Chrome/9.9");
    assertThat(letters()).hasSize(2);
    assertThat(letterTo(owner2.get("/merchant/profile").text("email")).subject())
        .isEqualTo("New sign-in by " + email);
    Stored.Letter letter = letterTo(email);
    assertThat(letter.subject()).isEqualTo("New sign-in to your account");
    assertThat(letter.text()).contains("From address: 127.0.0.1\n", "Browser: Chrome\n");
    assertThat(owner2.get("/merchant/sessions").json().required("data")).hasSize(1);
  }

  @Test
  void what_is_refused_is_not_told() {
    owner.put("/merchant/profile", "{\"depositAddress\":\"0x12\"}").expect(400);
    owner.put(WEBHOOK, "{\"webhookUrl\":\"ftp://127.0.0.1/\"}").expect(400);
    SERVICE
        .browser()
        .with("User-Agent", "Chrome/9.9")
        .post("/merchant/login", login(email, "wrong password"))
        .expect(401);
    assertThat(letters()).isEmpty();
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
    return HexFormat.of().formatHex(DeviceStore.hash(new Visitor(source, userAgent)));
  }

  private void signIn(String userAgent) {
    SERVICE
        .browser()
        .with("User-Agent", userAgent)
        .post("/merchant/login", login(email, PASSWORD))
        .expect(200);
  }

  private static List<Stored.Letter> letters() {
    return SERVICE.stored().letters();
  }

  private static Stored.Letter letterTo(String reader) {
    return letters().stream().filter(one -> one.to().equals(reader)).findFirst().orElseThrow();
  }
}
