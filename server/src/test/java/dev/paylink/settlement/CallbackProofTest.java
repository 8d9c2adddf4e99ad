package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A live instance believes no confirmation that does not tell which transfer it is about. */
final class CallbackProofTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final List<String> PROOF =
      List.of(
          "\"chainId\":8453",
          "\"hash\":\"0x%064x\"",
          "\"logIndex\":0",
          "\"token\":\"USDC\"",
          "\"amount\":\"2.00\"",
          "\"payee\":\"" + ADDRESS + "\"");
  private static int hashes;

  @AutoClose private static final TestService live = TestService.builder().live().start();
  private static final SignedCalls merchant = live.newMerchant(ADDRESS);
  private static final Callback callback = live.callback();

  @Test
  void a_confirmation_without_a_transaction_is_refused_and_told_all_that_is_missing() {
    String payment = payment();
    Reply refused =
        callback.report("payment.confirmed", payment).expectProblem(400, "INVALID_REQUEST");
    assertThat(refused.faultyFields())
        .containsExactlyInAnyOrder(
            "transaction.chainId",
            "transaction.hash",
            "transaction.logIndex",
            "transaction.token",
            "transaction.amount",
            "transaction.payee");
    assertThat(merchant.status(payment).text("status")).isEqualTo("created");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void each_part_of_the_proof_is_needed(int missing) {
    String payment = payment();
    List<String> members = new ArrayList<>(PROOF);
    String name = members.remove(missing).split("\"", -1)[1];
    Reply refused = confirm(payment, members).expectProblem(400, "INVALID_REQUEST");
    assertThat(refused.faultyFields()).containsExactly("transaction." + name);
    assertThat(merchant.status(payment).text("status")).isEqualTo("created");
    confirm(payment, PROOF).expect(200);
    assertThat(merchant.status(payment).text("status")).isEqualTo("success");
  }

  @Test
  void what_is_no_object_is_told_as_that_alone() {
    Reply refused =
        callback
            .reportWith("payment.confirmed", payment(), "\"transaction\":\"0x1\"")
            .expectProblem(400, "INVALID_REQUEST");
    assertThat(refused.faultyFields()).containsExactly("transaction");
  }

  @Test
  void other_reports_may_be_short() {
    String payment = payment();
    callback.report("payment.submitted", payment).expect(200);
    callback.reportWith("payment.failed", payment, "\"reason\":\"expired\"").expect(200);
    assertThat(merchant.status(payment).text("status")).isEqualTo("failed");
  }

  private static Reply confirm(String payment, List<String> members) {
    hashes++;
    return callback.reportWith(
        "payment.confirmed",
        payment,
        "\"transaction\":{%s}".formatted(String.join(",", members).formatted(hashes)));
  }

  private static String payment() {
    return merchant.create("{\"amount\":\"2.00\"}").expect(200).text("paymentId");
  }
}
