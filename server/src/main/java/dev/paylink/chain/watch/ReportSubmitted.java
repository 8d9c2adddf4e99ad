package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.List;

/**
 * Tells ahead of finality that a transaction was seen. It never does more than that: the block may
 * be replaced, and then the payment stays submitted until it is in another or its time runs out.
 */
final class ReportSubmitted {
  /** Looked at again, as a replaced block brings others. */
  private static final int OVERLAP = 3;

  private final ChainConfig chain;
  private final ChainSource source;
  private final ConfirmSettlements settlements;
  private final ApplyReport apply;
  private final CursorStore cursors = new CursorStore();
  private long seen;

  ReportSubmitted(
      ChainConfig chain, ChainSource source, ConfirmSettlements settlements, ApplyReport apply) {
    this.chain = chain;
    this.source = source;
    this.settlements = settlements;
    this.apply = apply;
  }

  void handle(Cursor cursor) {
    long head = source.head().number();
    long from = Math.max(cursor.number(), Math.min(seen, head) - OVERLAP) + 1;
    if (head < from) {
      return;
    }
    long to = Math.min(head, from + chain.logRange() - 1);
    List<Report> news =
        settlements.match(source.logs(from, to)).stream()
            .filter(match -> match.ref().untouched())
            .map(match -> ChainReports.submitted(chain.deployment(), match.ref(), match.log()))
            .toList();
    for (int i = 0; i < news.size(); i += ConfirmSettlements.MAX_SLICE) {
      apply.handleAll(
          news.subList(i, Math.min(news.size(), i + ConfirmSettlements.MAX_SLICE)),
          handle -> cursors.move(handle, chain.deployment(), cursor, cursor));
    }
    seen = to;
  }
}
