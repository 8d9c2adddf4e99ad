package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.InvoiceId;
import dev.paylink.invoice.Invoice;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.money.Networks;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Assets;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Receipts and invoices as PDF, in every language. The system property {@code paylink.papers} names
 * a folder to keep them in, to look at.
 */
final class PdfFilesTest {
  private static final Instant AT = Instant.parse("2026-11-16T12:34:56Z");
  private static final String NUMBER = "123456789012345678901234567890123456789012345";
  private static final String HOSTILE =
      "\u202E<script>alert(1)</script> "
          + NUMBER
          + " محمد عبد الله 山田太郎 \u2066({[x]})\u2069 \u0000😀";
  private static final OnChainProof PROOF =
      OnChainProof.of(payment("Two tickets, Row F"), Networks.USUAL);
  private static final CheckoutPages.Setting SETTING =
      new CheckoutPages.Setting(
          Texts.all(Checkout.class), new Assets("/assets", Checkout.class, Checkout.FILES), true);

  @ParameterizedTest
  @EnumSource(Language.class)
  void receipt_says_what_its_page_says(Language language) throws IOException {
    Frame frame = Frame.of(SETTING, language.tag(), null);
    HostedPayment hosted = hosted("Café Ünïcode & Söhne", payment("Two tickets, Row F"));
    String text =
        read("receipt-" + language, ReceiptPdf.print(new ReceiptView(frame, hosted, PROOF), null));
    for (String key :
        List.of(
            "title", "paid", "test", "to", "for", "invoice", "proof", "chain", "payer", "payee")) {
      assertThat(text).contains(plain(frame.text("receipt." + key)));
    }
    assertThat(text)
        .contains("Café Ünïcode & Söhne", "Two tickets, Row F", "Base (8453)")
        .containsPattern("125[.,]50\\h?USDC|USDC\\h?125.50") // a reader takes the line for Arabic
        .contains("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
        .doesNotContain(hosted.payment().linkToken().text());
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void invoice_names_both_sides_and_what_paid_it(Language language) throws IOException {
    Texts texts = SETTING.texts(language);
    Invoice paid = invoice(InvoiceStatus.paid, "Zoë Ångström", "Two tickets, Row F", "INV-000042");
    Payment by = payment("Two tickets, Row F");
    byte[] file =
        InvoicePdf.print(
            paid,
            new InvoicePdf.Sender("Café Söhne", null),
            List.of(by),
            Networks.USUAL,
            language,
            false);
    String text = read("invoice-" + language, file);
    for (String key :
        List.of("invoice.title", "invoice.customer", "receipt.paid", "receipt.hash")) {
      assertThat(text).contains(plain(texts.get(key)));
    }
    assertThat(text)
        .contains("Café Söhne", "Zoë Ångström", "zoe@example.com", "INV-000042", by.id().toString())
        .doesNotContain(plain(texts.get("invoice.test")), by.linkToken().text());
    assertThat(
            InvoicePdf.print(
                paid,
                new InvoicePdf.Sender("Café Söhne", null),
                List.of(by),
                Networks.USUAL,
                language,
                false))
        .isEqualTo(file);
  }

  /** The invoice has no amount; each of its payments has the one that its payer chose. */
  @Test
  void invoice_of_any_amount_says_what_each_payment_paid() throws IOException {
    Invoice paid = invoice(InvoiceStatus.paid, null, null, "INV-1");
    Invoice any =
        new Invoice(paid.id(), paid.number(), paid.status(), null, "USD", null, null, null, AT, AT);
    InvoicePdf.Sender sender = new InvoicePdf.Sender("Shop", null);
    Payment by = payment("Tea");
    String text =
        read(
            "invoice-any",
            InvoicePdf.print(any, sender, List.of(by), Networks.USUAL, Language.EN, false));
    assertThat(text).contains("$125.50").containsOnlyOnce(", USD");
  }

  @Test
  void open_invoice_has_no_proof_and_a_test_says_so() throws IOException {
    Invoice open = invoice(InvoiceStatus.open, null, null, "INV-1");
    String text =
        read(
            "invoice-open",
            InvoicePdf.print(
                open,
                new InvoicePdf.Sender("Shop", null),
                List.of(),
                Networks.USUAL,
                Language.EN,
                true));
    assertThat(text)
        .contains("Open", "Test invoice")
        .doesNotContain("Paid", "On-chain proof", "Customer\n");
  }

  /** The logo stands where the text begins, above the name, and never beyond the margins. */
  @ParameterizedTest
  @EnumSource(
      value = Language.class,
      names = {"EN", "AR"})
  void logo_stands_above_the_name(Language language) throws IOException {
    for (int width : List.of(40, 480)) {
      byte[] logo = Uploads.picture("png", width, 96, new Color(200, 20, 60));
      InvoicePdf.Sender sender = new InvoicePdf.Sender("Café Söhne", logo);
      Invoice paid = invoice(InvoiceStatus.paid, "Zoë", "Two tickets", "INV-000042");
      byte[] file = InvoicePdf.print(paid, sender, List.of(), Networks.USUAL, language, false);
      assertThat(read("logo-" + width + "-" + language, file)).contains("Café Söhne");
      assertThat(InvoicePdf.print(paid, sender, List.of(), Networks.USUAL, language, false))
          .isEqualTo(file);
      try (PDDocument document = Loader.loadPDF(file)) {
        BufferedImage page = new PDFRenderer(document).renderImage(0);
        boolean atRight = language == Language.AR;
        assertThat(isLogo(page, atRight ? page.getWidth() - 60 : 60, 70)).isTrue();
        assertThat(isLogo(page, atRight ? 60 : page.getWidth() - 60, 70)).isFalse();
        assertThat(isLogo(page, 50, 70)).isFalse();
        assertThat(isLogo(page, page.getWidth() - 50, 70)).isFalse();
        assertThat(isLogo(page, 60, 96)).isFalse();
      }
    }
  }

  private static boolean isLogo(BufferedImage page, int x, int y) {
    Color color = new Color(page.getRGB(x, y));
    return color.getRed() > 180 && color.getGreen() < 40 && color.getBlue() < 80;
  }

  @ParameterizedTest
  @EnumSource(
      value = Language.class,
      names = {"EN", "AR"})
  void hostile_text_stays_in_its_field(Language language) throws IOException {
    Payment payment = payment(HOSTILE);
    Invoice invoice = invoice(InvoiceStatus.paid, HOSTILE, HOSTILE + HOSTILE, NUMBER);
    String text =
        read(
            "hostile-" + language,
            InvoicePdf.print(
                invoice,
                new InvoicePdf.Sender(HOSTILE, null),
                List.of(payment),
                Networks.USUAL,
                language,
                false));
    // Wrapped, so without the spaces and line ends.
    assertThat(text.replaceAll("\\s", ""))
        .contains("<script>alert(1)</script>")
        .contains(NUMBER)
        .contains("山田太郎")
        .doesNotContain("\u202E");
    Frame frame = Frame.of(SETTING, language.tag(), null);
    read(
        "hostile-receipt-" + language,
        ReceiptPdf.print(
            new ReceiptView(
                frame,
                hosted(HOSTILE, payment),
                new OnChainProof(
                    List.of(
                        new OnChainProof.Transfer(
                            HOSTILE, HOSTILE, NUMBER, NUMBER + NUMBER, new BigDecimal(NUMBER))),
                    BigDecimal.ONE,
                    HOSTILE,
                    HOSTILE)),
            null));
  }

  private static String read(String name, byte[] file) throws IOException {
    String folder = System.getProperty("paylink.papers");
    if (folder != null) {
      Files.write(Path.of(folder, name + ".pdf"), file);
    }
    try (PDDocument document = Loader.loadPDF(file)) {
      return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
    }
  }

  /** Returns a text as the file has it: without the marks of vowels. */
  private static String plain(String text) {
    return text.replaceAll("[\u064B-\u0652]", "").replace('\u00a0', ' ');
  }

  private static Payment payment(String text) {
    return new SamplePayment()
        .as(PaymentStatus.success, text)
        .with(
            PaymentStatus.success,
            InvoiceStatus.paid,
            new BigDecimal("125.50"),
            null,
            PageTest.TRANSACTION,
            AT);
  }

  private static HostedPayment hosted(String merchant, Payment payment) {
    return new HostedPayment(
        payment, merchant, false, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", null, null, null);
  }

  private static Invoice invoice(
      InvoiceStatus status,
      @Nullable String customer,
      @Nullable String description,
      String number) {
    return new Invoice(
        new InvoiceId(UuidV7.at(0)),
        number,
        status,
        new BigDecimal("125.50"),
        "USD",
        description,
        customer,
        customer == null ? null : "zoe@example.com",
        AT,
        AT);
  }
}
