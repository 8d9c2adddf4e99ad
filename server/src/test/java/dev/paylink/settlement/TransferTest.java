package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** One transfer, the log of a transaction on a chain, settles one payment. */
final class TransferTest extends SettlementTest {
  private static final String WHAT =
      "The transaction does not match the payment: transaction has settled another payment";

  private final String hash = newHash();

  @Test
  void a_second_payment_is_refused_and_the_refusal_recorded() {
    String first = payment();
    String second = payment();
    expectApplied(confirm(first, hash, 0), true);
    assertThat(confirm(second, hash, 0).expectProblem(422, "SETTLEMENT_MISMATCH").text("detail"))
        .isEqualTo(WHAT);
    assertThat(statusOf(second)).isEqualTo("created");
    assertThat(eventsOf(second)).isZero();
    assertThat(
            stored.texts(
                "select mismatch from settlement_mismatch where payment_id = ?",
                Stored.payment(second)))
        .containsExactly("transaction has settled another payment");
  }

  @Test
  void the_hash_is_compared_without_regard_to_case() {
    expectApplied(confirm(payment(), hash, 0), true);
    String shouted = "0x" + hash.substring(2).toUpperCase(Locale.ROOT);
    confirm(payment(), shouted, 0).expectProblem(422, "SETTLEMENT_MISMATCH");
  }

  @Test
  void another_log_another_chain_and_half_a_transfer_are_other_transfers() {
    expectApplied(confirm(payment(), hash, 0), true);
    expectApplied(confirm(payment(), hash, 1), true);
    expectApplied(confirm(payment(), "\"chainId\":10,\"hash\":\"%s\",\"logIndex\":0", hash), true);
    expectApplied(confirm(payment(), "\"chainId\":8453,\"hash\":\"%s\"", hash), true);
  }

  @Test
  void another_merchants_payment_is_refused_too() {
    expectApplied(confirm(payment(), hash, 0), true);
    String theirs = stranger.create("{\"amount\":\"125.50\"}").expect(200).text("paymentId");
    confirm(theirs, hash, 0).expectProblem(422, "SETTLEMENT_MISMATCH");
  }

  @Test
  void after_a_reorganisation_the_same_transfer_settles_its_payment_again_and_no_other() {
    String payment = payment();
    expectApplied(confirm(payment, hash, 0), true);
    callback.reportWith(FAILED, payment, "\"reason\":\"reorg\"").expect(200);
    confirm(payment(), hash, 0).expectProblem(422, "SETTLEMENT_MISMATCH");
    expectApplied(confirm(payment, hash, 0), true);
    assertThat(eventTypesOf(payment)).containsExactly(CONFIRMED, FAILED, CONFIRMED);
  }

  @Test
  void what_is_submitted_or_failed_takes_no_transfer() {
    String transfer = members(transfer(hash, 0));
    callback.reportWith(SUBMITTED, payment(), transfer).expect(200);
    callback.reportWith(FAILED, payment(), transfer).expect(200);
    expectApplied(confirm(payment(), hash, 0), true);
  }

  @Test
  void a_refused_confirmation_takes_no_transfer() {
    confirm(payment(), transfer("%s", 0) + ",\"amount\":\"1\"", hash)
        .expectProblem(422, "SETTLEMENT_MISMATCH");
    expectApplied(confirm(payment(), hash, 0), true);
  }

  /** Payments of two merchants have no lock in common: only the transfer itself can decide. */
  @Test
  void of_payments_that_race_on_two_nodes_one_is_settled() throws Exception {
    for (int round = 0; round < 15; round++) {
      String raced = newHash();
      List<String> payments = new ArrayList<>();
      List<Callable<Reply>> calls = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String payment =
            i % 2 == 0
                ? payment()
                : stranger.create("{\"amount\":\"125.50\"}").expect(200).text("paymentId");
        Callback node = i % 3 == 0 ? otherNode.callback() : callback;
        payments.add(payment);
        calls.add(() -> node.reportWith(CONFIRMED, payment, members(transfer(raced, 0))));
      }
      List<Integer> statuses = Together.all(calls).stream().map(Reply::status).sorted().toList();
      assertThat(statuses).containsExactly(200, 422, 422, 422, 422, 422);
      assertThat(payments).filteredOn(TransferTest::isSuccess).hasSize(1);
    }
  }

  private static boolean isSuccess(String payment) {
    return stored
        .text("select status from payment where id = ?", Stored.payment(payment))
        .equals("success");
  }

  private static Reply confirm(String payment, String hash, int logIndex) {
    return confirm(payment, transfer("%s", logIndex), hash);
  }

  private static Reply confirm(String payment, String members, String hash) {
    return callback.reportWith(CONFIRMED, payment, members(members.formatted(hash)));
  }

  private static String transfer(String hash, int logIndex) {
    return "\"chainId\":8453,\"hash\":\"%s\",\"logIndex\":%d".formatted(hash, logIndex);
  }

  private static String members(String transaction) {
    return "\"transaction\":{" + transaction + "}";
  }

  private static String newHash() {
    byte[] bytes = new byte[32];
    ThreadLocalRandom.current().nextBytes(bytes);
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
