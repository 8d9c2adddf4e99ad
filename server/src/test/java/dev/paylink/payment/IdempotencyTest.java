package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class IdempotencyTest extends PaymentTest {
  @Test
  void same_key_and_bytes_replay_the_first_answer_byte_for_byte() {
    String key = UUID.randomUUID().toString();
    Reply first = calls.create(key, "{\"amount\":\"9.99\"}").expect(200);
    Reply second = calls.create(key, "{\"amount\":\"9.99\"}").expect(200);
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(second.body()).isEqualTo(first.body());
  }

  @Test
  void reused_key_with_other_bytes_is_refused_even_when_they_mean_the_same() {
    String key = UUID.randomUUID().toString();
    Reply first = calls.create(key, "{\"amount\":\"9.99\"}").expect(200);
    Reply reused = calls.create(key, "{ \"amount\":\"9.99\"}");
    reused.expectProblem(422, "IDEMPOTENCY_KEY_REUSED");
    assertThat(reused.text("paymentId")).isEqualTo(first.text("paymentId"));
  }

  @Test
  void refused_request_binds_nothing() {
    String key = UUID.randomUUID().toString();
    calls.create(key, "{\"amount\":\"-1\"}").expect(400);
    calls.create(key, "{\"amount\":\"1.00\"}").expect(200);
  }

  @Test
  void replay_of_a_custom_invoice_number_is_not_a_second_use_of_it() {
    String key = UUID.randomUUID().toString();
    String body = "{\"invoiceNumber\":\"R-1\"}";
    calls.create(key, body).expect(200);
    assertThat(calls.create(key, body).expect(200).header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void key_is_the_merchants_own_and_missing_address_comes_after_a_known_key() {
    String key = UUID.randomUUID().toString();
    calls.create(key, "{}").expect(200);
    Browser merchant = service.browser();
    merchant.post("/merchant/register", People.registration(key + "@example.com")).expect(201);
    SignedCalls other = service.calls(service.activeKey(merchant, "{}"));
    other.create(key, "{}").expectProblem(403, "MERCHANT_NOT_VERIFIED");
    String merchantId = merchant.get("/merchant/profile").expect(200).text("merchantId");
    service
        .operator()
        .put("/admin/merchants/" + merchantId + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    other.create(key, "{\"amount\":\"7.00\"}").expectProblem(422, "DEPOSIT_ADDRESS_MISSING");
    merchant
        .put(
            "/merchant/profile",
            "{\"userDepositAddress\":\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"}")
        .expect(200);
    Reply made = other.create(key, "{\"amount\":\"7.00\"}").expect(200);
    assertThat(made.header("Idempotent-Replayed")).isEmpty();
    assertThat(made.text("invoiceNumber")).isEqualTo("INV-000001");
    calls
        .get("/sdk/server/status/" + made.text("paymentId"))
        .expectProblem(404, "PAYMENT_NOT_FOUND");
  }
}
