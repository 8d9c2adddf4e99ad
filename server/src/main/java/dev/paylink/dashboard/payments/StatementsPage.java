package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.money.Chains;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.TimeFormat;
import dev.paylink.settlement.figures.PaymentDayStore.MonthTotal;
import dev.paylink.settlement.statement.Balance;
import dev.paylink.settlement.statement.ReadStatements;
import dev.paylink.settlement.statement.ReadStatements.Month;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of months, newest first, each with its sums and its statement to download. */
public record StatementsPage(DashboardDoor door, ReadStatements statements) {
  public record View(Panel panel, List<Month> months) {
    public String name(Month month) {
      return TimeFormat.of(panel.words()).month(month.month());
    }

    public long payments(Month month) {
      return month.totals().stream().mapToLong(MonthTotal::success).sum();
    }

    /** Returns the sums of each currency that has some. */
    public List<MonthTotal> totals(Month month) {
      return month.totals().stream().filter(total -> !total.sums().isEmpty()).toList();
    }

    /** Returns what there was at the end of the month: an amount of a token, as it is read. */
    public String closing(Balance balance) {
      BigDecimal amount = Balance.exact(balance.closing());
      LocalFormat format = panel.words().format();
      return balance.token().isEmpty()
          ? format.number(amount)
          : format.withCode(amount, balance.token());
    }

    /** Returns where that is; null if nobody has told it. */
    public @Nullable String network(Balance balance) {
      return balance.chainId() == 0 ? null : Chains.label(balance.chainId());
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
