package dev.paylink.chain.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.Test;

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
    try (TestService service = new TestService(database)) {
      keys = service.calls();
      paid = create(keys);
      replaced = create(keys);
      pushed = create(keys);
      assertThat(simulate(keys, paid, "pay").text("status")).isEqualTo("submitted");
      assertThat(simulate(keys, replaced, "reorg").text("status")).isEqualTo("submitted");
      assertThat(simulate(keys, pushed, "confirmed").text("status")).isEqualTo("success");
      assertThat(simulate(keys, pushed, "outage").text("applied")).isEqualTo("false");
    }
    try (TestService again = new TestService(database)) {
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
      for (String payment : List.of(paid, replaced, pushed)) {
        assertThat(
                stored.texts(
                    "select type from event where payment_id = ?", Stored.payment(payment)))
            .containsExactly("payment.confirmed");
      }
      assertThat(stored.texts("select halted from chain_cursor")).containsExactly("null");
    }
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
