package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Claims;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells ahead of finality that a quorum of nodes saw a transaction. It never does more than that:
 * the block may be replaced, and then the payment stays submitted until it is in another or its
 * time runs out.
 */
final class ReportSubmitted {
  /** Looked at again, as a replaced block brings others. */
  private static final int OVERLAP = 3;

  private final ChainConfig chain;
  private final Quorum quorum;
  private final ConfirmSettlements settlements;
  private final ApplyReport apply;
  private final CursorStore cursors = new CursorStore();
  private long seen;

  ReportSubmitted(
      ChainConfig chain, Quorum quorum, ConfirmSettlements settlements, ApplyReport apply) {
    this.chain = chain;
    this.quorum = quorum;
    this.settlements = settlements;
    this.apply = apply;
  }

  void handle(Cursor cursor) {
    long head = quorum.head();
    long from = Math.max(cursor.number(), Math.min(seen, head) - OVERLAP) + 1;
    if (head < from) {
      return;
    }
    long to = Math.min(head, from + chain.logRange() - 1);
    List<Report> news = news(quorum.logs(from, to));
    for (int i = 0; i < news.size(); i += ConfirmSettlements.MAX_SLICE) {
      apply.handleAll(
          news.subList(i, Math.min(news.size(), i + ConfirmSettlements.MAX_SLICE)),
          handle -> cursors.move(handle, chain.deployment(), cursor, cursor));
    }
    seen = to;
  }

  private List<Report> news(Claims claims) {
    Map<SettledLog, Report> reports = new LinkedHashMap<>();
    settlements.match(claims.logs()).stream()
        .filter(match -> match.ref().untouched())
        .forEach(
            match ->
                reports.put(
                    match.log(),
                    ChainReports.submitted(chain.deployment(), match.ref(), match.log())));
    return quorum.held(claims, List.copyOf(reports.keySet())).stream().map(reports::get).toList();
  }
}
