package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which language the pages are in, and that they are in this one only. */
final class DashboardLanguageTest extends DashboardTest {
  private static final Texts ENGLISH = Objects.requireNonNull(Dashboard.TEXTS.get(Language.EN));

  /** Shorter ones are in other words, too: "Status", "Code". */
  private static final int LEAST_LETTERS = 12;

  private static final List<String> OPEN =
      List.of(
          "/sign-in",
          "/sign-in?done=PASSWORD_RESET",
          "/sign-in/sso",
          "/sign-up",
          "/forgot",
          "/reset/x",
          "/invitation/x",
          "/freeze/x",
          "/confirm/x",
          "/no-such-page");

  /** The pages of somebody who is signed in. */
  static final List<String> PAGES =
      List.of(
          "",
          "/payments",
          "/payments?search=nothing",
          "/refunds",
          "/invoices",
          "/invoices?number=nothing",
          "/statements",
          "/statements/2026-01",
          "/payouts",
          "/collect",
          "/events",
          "/events?state=exhausted",
          "/links/new",
          "/reusable-links",
          "/keys",
          "/webhooks",
          "/requests",
          "/requests?status=5xx",
          "/signature",
          "/settings",
          "/brand",
          "/team",
          "/team/sso",
          "/security",
          "/audit",
          "/audit?cursor=aud_00000000000000000000000001",
          "/no-such-page");

  @Test
  void the_choice_counts_before_the_browser_and_both_before_english() {
    String path = "/dashboard/sign-in";
    assertThat(guest().get(path).body()).contains("<html lang=\"en\" dir=\"ltr\">", ">Sign in<");
    assertThat(german().get(path).body()).contains("<html lang=\"de\" dir=\"ltr\">", ">Anmelden<");
    assertThat(speaking("pt, ar;q=0.5").get(path).body()).contains("lang=\"ar\" dir=\"rtl\"");
    assertThat(speaking("pt").get(path).body()).contains("<html lang=\"en\"");
    Guest chooses = german();
    Reply chosen =
        chooses.post("/dashboard/language", "language", "ja", "next", path + "?next=%2Fdashboard");
    assertThat(chosen.expect(303).header("Location")).isEqualTo(path + "?next=%2Fdashboard");
    assertThat(chosen.header("Set-Cookie"))
        .startsWith("paylink_language=ja;")
        .contains("Path=/dashboard", "HttpOnly", "SameSite=Lax", "Max-Age=31536000");
    assertThat(chooses.get(path).body()).contains("<html lang=\"ja\"", ">サインイン<");
    assertThat(german().withCookie("paylink_language=xx").get(path).body())
        .contains("<html lang=\"de\"");
  }

  @Test
  void the_choice_leads_to_our_own_pages_only_and_to_no_other_language() {
    Reply elsewhere =
        guest().post("/dashboard/language", "language", "de", "next", "//evil.example/");
    assertThat(elsewhere.expect(303).header("Location")).isEqualTo("/dashboard");
    Reply unknown = guest().post("/dashboard/language", "language", "tlh", "next", "/dashboard");
    assertThat(unknown.expect(400).body()).contains("Choose one of the languages in the list.");
    assertThat(unknown.header("Set-Cookie")).isEmpty();
    german()
        .with("Sec-Fetch-Site", "cross-site")
        .with("Origin", "https://evil.example")
        .post("/dashboard/language", "language", "ja")
        .expect(403);
  }

  @Test
  void a_fault_is_told_in_the_language_of_the_page() {
    Guest guest = german();
    String page =
        guest
            .post("/dashboard/sign-up", "businessName", " ", "email", "x", "password", "short")
            .expect(400)
            .body();
    assertThat(page)
        .contains("Bitte füllen Sie dieses Feld aus.")
        .contains("Das ist keine E-Mail-Adresse.")
        .contains("Mindestens 10 Zeichen sind nötig.")
        .doesNotContain("is required");
    assertThat(guest.post("/dashboard/sign-in", "email", "a@b.example", "password", "x").body())
        .contains("Die E-Mail-Adresse oder das Passwort ist falsch.");
    Guest owner = guest.signUp(newEmail());
    assertThat(owner.post("/dashboard/webhooks/invoice_settlement", "webhookUrl", "ftp:x").body())
        .contains("id=\"invoice_settlement-webhookUrl-fault\"");
    assertThat(owner.post("/dashboard/settings/deposit-address", "depositAddress", "0x1").body())
        .contains("Eine Adresse besteht aus 0x und 40 Hexadezimalziffern.");
  }

