package dev.paylink.payment.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The picture of a reusable link, from its merchant's upload to the page of its payers. */
final class LinkPictureTest {
  private static final Color RED = new Color(200, 20, 60);

  @AutoClose private static final TestService service = TestService.start();
  private static final Browser owner = service.signedIn();
  @AutoClose private static final Uploads uploads = new Uploads(service, owner);

  @Test
  void picture_is_encoded_again_shown_to_payers_and_served_with_nothing_that_runs()
      throws Exception {
    Reply link = link();
    assertThat(link.json().get("picture").isNull()).isTrue();
    assertThat(page(link)).doesNotContain("class=\"illustration\"");
    assertThat(put(link, Uploads.picture("png", 1_000, 500, RED)).statusCode()).isEqualTo(200);

    URI url = pictureOf(link);
    assertThat(url.toString()).startsWith(link.text("url") + "/").endsWith(".jpg");
    HttpResponse<byte[]> file = uploads.file(url);
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.headers().firstValue("Content-Type")).hasValue("image/jpeg");
    assertThat(file.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(file.headers().firstValue("Content-Security-Policy"))
        .hasValue("default-src 'none'; sandbox");
    assertThat(file.headers().firstValue("Cache-Control"))
        .hasValue("public, max-age=31536000, immutable");
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(file.body()));
    assertThat(image.getWidth()).isEqualTo(960);
    assertThat(image.getHeight()).isEqualTo(480);
    String shown =
        "<img class=\"illustration\" src=\"" + url.getPath() + "\" width=\"960\" height=\"480\"";
    assertThat(page(link)).contains(shown);
    assertThat(uploads.page("/dashboard/reusable-links/" + link.text("id"))).contains(shown);
  }

  @Test
  void another_picture_replaces_it_and_the_old_one_is_gone() {
    Reply link = link();
    put(link, Uploads.picture("png", 20, 20, RED));
    URI first = pictureOf(link);
    put(link, Uploads.picture("jpeg", 30, 30, Color.BLUE));
    URI second = pictureOf(link);
    assertThat(second).isNotEqualTo(first);
    service.browser().get(first.getPath()).expectProblem(404, "PICTURE_NOT_FOUND");
    service.browser().get(second.getPath()).expect(200);
    owner.delete(path(link)).expect(200);
    owner.delete(path(link)).expect(200);
    service.browser().get(second.getPath()).expectProblem(404, "PICTURE_NOT_FOUND");
    assertThat(page(link)).doesNotContain("class=\"illustration\"");
    assertThat(
            service.stored().audit(service.merchant().merchantId()).stream()
                .filter(entry -> entry.contains(link.text("id")))
                .map(entry -> entry.split(" ", 2)[0]))
        .containsExactly(
            "link.created", "link.picture_changed", "link.picture_changed", "link.picture_changed");
  }

  @Test
  void change_of_the_settings_keeps_the_picture() {
    Reply link = link();
    put(link, Uploads.picture("png", 20, 20, RED));
    owner
        .put("/merchant/links/" + link.text("id"), "{\"title\":\"Other\",\"amount\":\"7\"}")
        .expect(200);
    service.browser().get(pictureOf(link).getPath()).expect(200);
  }

  @Test
  void what_is_no_picture_is_refused_and_leaves_the_old_one() {
    Reply link = link();
    put(link, Uploads.picture("png", 20, 20, RED));
    URI before = pictureOf(link);
    byte[] svg = "<svg onload='alert(1)'/>".getBytes(StandardCharsets.US_ASCII);
    HttpResponse<String> refused = put(link, svg);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body())
        .contains("\"field\":\"picture\"", "must be a PNG or JPEG picture; this is SVG");
    assertThat(put(link, new byte[0]).statusCode()).isEqualTo(400);
    assertThat(put(link, new byte[60_001]).body()).contains("must be at most 60 KB");
    assertThat(put(link, new byte[100_000]).statusCode()).isEqualTo(413);
    assertThat(pictureOf(link)).isEqualTo(before);
  }

  @Test
  void link_of_another_merchant_cannot_be_changed_nor_found() {
    Reply link = link();
    put(link, Uploads.picture("png", 20, 20, RED));
    Browser other = service.register("pictures@example.com");
    other.delete(path(link)).expectProblem(404, "LINK_NOT_FOUND");
    try (Uploads theirs = new Uploads(service, other)) {
      byte[] blue = Uploads.picture("png", 20, 20, Color.BLUE);
      assertThat(theirs.put(path(link), blue).statusCode()).isEqualTo(404);
    }
    String name = pictureOf(link).getPath().substring(link.text("slug").length() + 4);
    Reply second = link();
    for (String path :
        List.of(
            "/l/" + second.text("slug") + "/" + name,
            "/l/nonsense/" + name,
            "/l/" + link.text("slug") + "/" + "0".repeat(64) + ".jpg",
            "/l/" + link.text("slug") + "/x.jpg")) {
      service.browser().get(path).expectProblem(404, "PICTURE_NOT_FOUND");
    }
  }

  @Test
  void suspended_merchant_shows_none() {
    try (TestService own = TestService.start();
        Uploads files = new Uploads(own, own.signedIn())) {
      Reply link = own.signedIn().post("/merchant/links", "{\"title\":\"x\"}").expect(201);
      files.put(path(link), Uploads.picture("png", 20, 20, RED));
      String picture =
          own.signedIn()
              .get("/merchant/links/" + link.text("id"))
              .json()
              .at("/picture/url")
              .asString();
      own.browser().get(URI.create(picture).getPath()).expect(200);
      own.suspend(own.merchant().merchantId());
      own.browser().get(URI.create(picture).getPath()).expectProblem(404, "PICTURE_NOT_FOUND");
    }
  }

  @Test
  void page_of_the_dashboard_takes_a_file_says_what_is_wrong_and_removes_it() {
    Reply link = link();
    String at = "/dashboard/reusable-links/" + link.text("id");
    byte[] png = Uploads.picture("png", 20, 20, RED);
    assertThat(uploads.page(at)).contains("There is no picture yet.", "Save picture");
    assertThat(uploads.post(at + "/picture", "picture", png).statusCode()).isEqualTo(303);
    assertThat(uploads.page(at)).contains("Replace picture", "Remove picture");
    byte[] webp = "RIFF\0\0\0\0WEBPVP8 ".getBytes(StandardCharsets.US_ASCII);
    HttpResponse<String> refused = uploads.post(at + "/picture", "picture", webp);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("The picture must be a PNG or JPEG picture; this is WebP");
    assertThat(uploads.post(at + "/picture/remove", "x", new byte[0]).statusCode()).isEqualTo(303);
    assertThat(uploads.page(at)).contains("There is no picture yet.");
  }

  private static Reply link() {
    return owner.post("/merchant/links", "{\"title\":\"Concert\",\"amount\":\"5\"}").expect(201);
  }

  private static String path(Reply link) {
    return "/merchant/links/" + link.text("id") + "/picture";
  }

  private static HttpResponse<String> put(Reply link, byte[] file) {
    return uploads.put(path(link), file);
  }

  private static URI pictureOf(Reply link) {
    Reply seen = owner.get("/merchant/links/" + link.text("id")).expect(200);
    return URI.create(seen.json().at("/picture/url").asString());
  }

  private static String page(Reply link) {
    return service.browser().get("/l/" + link.text("slug")).expect(200).body();
  }
}
