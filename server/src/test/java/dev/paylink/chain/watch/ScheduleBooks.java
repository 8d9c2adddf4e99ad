package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Token;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * The merchant's books of one story: for each token, the lines add up to what final blocks brought,
 * less what final blocks have given back, whatever became of the payments.
 */
record ScheduleBooks(ChainWorld world, SchedulePayments payments, ScheduleRefunds refunds) {

  /** Compares the books with what is recorded, and with the chain. */
  void agree() {
    assertThat(lines()).isEqualTo(recorded());
    assertThat(months()).isEqualTo(lines());
    assertThat(lines()).isEqualTo(onChain());
  }

  /** Whether some money is on the chain that nobody has read yet. */
  boolean areBehind() {
    return !lines().equals(onChain());
  }

  private Map<String, BigDecimal> onChain() {
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (Token token : SchedulePayments.LISTED) {
      add(
          sums,
          token.symbol(),
          new BigDecimal(payments.finalUnits(token).subtract(refunds.finalUnits(token)), 6));
    }
    return sums;
  }

  private Map<String, BigDecimal> lines() {
    return sums(
        "select token || ' ' || sum(amount) from movement where merchant_id = ? group by token");
  }

  private Map<String, BigDecimal> months() {
    return sums(
        """
        select token || ' ' || sum(received + taken_back + refunded) from movement_month
         where merchant_id = ? group by token
        """);
  }

  private Map<String, BigDecimal> recorded() {
    return sums(
        """
        select token || ' ' || sum(amount) from (
          select merchant_id, token, amount from received_transfer
          union all select merchant_id, token, -amount from refund where status = 'settled') m
         where merchant_id = ? group by token
        """);
  }

  private Map<String, BigDecimal> sums(String sql) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (String row : world.stored.texts(sql, payments.get(0).payment().merchantId().value())) {
      String[] parts = row.split(" ", -1);
      add(sums, parts[0], new BigDecimal(parts[1]));
    }
    return sums;
  }

  /** What came and went is as if it had never come. */
  private static void add(Map<String, BigDecimal> sums, String token, BigDecimal sum) {
    if (sum.signum() != 0) {
      sums.put(token, sum.stripTrailingZeros());
    }
  }
}
