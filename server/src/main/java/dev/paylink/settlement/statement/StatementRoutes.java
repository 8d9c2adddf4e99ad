package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.merchant.user.Role;
import dev.paylink.payment.read.OneExport;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.figures.Sums;
import java.time.YearMonth;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Serves a merchant's statements: the months, and one month as CSV or PDF. */
public final class StatementRoutes {
  private static final String CSV = "text/csv; charset=utf-8; header=present";
  private static final Pattern FILE =
      Pattern.compile("(?<month>20[0-9]{2}-(0[1-9]|1[0-2]))\\.(?<form>csv|pdf)");

  private final MerchantCalls calls;
  private final SharedCalls servers;
  private final ReadStatements statements;
  private final OneExport running;

  public StatementRoutes(
      MerchantCalls calls, SharedCalls servers, ReadStatements statements, OneExport running) {
    this.calls = calls;
    this.servers = servers;
    this.statements = statements;
    this.running = running;
  }

  public List<Route> routes() {
    return Stream.of(
            shared("/merchant/statements", calls.shared(Role.viewer)),
            shared("/sdk/server/statements", servers))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> shared(String path, SharedCalls by) {
    return List.of(
        Route.get(path, by.reading(this::list)),
        Route.get(path + "/:file", by.reading(this::download)));
  }

  private Answer list(Request request, MerchantActing by) {
    new QueryParameters(request, Set.of()).refuseFaults();
    return Answer.ok(
        Json.object()
            .putObjects("data", statements.months(by.merchantId()), StatementRoutes::writeMonth)
            .bytes());
  }

  private static void writeMonth(Json json, ReadStatements.Month month) {
    json.put("month", month.month().toString())
        .putObjects("totals", month.totals(), StatementRoutes::writeTotal)
        .putObjects("balances", month.balances(), StatementRoutes::writeBalance);
  }

  private static void writeBalance(Json json, Balance balance) {
    json.put("chainId", balance.chainId() == 0 ? null : balance.chainId())
        .put("token", balance.token().isEmpty() ? null : balance.token())
        .put("opening", Balance.exact(balance.opening()).toPlainString())
        .put("received", Balance.exact(balance.received()).toPlainString())
        .put("takenBack", Balance.exact(balance.takenBack().negate()).toPlainString())
        .put("refunded", Balance.exact(balance.refunded().negate()).toPlainString())
        .put("closing", Balance.exact(balance.closing()).toPlainString());
  }

  private static void writeTotal(Json json, PaymentDayStore.MonthTotal total) {
    Sums sums = total.sums();
    json.put("currency", total.currency())
        .put("payments", total.success())
        .put("amount", total.volume().toPlainString())
        .put("refunds", sums.refunds())
        .put("refundedAmount", sums.refunded().toPlainString())
        .put("gross", sums.gross().toPlainString())
        .put("takenBack", sums.takenBack().toPlainString())
        .put("refunded", sums.refunded().toPlainString())
        .put("net", sums.net().toPlainString());
  }

  private Answer download(Request request, MerchantActing by) {
    new QueryParameters(request, Set.of()).refuseFaults();
    Matcher file = FILE.matcher(request.parameter("file"));
    if (!file.matches()) {
      throw new Refused(Problem.notFound("STATEMENT_NOT_FOUND", Message.of("nostatement")));
    }
    YearMonth month = YearMonth.parse(file.group("month"));
    Answer answer =
        "csv".equals(file.group("form"))
            ? Answer.stream(CSV, open(by.merchantId(), month))
            : Answer.okAs("application/pdf", print(by.merchantId(), month));
    return answer
        .with(Headers.CONTENT_DISPOSITION, "attachment; filename=\"statement-" + file.group() + '"')
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private byte[] print(MerchantId merchant, YearMonth month) {
    try (StatementFile file = open(merchant, month)) {
      return StatementPdf.print(
          file, month, statements.businessName(merchant), statements.logo(merchant));
    }
  }

  /** Reads the first lines before the answer begins, while it can still be a 503. */
  private StatementFile open(MerchantId merchant, YearMonth month) {
    Slot slot = running.require(merchant);
    try {
      return new StatementFile(statements, merchant, month, slot);
    } catch (RuntimeException | Error e) {
      slot.close();
      throw e;
    }
  }
}
