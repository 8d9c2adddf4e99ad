package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.PaymentId;
import dev.paylink.sdk.CreatedPayment;
import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkException;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class CreatePaymentTest extends PaymentTest {
  @Test
  void empty_object_is_a_payment_of_an_amount_the_payer_chooses() {
    Reply reply = calls.create("{}").expect(200);
    assertThat(reply.text("status")).isEqualTo("created");
    assertThat(reply.text("currency")).isEqualTo("USD");
    assertThat(reply.json().required("amount").isNull()).isTrue();
    assertThat(reply.json().required("testMode").asBoolean()).isTrue();
  }

  @Test
  void every_field_is_kept_and_read_back_by_the_merchants_own_client() {
    NewPayment payment =
        NewPayment.builder()
            .amount(new BigDecimal("125.5"))
            .currency("EUR")
            .description("Café – 東京 🗼")
            .reference("order-1")
            .customerName("Ada")
            .customerEmail("ada@example.com")
            .expiresIn(Duration.ofMinutes(10))
            .metadata(Map.of("ville", "Zürich ✓"))
            .interfaceName("mobile-sdk")
            .build();
    CreatedPayment created = service.client().create(payment, UUID.randomUUID().toString());
    assertThat(created.amount()).isEqualTo(new BigDecimal("125.50"));
    assertThat(created.expiresAt()).isEqualTo(created.createdAt().plus(Duration.ofMinutes(10)));
    dev.paylink.sdk.Payment read = service.client().status(created.paymentId());
    assertThat(read.amount()).isEqualTo(new BigDecimal("125.50"));
    assertThat(read.currency()).isEqualTo("EUR");
    assertThat(read.reference()).isEqualTo("order-1");
    assertThat(read.interfaceName()).isEqualTo("mobile-sdk");
    assertThat(read.metadata()).containsExactly(Map.entry("ville", "Zürich ✓"));
    assertThat(read.invoiceNumber()).isEqualTo(created.invoiceNumber());
    assertThat(read.invoiceStatus()).isEqualTo("open");
  }

  @Test
  void link_description_and_customer_are_in_every_answer_to_the_merchant() {
    String key = UUID.randomUUID().toString();
    String body =
        "{\"description\":\"Two tickets\",\"customer\":{\"name\":\"Ada\"},\"reference\":\"r-5\"}";
    Reply created = calls.create(key, body).expect(200);
    String order =
        "\"description\":\"Two tickets\",\"customer\":{\"name\":\"Ada\",\"email\":null}}";
    assertThat(created.body()).endsWith(order);
    assertThat(calls.create(key, body).expect(200).body()).isEqualTo(created.body());
    Reply status = calls.status(created.text("paymentId"));
    assertThat(status.body()).endsWith(order);
    assertThat(status.text("paymentUrl")).isEqualTo(created.text("paymentUrl"));
    assertThat(created.json().get("x402Url").isNull()).isTrue(); // no relay runs
    assertThat(status.json().get("x402Url").isNull()).isTrue();
    assertThat(calls.get("/sdk/server/payments/" + created.text("paymentId")).expect(200).body())
        .isEqualTo(status.body());
    assertThat(calls.get("/sdk/server/payments?reference=r-5").expect(200).body())
        .isEqualTo(
            "{\"data\":[%s],\"nextCursor\":null}"
                .formatted(status.body().replace("\"transfers\":[],", "")));
    String further = "{\"invoiceId\":\"" + created.text("invoiceId") + "\"}";
    assertThat(calls.create(further).expect(200).body()).endsWith(order);
    String plain = calls.create("{}").expect(200).text("paymentId");
    assertThat(calls.status(plain).body()).endsWith("\"description\":null,\"customer\":null}");
    SignedCalls other = service.newMerchant("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    other.get("/sdk/server/payments/" + plain).expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void creation_time_is_the_databases_and_the_id_carries_it() {
    Instant before = Instant.now().minusSeconds(2);
    CreatedPayment created =
        service.client().create(NewPayment.builder().build(), UUID.randomUUID().toString());
    assertThat(created.createdAt()).isBetween(before, Instant.now().plusSeconds(2));
    PaymentId id = Objects.requireNonNull(PaymentId.parse(created.paymentId()));
    assertThat(id.value().getMostSignificantBits() >>> 16)
        .isEqualTo(created.createdAt().toEpochMilli());
  }

  @Test
  void the_link_opens_a_page_and_nothing_but_the_whole_link_does() {
    Reply reply = calls.create("{\"amount\":\"1.00\",\"description\":\"<b>x</b>\"}").expect(200);
    String path = reply.text("paymentUrl").substring(service.baseUrl().toString().length());
    Reply page = service.browser().get(path).expect(200);
    assertThat(page.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
    assertThat(page.body()).contains("&lt;b&gt;x&lt;/b&gt;").doesNotContain("<b>x</b>");
    String wrong = path.substring(0, path.length() - 1) + (path.endsWith("A") ? "B" : "A");
    assertThat(service.browser().get(wrong).expect(404).header("Content-Type"))
        .startsWith("text/html");
    String token = path.substring(path.lastIndexOf('/') + 1);
    assertThat(token).hasSize(22);
    Await.until("it is logged", () -> service.logged().contains(page.header("X-Request-Id")));
    assertThat(service.logged()).doesNotContain(token);
  }

  @Test
  void secrets_are_neither_logged_nor_stored() {
    calls.create("{}").expect(200);
    String secret = service.merchant().secretKey().reveal();
    Await.until("it is logged", () -> service.logged().contains("create-payment"));
    assertThat(service.logged()).contains("create-payment").doesNotContain(secret);
  }

  @Test
  void custom_invoice_number_is_taken_once() {
    assertThat(calls.create("{\"invoiceNumber\":\"A-1\"}").expect(200).text("invoiceNumber"))
        .isEqualTo("A-1");
    Reply again = calls.create("{\"invoiceNumber\":\"A-1\"}");
    assertThat(again.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("invoiceNumber");
    calls.create("{\"invoiceNumber\":\"A-2\"}").expect(200);
  }

  @Test
  void automatic_numbers_step_over_a_custom_one_of_their_form() {
    int next = number(calls.create("{}")) + 1;
    String taken = "INV-%06d".formatted(next + 1);
    calls.create("{\"invoiceNumber\":\"" + taken + "\"}").expect(200);
    assertThat(number(calls.create("{}"))).isEqualTo(next);
    assertThat(number(calls.create("{}"))).isEqualTo(next + 2);
  }

  @Test
  void refused_create_leaves_no_gap_in_the_numbers() {
    int before = number(calls.create("{}"));
    calls.create("{\"amount\":\"-1\"}").expect(400);
    calls.create("{\"invoiceId\":\"inv_01jgfj2v00e8z9y3m5k7n9q1s3\"}").expect(400);
    assertThat(number(calls.create("{}"))).isEqualTo(before + 1);
  }

  @Test
  void further_payment_for_an_open_invoice_takes_its_amount_and_currency() {
    Reply first = calls.create("{\"amount\":\"9.99\",\"currency\":\"EUR\"}").expect(200);
    String invoice = first.text("invoiceId");
    Reply second = calls.create("{\"invoiceId\":\"" + invoice + "\"}").expect(200);
    assertThat(second.text("invoiceId")).isEqualTo(invoice);
    assertThat(second.text("invoiceNumber")).isEqualTo(first.text("invoiceNumber"));
    assertThat(second.text("amount")).isEqualTo("9.99");
    assertThat(second.text("currency")).isEqualTo("EUR");
    assertThat(second.text("paymentId")).isNotEqualTo(first.text("paymentId"));
    calls
        .create("{\"invoiceId\":\"" + invoice + "\",\"currency\":\"EUR\",\"amount\":\"9.99\"}")
        .expect(200);
    Reply other = calls.create("{\"invoiceId\":\"" + invoice + "\",\"amount\":\"9.98\"}");
    assertThat(other.expect(400).faultyFields()).containsExactly("amount");
  }

  @Test
  void client_hears_every_fault_at_once() {
    NewPayment payment =
        NewPayment.builder().amount(new BigDecimal("1.001")).currency("XXX").build();
    assertThatThrownBy(() -> service.client().create(payment, UUID.randomUUID().toString()))
        .isInstanceOfSatisfying(
            PaymentLinkException.class,
            refusal -> assertThat(refusal.errors()).hasSizeGreaterThanOrEqualTo(2));
  }

  private static int number(Reply reply) {
    return Integer.parseInt(reply.expect(200).text("invoiceNumber").substring("INV-".length()));
  }
}
