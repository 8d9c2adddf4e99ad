package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.TimeFormat;
import dev.paylink.settlement.figures.PaymentDayStore.MonthTotal;
import dev.paylink.settlement.statement.Balance;
import dev.paylink.settlement.statement.ReadStatements;
import dev.paylink.settlement.statement.ReadStatements.Month;
import java.util.List;

/** The list of months, newest first, each with its sums and its statement to download. */
public record StatementsPage(DashboardDoor door, ReadStatements statements) {
  public record View(Panel panel, List<Month> months) {
    public String name(Month month) {
      return TimeFormat.of(panel.words()).month(month.month());
    }

    public long payments(Month month) {
      return month.totals().stream().mapToLong(MonthTotal::success).sum();
    }

    /** Returns the sum of each currency that has one. */
    public List<String> sums(Month month) {
      return month.totals().stream()
          .filter(total -> total.success() > 0)
          .map(total -> PaymentWords.amount(panel.words(), total.volume(), total.currency()))
          .toList();
    }

    /** Returns what there was at the end of the month, in each token on each chain. */
    public List<String> balances(Month month) {
      return month.balances().stream()
          .map(
              it ->
                  panel
                      .words()
                      .get(
                          "statements.balance",
                          Balance.exact(it.closing()).toPlainString(),
                          it.token(),
                          Long.toString(it.chainId())))
          .toList();
    }

    public String path(Month month, String form) {
      return "/merchant/statements/" + month.month() + '.' + form;
    }
  }

  public List<Route> routes() {
    return List.of(door.page(DashboardPaths.STATEMENTS, this::show));
  }

  private Answer show(MerchantVisit visit) {
    View view =
        new View(visit.panel(DashboardSection.STATEMENTS), statements.months(visit.merchantId()));
    return Answer.html(visit.draw("statements", view));
  }
}