  @Test
  void amounts_and_times_are_written_as_the_reader_is_used_to() {
    Guest guest = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    String id = created();
    String path = "/dashboard/payments/" + id;
    assertThat(guest.get(path).body()).contains("$1,234.50");
    assertThat(guest.with("Accept-Language", "de").get(path).body())
        .contains("1.234,50\u00a0$")
        .containsPattern("\\d+\\. \\p{L}+\\.? \\d{4}, \\d\\d:\\d\\d UTC");
    assertThat(guest.with("Accept-Language", "ja").get(path).body())
        .containsPattern("\\d{4}年\\d+月\\d+日 \\d\\d:\\d\\d UTC");
    assertThat(guest.with("Accept-Language", "ar").get(path).body())
        .contains("\u20661,234.50\u00a0USD\u2069");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EN")
  void no_page_is_left_in_english(Language language) {
    List<String> left = new ArrayList<>();
    Guest open = speaking(language.tag());
    OPEN.forEach(path -> left.addAll(english(language, open.get("/dashboard" + path))));
    Guest fresh = speaking(language.tag()).signUp(newEmail());
    PAGES.forEach(path -> left.addAll(english(language, fresh.get("/dashboard" + path))));
    Guest full = speaking(language.tag()).withCookie(service.signedIn().cookie());
    PAGES.forEach(path -> left.addAll(english(language, full.get("/dashboard" + path))));
    answersOfForms(full, fresh).forEach((name, page) -> left.addAll(english(language, page)));
    assertThat(left).isEmpty();
  }

  /** Pages that only a form leads to, and those of single things. */
  private static Map<String, Reply> answersOfForms(Guest full, Guest fresh) {
    Map<String, Reply> pages = new LinkedHashMap<>();
    String payment = "/dashboard/payments/" + created();
    pages.put("payment", full.get(payment));
    pages.put("refund", full.get(payment + "/refund"));
    String key = fresh.post("/dashboard/keys", "label", "k").expect(200).body();
    pages.put("key", fresh.get(Guest.found(key, "(/dashboard/keys/key_\\w+)/")));
    pages.put("new key", fresh.post("/dashboard/keys", "label", "k"));
    pages.put("two factor", fresh.proven("/dashboard/security/two-factor"));
    pages.put(
        "invitation",
        fresh.post("/dashboard/team/invitations", "email", newEmail(), "role", "viewer"));
    pages.put(
        "signature",
        fresh.post(
            "/dashboard/signature",
            "method",
            "post",
            "target",
            "x",
            "timestamp",
            "1",
            "signature",
            "ab",
            "secret",
            "sk_x"));
    String link =
        full.post("/dashboard/reusable-links", "title", "T", "currency", "USD")
            .expect(303)
            .header("Location");
    pages.put("link", full.get(link));
    try (Receiver receiver = new Receiver(delivery -> 500)) {
      String path = "/dashboard/webhooks/invoice_settlement";
      fresh.post(path, "webhookUrl", receiver.url("/in")).expect(200);
      pages.put("webhook", fresh.post(path + "/test"));
    }
    return pages;
  }

  private static List<String> english(Language language, Reply page) {
    String shown = unescaped(page.body());
    Texts texts = Objects.requireNonNull(Dashboard.TEXTS.get(language));
    assertThat(page.body()).contains("<html lang=\"" + language.tag() + '"');
    return ENGLISH.keys().stream()
        .filter(key -> !texts.get(key).equals(ENGLISH.get(key)))
        .filter(
            key -> isThere(ENGLISH.get(key), shown) && !isThere(ENGLISH.get(key), texts.get(key)))
        .map(key -> page.response().uri() + ": " + key)
        .toList();
  }

  /** Tells whether all longer pieces of a text, between its places, are there. */
  private static boolean isThere(String text, String shown) {
    List<String> pieces =
        Arrays.stream(text.split("\\{[0-9]}"))
            .filter(
                piece -> piece.codePoints().filter(Character::isLetter).count() >= LEAST_LETTERS)
            .toList();
    return !pieces.isEmpty()
        && pieces.stream()
            .allMatch(piece -> Pattern.compile(Pattern.quote(piece)).matcher(shown).find());
  }

  private static String unescaped(String html) {
    return html.replace("&#39;", "'")
        .replace("&#34;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private static String created() {
    return service.calls().create("{\"amount\":\"1234.50\"}").text("paymentId");
  }

  private static Guest german() {
    return speaking("de");
  }

  private static Guest speaking(String languages) {
    return guest().with("Accept-Language", languages);
  }
}
