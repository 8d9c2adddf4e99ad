package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkPageTest extends PageTest {
  private static final String HOSTILE =
      "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;{0}${7*7}`";

  @Test
  void shows_whom_what_for_how_much_and_how() {
    Link link = new NewLink(service).with("invoiceNumber", "A-77").with("locale", "en").create();
    assertThat(page(link))
        .contains("<title>$125.50 · Café Ünïcode &amp; Söhne</title>")
        .contains("$125.50", "Two tickets, Row F", "A-77")
        .contains("<img src=\"" + link.path() + "/qr.svg\"")
        .contains("data-label=\"Pay with the simulated wallet\"")
        .doesNotContain("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        .contains("<noscript><meta http-equiv=\"refresh\" content=\"15\"></noscript>");
  }

  @Test
  void hostile_text_that_calls_let_in_stays_text() {
    try (TestService own = TestService.start()) {
      PageTest.nameMerchant(own, HOSTILE);
      NewLink link =
          new NewLink(own)
              .with("description", HOSTILE)
              .with("successUrl", "https://shop.example/?a='onclick=alert(1)//%22%3E%3Cscript%3E")
              .with("cancelUrl", "https://shop.example/#'onclick=alert(1)//%22%3E%3Cscript%3E")
              .reason(HOSTILE);
      for (String status : new String[] {"created", "submitted", "failed", "success"}) {
        Link created =
            link.status(status).with("invoiceNumber", "<img src=x onerror=a()>" + status).create();
        CheckoutPagesTest.assertHarmless(own.browser().get(created.path()).expect(200).body());
        CheckoutPagesTest.assertHarmless(own.browser().get(created.path() + "/receipt").body());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "created   | -              | Pay with your wallet",
        "submitted | -              | Your payment is on its way",
        "success   | -              | Payment received",
        "failed    | -              | The payment did not go through",
        "failed    | canceled       | The merchant canceled this payment.",
        "failed    | reorg          | reorganizing its blocks",
        "failed    | INSUFFICIENT_FUNDS | The wallet did not have enough funds.",
        "failed    | out of gas (7) | out of gas (7)",
        "failed    | expired        | This payment has expired",
      })
  void each_state_says_where_the_payer_stands(String status, String reason, String expected) {
    Link link = new NewLink(service).status(status).reason(reason).create();
    assertThat(page(link)).contains(expected);
  }

  @Test
  void past_its_deadline_a_payment_is_shown_as_expired_before_the_chain_says_so() {
    Link link = new NewLink(service).with("expiresIn", 300).create();
    assertThat(page(link)).contains("data-stage=\"waiting\"").contains("data-countdown");
    link.passDeadline(service);
    assertThat(page(link)).contains("data-stage=\"expired\"").doesNotContain("data-countdown");
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void each_language_is_spoken_in_every_state(Language language) {
    Texts texts = Objects.requireNonNull(Texts.all(Checkout.class).get(language));
    NewLink link = new NewLink(service).with("locale", language.tag());
    for (String status : new String[] {"created", "submitted", "success", "failed"}) {
      Link stored = link.status(status).create();
      String stage = status.equals("created") ? "waiting" : status;
      assertThat(page(stored))
          .contains("<html lang=\"" + language.tag() + "\" dir=\"" + language.direction() + "\">")
          .contains(texts.get(stage + ".title"));
    }
  }

  @Test
  void without_a_locale_the_browser_is_asked() {
    Link link = new NewLink(service).create();
    Reply reply =
        service.browser().with("Accept-Language", "pt, fr;q=0.8, de;q=0.9").get(link.path());
    assertThat(reply.body()).contains("<html lang=\"de\" dir=\"ltr\">").contains("125,50\u00a0$");
    assertThat(reply.header("Vary")).isEqualTo("Accept-Language");
  }

  @Test
  void the_language_that_a_payer_chooses_counts_more_than_the_merchants() {
    Link link = new NewLink(service).with("locale", "de").status("success").create();
    Reply chosen = choose("ar", link.path());
    assertThat(chosen.expect(303).header("Location")).isEqualTo(link.path());
    assertThat(chosen.header("Set-Cookie"))
        .isEqualTo("paylink_payer_language=ar; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    for (String below : List.of("", "/receipt")) {
      assertThat(
              service
                  .browser()
                  .withCookie("paylink_payer_language=ar")
                  .get(link.path() + below)
                  .body())
          .contains("<html lang=\"ar\" dir=\"rtl\">")
          .contains("name=\"next\" value=\"" + link.path() + below + "\"")
          .contains("value=\"ar\" lang=\"ar\" dir=\"rtl\" aria-pressed=\"true\"");
    }
    assertThat(service.browser().withCookie("paylink_payer_language=xx").get(link.path()).body())
        .contains("<html lang=\"de\"");
  }

  @Test
  void after_a_form_the_choice_of_a_language_leads_back_to_the_page() {
    Link link = new NewLink(service).openAmount().create();
    Reply again =
        service
            .browser()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post(link.path() + "/amount", "amount=-1");
    assertThat(again.expect(400).body()).contains("name=\"next\" value=\"" + link.path() + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "//evil.example",
        "/pay//evil.example",
        "/payments",
        "/dashboard",
        "/l/..%2f..",
        "",
      })
  void the_choice_of_a_language_leads_to_our_pages_for_payers_only(String next) {
    assertThat(choose("de", next).expect(303).header("Location")).isEqualTo("/docs");
    choose("xx", next).expect(400);
  }

  private static Reply choose(String language, String next) {
    return service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(
            "/pay/language",
            "language=" + language + "&next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
  }

  @Test
  void nothing_foreign_and_nothing_inline_is_allowed() {
    Link link = new NewLink(service).create();
    Reply reply = service.browser().get(link.path());
    assertThat(reply.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
                + " 'self';"
                + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    assertThat(reply.body()).doesNotContain("<style").doesNotContain(" style=");
    assertThat(reply.body()).doesNotContainPattern("<script(?![^>]* src=\"/assets/)");
    assertThat(reply.body()).doesNotContainPattern("(src|href|action)=\"(https?:)?//");
  }

  @Test
  void the_way_back_carries_the_payment_and_its_status() {
    NewLink link =
        new NewLink(service)
            .with("successUrl", "https://shop.example/ok?a=1&b=%20")
            .with("cancelUrl", "https://shop.example/no#x");
    Link open = link.create();
    String added = "paymentId=" + open.id() + "&amp;status=";
    assertThat(page(open)).contains("href=\"https://shop.example/no?" + added + "created#x\"");
    service.callback().report("payment.confirmed", open.id()).expect(200);
    assertThat(page(open))
        .contains("href=\"https://shop.example/ok?a=1&amp;b=%20&amp;" + added + "success\"");
    service.callback().reportWith("payment.failed", open.id(), "\"reason\":\"reorg\"").expect(200);
    assertThat(page(open)).contains("href=\"https://shop.example/no?" + added + "failed#x\"");
  }

  @Test
  void the_picture_leads_to_the_page() throws Exception {
    Link link = new NewLink(service).create();
    Reply reply = service.browser().get(link.path() + "/qr.svg").expect(200);
    assertThat(reply.header("Content-Type")).isEqualTo("image/svg+xml");
    assertThat(QrCodeTest.read(reply.body())).isEqualTo(link.url());
  }

  @Test
  void the_page_keeps_to_its_budget() throws Exception {
    Link link =
        new NewLink(service).with("description", "説明".repeat(250)).with("locale", "ja").create();
    byte[] html = page(link).getBytes(StandardCharsets.UTF_8);
    assertThat(AssetsTest.gzip(html).length).isLessThan(30 * 1024);
  }

  @Test
  void a_sandbox_says_so_and_has_buttons() {
    assertThat(page(new NewLink(service).create()))
        .contains("Test mode: no real money moves here")
        .containsPattern("(?s)value=\"confirmed\".*value=\"failed\".*value=\"expired\".*<details")
        .containsPattern("(?s)<details class=\"more\">.*value=\"duplicate\".*</details>");
  }
}
