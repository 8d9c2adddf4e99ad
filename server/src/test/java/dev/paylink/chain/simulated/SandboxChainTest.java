package dev.paylink.chain.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A sandbox's chain ticks by itself, and goes on where it was when the sandbox is started again.
 */
final class SandboxChainTest {
  @Test
  void payments_come_through_as_blocks_tick_also_across_a_restart() {
    String database = TestDatabase.freshUrl();
    SignedCalls keys;
    String paid;
    String replaced;
    String pushed;
    try (TestService service = TestService.builder().database(database).start()) {
      keys = service.calls();
      paid = create(keys);
      replaced = create(keys);
      pushed = create(keys);
      assertThat(simulate(keys, paid, "pay").text("status")).isEqualTo("submitted");
      assertThat(simulate(keys, replaced, "reorg").text("status")).isEqualTo("submitted");
      assertThat(simulate(keys, pushed, "confirmed").text("status")).isEqualTo("success");
      assertThat(simulate(keys, pushed, "outage").text("applied")).isEqualTo("false");
    }
    try (TestService again = TestService.builder().database(database).start()) {
      Stored stored = again.stored();
      Await.until(
          "both are a success",
          () ->
              List.of("success", "success")
                  .equals(
                      stored.texts(
                          "select status from payment where id in (?, ?)",
                          Stored.payment(paid),
                          Stored.payment(replaced))));
      Await.until(
          "the pushed one's block is read",
          () ->
              !stored
                  .text(
                      "select settled_block from payment_ref where payment_id = ?",
                      Stored.payment(pushed))
                  .equals("null"));
      for (String payment : List.of(paid, replaced)) {
        assertThat(types(again, payment)).containsExactly("payment.submitted", "payment.confirmed");
      }
      assertThat(types(again, pushed)).containsExactly("payment.confirmed");
      assertThat(stored.texts("select halted from chain_cursor")).containsExactly("null");
    }
  }

  @Test
  void transfers_come_in_part_too_much_and_too_late() {
    try (TestService service = TestService.start()) {
      SignedCalls keys = service.calls();
      String part = create(keys);
      String more = create(keys);
      String late = create(keys);
      assertThat(simulate(keys, part, "transfer_part").text("status")).isEqualTo("created");
      simulate(keys, more, "transfer_more");
      assertThat(simulate(keys, late, "transfer_late").text("applied")).isEqualTo("true");
      advance(service);
      Await.until("half is there", () -> deposit(service, part, "missing").equals("62.75"));
      Await.until("a surplus", () -> deposit(service, more, "surplus").equals("12.55"));
      Await.until("late money", () -> deposit(service, late, "late").equals("125.50"));
      simulate(keys, part, "transfer");
      advance(service);
      for (String payment : List.of(part, more, late)) {
        Await.until("success", () -> keys.status(payment).text("status").equals("success"));
      }
      assertThat(types(service, late)).containsExactly("payment.failed", "payment.confirmed");
      assertThat(types(service, part))
          .containsExactly("payment.partially_paid", "payment.confirmed");
    }
  }

  /** As a token does. */
  @Test
  void a_nonce_that_has_paid_another_payment_is_refused() {
    try (TestService service = TestService.start()) {
      assertThat(payBySoftware(service, 1).status()).isIn(200, 202);
      assertThat(payBySoftware(service, 1).expect(402).body())
          .contains("invalid_transaction_state");
      assertThat(payBySoftware(service, 2).status()).isIn(200, 202);
    }
  }

  /** Pays a new payment with a transfer that is authorized under this nonce (x402). */
  private static Reply payBySoftware(TestService service, int nonce) {
    Reply created = service.calls().create("{\"amount\":\"125.50\"}").expect(200);
    String path = URI.create(created.text("paymentUrl")).getPath() + "/x402";
    JsonNode accepted = service.browser().get(path).expect(402).json().at("/accepts/0");
    String payment =
        """
        {"x402Version":2,"accepted":%s,"payload":{"signature":"0x%s","authorization":{
          "from":"0x000000000000000000000000000000000000dEaD","to":"%s","value":"%s",
          "validAfter":"0","validBefore":"%d","nonce":"0x%064x"}}}
        """
            .formatted(
                accepted,
                "00".repeat(65),
                accepted.get("payTo").asString(),
                accepted.get("amount").asString(),
                Instant.now().getEpochSecond() + 600,
                nonce);
    String header = Base64.getEncoder().encodeToString(payment.getBytes(StandardCharsets.UTF_8));
    return service.browser().with("PAYMENT-SIGNATURE", header).get(path);
  }

  private static void advance(TestService service) {
    service.calls().post("/sandbox/clock", "{\"advanceSeconds\":10}").expect(200);
  }

  private static String deposit(TestService service, String payment, String member) {
    return service
        .signedIn()
        .get("/merchant/payments/" + payment)
        .json()
        .at("/deposits/0/" + member)
        .asString("");
  }

  private static List<String> types(TestService service, String payment) {
    return service
        .stored()
        .texts(
            "select type from event where payment_id = ? order by position",
            Stored.payment(payment));
  }

  private static String create(SignedCalls calls) {
    return calls.create("{\"amount\":\"125.50\"}").expect(200).text("paymentId");
  }

  private static Reply simulate(SignedCalls calls, String payment, String outcome) {
    return calls
        .post("/sandbox/payments/" + payment + "/simulate", "{\"outcome\":\"" + outcome + "\"}")
        .expect(200);
  }
}
