package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.merchant.user.Role;
import dev.paylink.payout.PayoutJson;
import dev.paylink.payout.PayoutMonth;
import dev.paylink.platform.csv.ByteOrderMark;
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

/** Serves a merchant's statements: the months, and one month as CSV, PDF or JSON. */
public final class StatementRoutes {
  private static final String CSV = "text/csv; charset=utf-8; header=present";
  private static final Pattern FILE =
      Pattern.compile("(?<month>[0-9-]{7})\\.(?<form>csv|json|pdf)");

  private final MerchantCalls calls;
  private final SharedCalls servers;
  private final ReadStatements statements;
  private final PayoutJson payoutJson;

  public StatementRoutes(
      MerchantCalls calls, SharedCalls servers, ReadStatements statements, PayoutJson payoutJson) {
    this.calls = calls;
    this.servers = servers;
    this.statements = statements;
    this.payoutJson = payoutJson;
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
        .putObjects("balances", month.balances(), StatementRoutes::writeBalance)
        .putObjects("payoutTotals", month.payouts(), StatementRoutes::writePayouts);
  }

  private static void writePayouts(Json json, PayoutMonth payouts) {
    json.put("currency", payouts.currency())
        .put("status", payouts.status().name())
        .put("payouts", payouts.payouts())
        .put("gross", payouts.gross().toPlainString())
        .put("fee", payouts.fee().toPlainString())
        .put("amount", payouts.amount().toPlainString())
        .put("mismatches", payouts.mismatches());
  }

  private byte[] summary(MonthSummary summary) {
    return Json.object()
        .put("month", summary.month().toString())
        .putObjects("reconciliation", summary.parts(), StatementRoutes::writePart)
        .putObjects("payoutTotals", summary.payoutTotals(), StatementRoutes::writePayouts)
        .putObjects("payouts", summary.payouts(), payoutJson::put)
        .put("morePayouts", summary.morePayouts())
        .bytes();
  }

  private static void writePart(Json json, Reconciliation.Part part) {
    json.put("currency", part.currency()).put("state", part.state().name());
    writeSums(json, part.sums());
  }

  private static void writeSums(Json json, Sums sums) {
    json.put("gross", sums.gross().toPlainString())
        .put("takenBack", sums.takenBack().toPlainString())
        .put("refunded", sums.refunded().toPlainString())
        .put("net", sums.net().toPlainString());
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
        .put("refundedAmount", sums.refunded().toPlainString());
    writeSums(json, sums);
  }

  private Answer download(Request request, MerchantActing by) {
    QueryParameters query = new QueryParameters(request, Set.of(ByteOrderMark.PARAMETER));
    boolean byteOrderMark = query.flag(ByteOrderMark.PARAMETER);
    query.refuseFaults();
    Matcher file = FILE.matcher(request.parameter("file"));
    YearMonth month = file.matches() ? ReadStatements.parse(file.group("month")) : null;
    if (month == null) {
      throw new Refused(Problem.notFound("STATEMENT_NOT_FOUND", Message.of("nostatement")));
    }
    MerchantId merchant = by.merchantId();
    Answer answer =
        switch (file.group("form")) {
          case "csv" -> Answer.stream(CSV, statements.open(merchant, month, byteOrderMark));
          case "json" -> Answer.ok(summary(statements.summary(merchant, month)));
          default -> Answer.okAs("application/pdf", print(merchant, month));
        };
    return answer
        .with(Headers.CONTENT_DISPOSITION, "attachment; filename=\"statement-" + file.group() + '"')
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private byte[] print(MerchantId merchant, YearMonth month) {
    try (StatementFile file = statements.open(merchant, month, false)) {
      return StatementPdf.print(
          file, month, statements.businessName(merchant), statements.logo(merchant));
    }
  }
}
