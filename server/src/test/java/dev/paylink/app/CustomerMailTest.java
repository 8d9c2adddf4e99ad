package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a merchant's customer gets in the mail, from the whole service. */
final class CustomerMailTest {
  private static final String HASH = "0x" + "ab".repeat(32);

  @AutoClose private static final MailServer server = MailServer.started();

  @AutoClose
  private static final TestService service = TestService.builder().mail(server.settings()).start();

  @Test
  void invoice_goes_to_the_customer_with_the_payment_link() throws Exception {
    Reply created = create("invoice@there.example", "\"locale\":\"de\",\"amount\":\"48.50\"");
    MimeMessage letter = awaitOne("invoice@there.example");
    assertThat(letter.getSubject()).startsWith("[Test] Rechnung über 48,50");
    assertThat(text(letter)).contains("48,50", created.text("paymentUrl")).doesNotContain("null");
    assertThat(html(letter)).contains("href=\"" + created.text("paymentUrl") + "\"");
    assertThat(
            service
                .stored()
                .text(
                    "select merchant_id is not null from mail where recipient = 'invoice@there.example'"))
        .isEqualTo("t");
  }

  @Test
  void replay_of_a_create_posts_nothing() {
    String body = body("replay@there.example", "\"amount\":\"1.00\"");
    service.calls().create("replayed-key", body).expect(200);
    service.calls().create("replayed-key", body).expect(200);
    create("after-replay@there.example", "\"amount\":\"1.00\"");
    awaitOne("after-replay@there.example");
    assertThat(posted("replay@there.example")).isEqualTo(1);
  }

  @Test
  void letters_are_the_choice_of_the_payment_then_of_the_merchant() {
    String no = "\"amount\":\"2.00\",\"sendInvoice\":false";
    String yes = "\"amount\":\"2.00\",\"sendInvoice\":true";
    String unsaid = "\"amount\":\"2.00\"";
    service
        .calls()
        .create("no-boolean", body("x@there.example", "\"sendInvoice\":\"no\""))
        .expectProblem(400, "INVALID_REQUEST");
    service.calls().create("choice", body("choice@there.example", yes)).expect(200);
    service
        .calls()
        .create("choice", body("choice@there.example", no))
        .expectProblem(422, "IDEMPOTENCY_KEY_REUSED");
    Reply silent = create("silent@there.example", no);
    assertThat(letters(true)).isEqualTo("true"); // the default
    Reply switched = create("switched@there.example", unsaid);
    assertThat(letters(false)).isEqualTo("false");
    Reply asked = create("wanted@there.example", yes);
    Reply quiet = create("quiet@there.example", unsaid);
    for (Reply each : List.of(silent, switched, asked, quiet)) {
      simulate("payments/" + each.text("paymentId"), "confirmed");
    }
    assertThat(letters(true)).isEqualTo("true");
    Reply last = create("last@there.example", unsaid);
    simulate("payments/" + last.text("paymentId"), "confirmed");
    Await.until("the last has both letters", () -> posted("last@there.example") == 2);
    assertThat(posted("wanted@there.example")).isEqualTo(2);
    assertThat(posted("silent@there.example")).isZero();
    assertThat(posted("quiet@there.example")).isZero();
    assertThat(posted("switched@there.example")).isOne(); // the invoice, and no receipt
    assertThat(posted("choice@there.example")).isOne();
  }

  /** Sets whether customers get letters; returns what the profile says afterwards. */
  private static String letters(boolean send) {
    return service
        .signedIn()
        .put("/merchant/profile", "{\"sendInvoices\":" + send + "}")
        .expect(200)
        .text("sendInvoices");
  }

