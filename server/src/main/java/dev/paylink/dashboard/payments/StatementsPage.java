package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.money.Currencies;
import dev.paylink.money.Networks;
import dev.paylink.platform.csv.ByteOrderMark;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.TimeFormat;
import dev.paylink.settlement.figures.PaymentDayStore.MonthTotal;
import dev.paylink.settlement.statement.Balance;
import dev.paylink.settlement.statement.MonthSummary;
import dev.paylink.settlement.statement.ReadStatements;
import dev.paylink.settlement.statement.ReadStatements.Month;
import dev.paylink.settlement.statement.Reconciliation;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of months, newest first, each with its sums and its statement; and one month. */
public record StatementsPage(DashboardDoor door, ReadStatements statements) {
  public record View(Panel panel, List<Month> months, Networks networks, Currencies currencies) {
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

    /** Returns a sum without the zeros that a coin's many decimals would end in. */
    public String sum(MonthTotal total, BigDecimal sum) {
      String currency = total.currency();
      return panel.words().amount(Balance.exact(sum, currencies.find(currency)), currency);
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
      return balance.chainId() == 0 ? null : networks.label(balance.chainId());
    }

    public String page(Month month) {
      return DashboardPaths.STATEMENT.to(month.month());
    }

    public String path(Month month, String form) {
      return file(month.month(), form);
    }
  }

  /** One month: how its payments and its payouts agree. */
  public record MonthView(Panel panel, MonthSummary summary) {
    public String name() {
      return TimeFormat.of(panel.words()).month(summary.month());
    }

    public String name(Reconciliation.Part part) {
      return panel.words().get("statements.state." + part.state());
    }

    public String path(String form) {
      return file(summary.month(), form);
    }
  }

  private static String file(YearMonth month, String form) {
    String path = "/merchant/statements/" + month + '.' + form;
    return form.equals("csv") ? path + '?' + ByteOrderMark.PARAMETER + "=true" : path;
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.STATEMENTS, this::show),
        door.page(DashboardPaths.STATEMENT, this::showMonth));
  }

  private Answer showMonth(MerchantVisit visit) {
    YearMonth month = ReadStatements.parse(visit.request().parameter("month"));
    if (month == null) {
      throw new Refused(Problem.notFound("STATEMENT_NOT_FOUND", Message.of("nostatement")));
    }
    MonthSummary summary = statements.summary(visit.merchantId(), month);
    String title = visit.words().get("statements.title", TimeFormat.of(visit.words()).month(month));
    return Answer.html(
        visit.draw(
            "statement", new MonthView(visit.panel(DashboardSection.STATEMENTS, title), summary)));
  }

  private Answer show(MerchantVisit visit) {
    View view =
        new View(
            visit.panel(DashboardSection.STATEMENTS),
            statements.months(visit.merchantId()),
            statements.networks(),
            statements.currencies());
    return Answer.html(visit.draw("statements", view));
  }
}
