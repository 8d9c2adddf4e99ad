package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import dev.paylink.testing.WithinOneDay;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A merchant's logo in the files and letters that leave the service. */
@ExtendWith(WithinOneDay.class)
final class LogoTest {
  private static final Color RED = new Color(200, 20, 60);

  @AutoClose private static final MailServer server = MailServer.started();

  @AutoClose
  private static final TestService service = TestService.builder().mail(server.settings()).start();

  private static final Browser owner = service.signedIn();
  @AutoClose private static final Uploads uploads = new Uploads(service, owner);

  @BeforeEach
  void plain() {
    owner.delete("/merchant/brand/logo").expect(200);
  }

  @Test
  void receipt_invoice_and_statement_have_the_logo_and_not_without_one() throws Exception {
    Reply created = paid("files@there.example");
    assertThat(files(created)).allSatisfy(file -> assertThat(picturesIn(file)).isEmpty());
    save(480, 192);
    for (byte[] file : files(created)) {
      List<BufferedImage> pictures = picturesIn(file);
      assertThat(pictures).hasSize(1);
      assertThat(pictures.getFirst().getWidth()).isEqualTo(480);
      assertThat(pictures.getFirst().getHeight()).isEqualTo(192);
      assertThat(new Color(pictures.getFirst().getRGB(240, 96))).isEqualTo(RED);
    }
  }

  @Test
  void letters_to_customers_bring_the_logo_along_and_load_nothing() throws Exception {
    save(480, 192);
    paid("branded@there.example");
    List<MimeMessage> letters = awaited("branded@there.example", 2);
    for (MimeMessage letter : letters) {
      MimeMultipart both = (MimeMultipart) letter.getContent();
      assertThat((String) both.getBodyPart(0).getContent()).doesNotContain("cid:", "logo@");
      MimeMultipart related = (MimeMultipart) both.getBodyPart(1).getContent();
      assertThat(both.getBodyPart(1).getContentType()).startsWith("multipart/related");
      String html = (String) related.getBodyPart(0).getContent();
      assertThat(html).containsOnlyOnce("<img").contains("src=\"cid:logo@letter\"");
      BodyPart picture = related.getBodyPart(1);
      assertThat(picture.getContentType()).startsWith("image/png");
      assertThat(picture.getHeader("Content-ID")).containsExactly("<logo@letter>");
      assertThat(picture.getDisposition()).isEqualTo("inline");
      BufferedImage image = ImageIO.read(picture.getInputStream());
      assertThat(image.getWidth()).isEqualTo(240);
      assertThat(image.getHeight()).isEqualTo(96);
      assertThat(new Color(image.getRGB(120, 48))).isEqualTo(RED);
    }
  }

  @Test
  void letters_of_a_merchant_without_logo_have_no_picture() throws Exception {
    paid("bare@there.example");
    for (MimeMessage letter : awaited("bare@there.example", 2)) {
      MimeMultipart both = (MimeMultipart) letter.getContent();
      assertThat(both.getBodyPart(1).getContentType()).startsWith("text/html");
      assertThat((String) both.getBodyPart(1).getContent()).doesNotContain("<img", "cid:");
    }
  }

  /** What a merchant writes stays text, wherever the logo's place is. */
  @Test
  void description_cannot_pretend_to_be_the_place_of_the_logo() throws Exception {
    save(20, 20);
    service
        .calls()
        .create(
            """
            {"amount":"5.00","description":"<tr class=\\"logo\\"></tr>",
             "customer":{"email":"place@there.example"}}
            """)
        .expect(200);
    MimeMessage letter = awaited("place@there.example", 1).getFirst();
    MimeMultipart both = (MimeMultipart) letter.getContent();
    MimeMultipart related = (MimeMultipart) both.getBodyPart(1).getContent();
    assertThat((String) related.getBodyPart(0).getContent())
        .containsOnlyOnce("<img")
        .contains("&lt;tr class=");
  }

  @Test
  void letters_to_the_merchant_itself_are_ours() throws Exception {
    save(20, 20);
    String email = service.merchant().email();
    int before = server.receivedBy(email).size();
    owner.post("/merchant/api-keys", "{}").expect(201);
    for (MimeMessage letter : awaited(email, before + 1)) {
      MimeMultipart both = (MimeMultipart) letter.getContent();
      assertThat(both.getBodyPart(1).getContentType()).startsWith("text/html");
    }
  }

  private static void save(int width, int height) {
    byte[] png = Uploads.picture("png", width, height, RED);
    assertThat(uploads.put("/merchant/brand/logo", png).statusCode()).isEqualTo(200);
  }

  private static Reply paid(String email) {
    Reply created =
        service
            .calls()
            .create("{\"amount\":\"5.00\",\"customer\":{\"email\":\"" + email + "\"}}")
            .expect(200);
    service.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
    return created;
  }

  private static List<MimeMessage> awaited(String email, int letters) {
    Await.until("the letters are there", () -> server.receivedBy(email).size() >= letters);
    return server.receivedBy(email);
  }

  private static List<byte[]> files(Reply created) {
    String month = YearMonth.now(ZoneOffset.UTC).toString();
    return List.of(
        file(URI.create(created.text("paymentUrl")).getPath() + "/receipt.pdf"),
        file("/dashboard/invoices/" + created.text("invoiceId") + "/invoice.pdf"),
        file("/merchant/statements/" + month + ".pdf"));
  }

  private static byte[] file(String path) {
    return uploads.file(service.baseUrl().resolve(path)).body();
  }

  private static List<BufferedImage> picturesIn(byte[] pdf) {
    List<BufferedImage> pictures = new ArrayList<>();
    try (PDDocument document = Loader.loadPDF(pdf)) {
      PDResources resources = document.getPage(0).getResources();
      for (COSName name : resources.getXObjectNames()) {
        if (resources.getXObject(name) instanceof PDImageXObject image) {
          pictures.add(image.getImage());
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return pictures;
  }
}