  @Test
  void customer_is_asked_for_an_address_if_no_account_is_known() throws Exception {
    Reply created = create("ask@there.example", "\"locale\":\"de\",\"amount\":\"48.50\"");
    String id = created.text("paymentId");
    simulate("payments/" + id, "transfer");
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
    Await.until("it is paid", () -> service.calls().status(id).text("status").equals("success"));
    Reply refund =
        service
            .calls()
            .with("X-Idempotency-Key", "refund-with-a-question")
            .post("/sdk/server/payments/" + id + "/refunds", "{}")
            .expect(200);
    Await.until("invoice, receipt and question are posted", () -> posted("ask@there.example") == 3);
    assertThat(
            service
                .stored()
                .texts("select subject from mail where recipient = 'ask@there.example'"))
        .anyMatch(subject -> subject.contains("Wohin sollen 48,50"));
    assertThat(refund.text("addressUrl")).contains("/refund/");

    String own = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
    name(refund, own);
    assertThat(toldOwner(own)).containsExactly("Confirm the address for a refund of invoice");
    // Somebody else has the link too.
    String theirs = "0x52908400098527886E0F7030069857D2E4169EE7";
    name(refund, theirs);
    assertThat(toldOwner(theirs)).containsExactly("Another address for a refund of invoice");
    assertThat(
            service
                .stored()
                .texts(
                    "select concat_ws(' ', subject, text) from mail"
                        + " where recipient = 'ask@there.example' order by id desc limit 1"))
        .first()
        .asString()
        .startsWith("[Test] Eine andere Adresse für Ihre Erstattung von 48,50")
        .contains(theirs, refund.text("addressUrl"))
        .doesNotContain("null");
    assertThat(posted("ask@there.example")).isEqualTo(4); // the first address was its own
  }

  private static void name(Reply refund, String address) {
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(URI.create(refund.text("addressUrl")).getPath(), "address=" + address)
        .expect(303);
  }

  /** The beginnings of the subjects of letters to the owner about this address. */
  private static List<String> toldOwner(String address) {
    return service
        .stored()
        .texts(
            "select substring(subject from 'Confirm the address for a refund of invoice"
                + "|Another address for a refund of invoice') from mail"
                + " where recipient = ? and text like ?",
            service.merchant().email(),
            "%" + address + "%");
  }

  @Test
  void customer_is_told_of_a_refund_that_is_settled_and_the_receipt_shows_it() throws Exception {
    Reply created = create("refund@there.example", "\"locale\":\"de\",\"amount\":\"48.50\"");
    String id = created.text("paymentId");
    simulate("payments/" + id, "confirmed");
    String refund =
        service
            .calls()
            .with("X-Idempotency-Key", "refund-by-letter")
            .post(
                "/sdk/server/payments/" + id + "/refunds",
                "{\"amount\":\"8.50\",\"reason\":\"our secret\"}")
            .expect(200)
            .text("refundId");
    simulate("refunds/" + refund, "pay");
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
    Await.until(
        "invoice, receipt and refund are posted", () -> posted("refund@there.example") == 3);
    assertThat(
            service
                .stored()
                .text(
                    """
                    select concat_ws(' ', subject, text) from mail
                     where recipient = 'refund@there.example' order by id desc limit 1
                    """))
        .startsWith("[Test] Erstattung über 8,50")
        .contains("0x000000000000000000000000000000000000dEaD", "/receipt")
        .doesNotContain("our secret", "null");
    assertThat(
            service
                .browser()
                .get(URI.create(created.text("paymentUrl")).getPath() + "/receipt")
                .expect(200)
                .body())
        .contains("Erstattet", "8,50");
    URI file = URI.create(created.text("paymentUrl") + "/receipt.pdf");
    try (Uploads files = new Uploads(service, service.browser());
        PDDocument receipt = Loader.loadPDF(files.file(file).body())) {
      assertThat(new PDFTextStripper().getText(receipt).replace('\u00a0', ' '))
          .contains("Erstattet", "8,50");
    }
  }

