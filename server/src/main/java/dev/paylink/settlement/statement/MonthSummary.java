package dev.paylink.settlement.statement;

import dev.paylink.payout.Payout;
import dev.paylink.payout.PayoutMonth;
import dev.paylink.settlement.figures.Sums;
import java.time.YearMonth;
import java.util.List;
import java.util.SortedMap;

/**
 * What a month adds up to, and how its payments and payouts agree.
 *
 * @param totals the sums of each currency in which something moved
 * @param parts empty if the merchant has never had a payout
 * @param payoutTotals what all payouts of the month add up to
 * @param payouts those that were first reported in the month, oldest first, up to a limit
 * @param morePayouts whether there are more
 */
public record MonthSummary(
    YearMonth month,
    SortedMap<String, Sums> totals,
    List<Reconciliation.Part> parts,
    List<PayoutMonth> payoutTotals,
    List<Payout> payouts,
    boolean morePayouts) {

  /** Returns how many payouts of the month do not agree with their payments. */
  public long mismatches() {
    return payoutTotals.stream().mapToLong(PayoutMonth::mismatches).sum();
  }
}
