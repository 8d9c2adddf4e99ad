package dev.paylink.merchant.brand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The colour and logo of a merchant, from its own calls to the pages of its payers. */
final class BrandTest {
  private static final TestService SERVICE = TestService.start();
  private static final Browser OWNER = SERVICE.signedIn();
  private static final Uploads UPLOADS = new Uploads(SERVICE, OWNER);

  @AfterAll
  static void stop() {
    UPLOADS.close();
    SERVICE.close();
  }

  @BeforeEach
  void plain() {
    OWNER.put("/merchant/brand", "{}").expect(200);
    OWNER.delete("/merchant/brand/logo").expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "help+pay@shop.example, mailto:help%2Bpay@shop.example, help+pay@shop.example",
    "a?bcc=b@shop.example,  mailto:a%3Fbcc%3Db@shop.example, a?bcc=b@shop.example",
    "https://shop.example/help?a=1, https://shop.example/help?a=1, shop.example",
  })
  void payers_see_how_to_reach_the_merchant_and_its_privacy_policy(
      String contact, String link, String text) {
    payerInfo(contact, "https://shop.example/privacy").expect(200);
    try {
      Reply created = payment();
      String shown =
          "href=\"" + link + "\" target=\"_blank\" rel=\"noopener noreferrer\"><bdi>" + text;
      String privacy = "href=\"https://shop.example/privacy\"";
      assertThat(page(created)).contains(shown, privacy);
      SERVICE.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
      assertThat(SERVICE.browser().get(path(created) + "/receipt").body()).contains(shown, privacy);
      payerInfo("", "").expect(200);
      assertThat(page(created)).doesNotContain(shown, privacy);
    } finally {
      payerInfo("", "").expect(200);
    }
    assertThat(SERVICE.stored().audit(SERVICE.merchant().merchantId()))
        .anyMatch(entry -> entry.contains("merchant.contact_changed") && entry.contains(contact));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "http://shop.example",
        "HTTPS://shop.example",
        "https://user@shop.example",
        "https:///help",
        "https://shop.example/a b",
        "shop.example",
        "mailto:help@shop.example",
        "help@shop.example\\nbcc:x@y.example",
        " ",
      })
  void nothing_but_https_and_e_mail_addresses_is_shown_to_payers(String text) {
    payerInfo(text, "").expectProblem(400, "INVALID_REQUEST");
    payerInfo("", text).expectProblem(400, "INVALID_REQUEST");
    payerInfo("", "help@shop.example").expectProblem(400, "INVALID_REQUEST");
    assertThat(OWNER.get("/merchant/profile").body())
        .contains("\"contact\":null,\"privacyUrl\":null");
  }

  private static Reply payerInfo(String contact, String privacyUrl) {
    return OWNER.put(
        "/merchant/profile",
        "{\"contact\":\"%s\",\"privacyUrl\":\"%s\"}".formatted(contact, privacyUrl));
  }

  @Test
  void nothing_is_chosen_at_first_and_pages_look_as_ours() {
    assertThat(OWNER.get("/merchant/brand").expect(200).body())
        .isEqualTo("{\"color\":null,\"textColor\":null,\"logo\":null,\"reminderHours\":null}");
    assertThat(page(payment())).contains("class=\"monogram\"").doesNotContain("/brand/", "/logo/");
  }

  @Test
  void colour_is_on_the_page_of_a_payment_its_receipt_and_a_reusable_link() {
    OWNER.put("/merchant/brand", "{\"color\":\"#FFEE00\"}").expect(200);
    String sheet = "<link rel=\"stylesheet\" href=\"/brand/ffee00.css\">";
    Reply created = payment();
    assertThat(page(created)).contains(sheet);
    SERVICE.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
    assertThat(SERVICE.browser().get(path(created) + "/receipt").expect(200).body())
        .contains(sheet);
    String slug =
        OWNER
            .post("/merchant/links", "{\"title\":\"x\",\"amount\":\"5\"}")
            .expect(201)
            .text("slug");
    assertThat(SERVICE.browser().get("/l/" + slug).expect(200).body()).contains(sheet);
    Reply css = SERVICE.browser().get("/brand/ffee00.css").expect(200);
    assertThat(css.body()).contains("--brand: #ffee00;", "--on-brand: #000000;");
    assertThat(css.header("Content-Type")).isEqualTo("text/css; charset=utf-8");
    assertThat(css.header("Cache-Control")).contains("immutable");
  }

  @Test
  void logo_is_encoded_again_and_served_with_nothing_that_runs() throws Exception {
    Reply before = OWNER.get("/merchant/brand");
    assertThat(upload(png(960, 192)).statusCode()).isEqualTo(200);
    URI url =
        URI.create(OWNER.get("/merchant/brand").expect(200).json().at("/logo/url").asString());
    HttpResponse<byte[]> logo = UPLOADS.file(url);
    assertThat(logo.statusCode()).isEqualTo(200);
    assertThat(logo.headers().firstValue("Content-Type")).hasValue("image/png");
    assertThat(logo.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(logo.headers().firstValue("Content-Security-Policy"))
        .hasValue("default-src 'none'; sandbox");
    assertThat(logo.headers().firstValue("Cache-Control"))
        .hasValue("public, max-age=31536000, immutable");
    assertThat(ImageIO.read(new ByteArrayInputStream(logo.body())).getWidth()).isEqualTo(480);
    assertThat(page(payment()))
        .contains("<img class=\"logo\" src=\"" + url.getPath() + "\" alt=\"\">")
        .doesNotContain("class=\"monogram\"");

    OWNER.delete("/merchant/brand/logo").expect(200);
    SERVICE.browser().get(url.getPath()).expectProblem(404, "LOGO_NOT_FOUND");
    assertThat(OWNER.get("/merchant/brand").body()).isEqualTo(before.body());
  }

  @Test
  void suspended_merchant_shows_neither() {
    OWNER.put("/merchant/brand", "{\"color\":\"#ffee00\"}").expect(200);
    upload(png(10, 10));
    String logo =
        URI.create(OWNER.get("/merchant/brand").json().at("/logo/url").asString()).getPath();
    Reply created = payment();
    SERVICE.browser().get(logo).expect(200);
    decide("Suspended");
    try {
      assertThat(page(created)).doesNotContain("/brand/", "/logo/");
      SERVICE.browser().get(logo).expectProblem(404, "LOGO_NOT_FOUND");
    } finally {
      decide("KybVerified");
    }
    assertThat(page(created)).contains("/brand/", "/logo/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"color\":\"red\"}",
        "{\"color\":\"#fff\"}",
        "{\"color\":\"\"}",
        "{\"color\":\"#000000;}\"}",
        "{\"color\":7}",
        "{\"reminderHours\":0}",
        "{\"reminderHours\":721}",
        "{\"reminderHours\":1.5}",
        "{\"logo\":\"x\"}"
      })
  void what_is_no_colour_or_time_is_refused(String body) {
    OWNER.put("/merchant/brand", body).expectProblem(400, "INVALID_REQUEST");
    assertThat(OWNER.get("/merchant/brand").body()).contains("\"color\":null");
  }

  @Test
  void refused_picture_leaves_the_old_one() {
    upload(png(10, 10));
    String before = OWNER.get("/merchant/brand").body();
    byte[] svg = "<svg onload='alert(1)'/>".getBytes(StandardCharsets.US_ASCII);
    assertThat(upload(svg).statusCode()).isEqualTo(400);
    assertThat(upload(new byte[0]).statusCode()).isEqualTo(400);
    assertThat(upload(new byte[100_000]).statusCode()).isEqualTo(413);
    assertThat(OWNER.get("/merchant/brand").body()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/brand/red.css",
        "/brand/FFEE00.css",
        "/brand/ffee00.png",
        "/brand/ffee00.css%2f",
        "/logo/mer_0/00.png",
        "/logo/x/y"
      })
  void other_files_are_not_found(String path) {
    assertThat(SERVICE.browser().get(path).status()).isEqualTo(404);
  }

  @Test
  void changes_are_in_the_audit_log_and_saving_the_same_is_none() {
    OWNER.put("/merchant/brand", "{\"color\":\"#123456\",\"reminderHours\":24}").expect(200);
    int entries = entries();
    OWNER.put("/merchant/brand", "{\"color\":\"#123456\",\"reminderHours\":24}").expect(200);
    assertThat(entries()).isEqualTo(entries);
    assertThat(OWNER.get("/merchant/audit").expect(200).body())
        .contains("brand.color_changed", "#123456", "brand.reminder_changed");
  }

  @Test
  void page_of_the_dashboard_takes_a_file_and_shows_what_is_wrong() {
    assertThat(UPLOADS.post("/dashboard/brand/logo", "logo", png(20, 20)).statusCode())
        .isEqualTo(303);
    assertThat(UPLOADS.page("/dashboard/brand")).contains("<img class=\"logo\" src=\"/logo/mer_");
    HttpResponse<String> svg =
        UPLOADS.post("/dashboard/brand/logo", "logo", "<svg/>".getBytes(StandardCharsets.US_ASCII));
    assertThat(svg.statusCode()).isEqualTo(400);
    assertThat(svg.body()).contains("The picture must be a PNG or JPEG picture; this is SVG");
    assertThat(UPLOADS.post("/dashboard/brand/logo", "other", png(20, 20)).statusCode())
        .isEqualTo(400);
  }

  private static int entries() {
    return SERVICE.stored().rows("audit_log").size();
  }

  private static Reply payment() {
    return SERVICE.calls().create("{\"amount\":\"5.00\"}").expect(200);
  }

  private static String page(Reply created) {
    return SERVICE.browser().get(path(created)).expect(200).body();
  }

  private static String path(Reply created) {
    String url = created.text("paymentUrl");
    return url.substring(url.indexOf("/pay/"));
  }

  private static void decide(String status) {
    String merchant = OWNER.get("/merchant/profile").text("merchantId");
    SERVICE
        .operator()
        .put(
            "/admin/merchants/" + merchant + "/verification",
            "{\"status\":\"" + status + "\",\"reason\":\"x\"}")
        .expect(200);
  }

  private static HttpResponse<String> upload(byte[] file) {
    return UPLOADS.put("/merchant/brand/logo", file);
  }

  private static byte[] png(int width, int height) {
    return Uploads.picture("png", width, height, Color.BLACK);
  }
}