  @Test
  void customer_gets_no_letter_about_a_refund_of_an_unproven_merchant() {
    String asked = paidPayment("asked@there.example");
    String settled = paidPayment("settled@there.example");
    service.stored().change("update merchant set email_proven_at = null");
    try {
      refund(asked, "{}");
      String refund = refund(settled, "{\"to\":\"0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359\"}");
      simulate("refunds/" + refund, "pay");
      service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
      Await.until("it is settled", () -> status(refund).equals("settled"));
    } finally {
      service.stored().change("update merchant set email_proven_at = now()");
    }
    assertThat(posted("asked@there.example")).isEqualTo(2); // the invoice and the receipt
    assertThat(posted("settled@there.example")).isEqualTo(2);
  }

  private static String paidPayment(String email) {
    String id = create(email, "\"amount\":\"5.00\"").text("paymentId");
    simulate("payments/" + id, "transfer");
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
    Await.until("it is paid", () -> service.calls().status(id).text("status").equals("success"));
    Await.until("the receipt is posted", () -> posted(email) == 2);
    return id;
  }

  private static String refund(String payment, String body) {
    return service
        .calls()
        .with("X-Idempotency-Key", "refund-" + payment)
        .post("/sdk/server/payments/" + payment + "/refunds", body)
        .expect(200)
        .text("refundId");
  }

  private static String status(String refund) {
    return service.calls().get("/sdk/server/refunds/" + refund).expect(200).text("status");
  }

  private static void simulate(String what, String outcome) {
    service
        .calls()
        .post("/sandbox/" + what + "/simulate", "{\"outcome\":\"" + outcome + "\"}")
        .expect(200);
  }

  @Test
  void nothing_that_the_merchant_wrote_is_in_a_subject() throws Exception {
    String own = "\"invoiceNumber\":\"You won\",\"description\":\"You won\"";
    create("subject@there.example", own);
    assertThat(awaitOne("subject@there.example").getSubject()).isEqualTo("[Test] Your invoice");
  }

  @Test
  void one_inbox_is_not_flooded_and_the_payments_are_made_all_the_same() throws Exception {
    int created = 0;
    while (posted("flooded@there.example") == created && created < 500) {
      create("flooded@there.example", "\"amount\":\"1.00\"");
      created++;
    }
    assertThat(created).isBetween(20, 499);
    String metrics = service.operator().get("/metrics").expect(200).body();
    assertThat(metrics).contains("paylink_mail_dropped_total{limit=\"recipient\"} 1.0");
    create("calm@there.example", "\"amount\":\"1.00\"");
    awaitOne("calm@there.example");
  }

  @Test
  void payment_without_an_address_posts_nothing() {
    int before = service.stored().rows("mail").size();
    service.calls().create("{\"amount\":\"1.00\",\"customer\":{\"name\":\"Ada\"}}").expect(200);
    assertThat(service.stored().rows("mail")).hasSize(before);
  }

  @Test
  void address_that_no_server_would_take_does_not_fail_the_create() {
    create("ädä@there.example", "\"amount\":\"1.00\"");
    Await.until(
        "it is given up",
        () ->
            service
                .stored()
                .texts("select state from mail where recipient = 'ädä@there.example'")
                .equals(List.of("failed")));
  }

  @Test
  void receipt_follows_each_confirmation_that_is_applied_and_no_repeat() throws Exception {
    Reply created = create("receipt@there.example", "\"locale\":\"ar\",\"amount\":\"7.00\"");
    String id = created.text("paymentId");
    service.callback().report("payment.submitted", id).expect(200);
    String confirmation =
        "{\"eventRef\":\"ref-%s\",\"type\":\"payment.confirmed\",\"paymentId\":\"%s\",\"transaction\":{\"hash\":\"%s\"}}"
            .formatted(id, id, HASH);
    service.callback().send(confirmation).expect(200);
    service.callback().send(confirmation).expect(200);
    Await.until("both are there", () -> server.receivedBy("receipt@there.example").size() == 2);
    MimeMessage receipt =
        server.receivedBy("receipt@there.example").stream()
            .filter(message -> text(message).contains(HASH))
            .findFirst()
            .orElseThrow();
    assertThat(html(receipt))
        .contains("dir=\"rtl\"", "7.00", created.text("invoiceNumber"))
        .contains(created.text("paymentUrl") + "/receipt");
    assertThat(posted("receipt@there.example")).isEqualTo(2);
    assertThat(service.browser().get(receiptPath(created)).status()).isEqualTo(200);
  }

  /** Whoever types an address into a public form may type somebody else's. */
  @Test
  void receipt_of_a_payment_of_which_a_part_was_accepted_says_what_was_paid() throws Exception {
    Reply created = create("part@there.example", "\"locale\":\"en\",\"amount\":\"90.00\"");
    String id = created.text("paymentId");
    simulate("payments/" + id, "transfer_part");
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":30}").expect(200);
    Await.until(
        "a part is there", () -> !service.calls().status(id).json().get("receivedAmount").isNull());
    String part = service.calls().status(id).text("receivedAmount");
    assertThat(part).isNotEqualTo("90.00");
    service
        .calls()
        .with("X-Idempotency-Key", "accept-a-part")
        .post("/sdk/server/payments/" + id + "/accept", "{\"receivedAmount\":\"" + part + "\"}")
        .expect(200);
    Await.until("both are there", () -> server.receivedBy("part@there.example").size() == 2);
    assertThat(server.receivedBy("part@there.example"))
        .anySatisfy(letter -> assertThat(text(letter)).contains("has received $" + part));
  }

  @Test
  void address_typed_at_a_reusable_link_gets_a_receipt_and_nothing_before() {
    String slug =
        service
            .signedIn()
            .post(
                "/merchant/links",
                "{\"title\":\"x\",\"amount\":\"5\",\"fields\":{\"email\":\"required\"}}")
            .expect(201)
            .text("slug");
    String form =
        Guest.found(
            service.browser().get("/l/" + slug).expect(200).body(),
            "name=\"form\" value=\"([^\"]+)\"");
    String payment =
        service
            .browser()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/l/" + slug, "form=" + form + "&email=typed%40there.example")
            .expect(303)
            .header("Location")
            .split("/", -1)[2];
    assertThat(posted("typed@there.example")).isZero();
    service.callback().report("payment.confirmed", payment).expect(200);
    assertThat(text(awaitOne("typed@there.example"))).contains("5.00");
  }

  @Test
  void service_that_does_not_write_to_customers_posts_nothing() {
    try (TestService quiet = TestService.builder().mail(server.settings(false)).start()) {
      Reply created =
          quiet.calls().create(body("quiet@there.example", "\"amount\":\"1.00\"")).expect(200);
      quiet.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
      assertThat(quiet.stored().rows("mail")).noneMatch(row -> row.contains("quiet@there.example"));
    }
  }

  private static Reply create(String email, String members) {
    return service.calls().create(body(email, members)).expect(200);
  }

  private static String body(String email, String members) {
    return "{\"customer\":{\"email\":\"%s\"},%s}".formatted(email, members);
  }

  private static String receiptPath(Reply created) {
    return created.text("paymentUrl").substring(service.baseUrl().toString().length()) + "/receipt";
  }

  private static MimeMessage awaitOne(String address) {
    Await.until("a letter is there", () -> !server.receivedBy(address).isEmpty());
    List<MimeMessage> letters = server.receivedBy(address);
    assertThat(letters).hasSize(1);
    return letters.getFirst();
  }

  private static int posted(String address) {
    return service.stored().texts("select 1 from mail where recipient = ?", address).size();
  }

  private static String text(MimeMessage message) {
    return part(message, 0);
  }

  private static String html(MimeMessage message) {
    return part(message, 1);
  }

  private static String part(MimeMessage message, int index) {
    try {
      return (String) ((MimeMultipart) message.getContent()).getBodyPart(index).getContent();
    } catch (MessagingException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
