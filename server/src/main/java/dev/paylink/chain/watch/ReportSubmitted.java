package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Claims;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports, before finality, that a quorum of nodes saw a transaction. It never does more: the block
 * may be replaced, and then the payment stays submitted until the transaction is in another block
 * or its time runs out.
 */
final class ReportSubmitted {
  /** Blocks that are read again, because a replaced block brings other logs. */
  private static final int OVERLAP = 3;

  private final ChainConfig chain;
  private final Quorum quorum;
  private final ConfirmSettlements settlements;
  private final ApplyReport apply;
  private final WatchRefunds refunds;
  private final CursorStore cursors = new CursorStore();
  private final WatchedRefStore refs = new WatchedRefStore();
  private long seen;

  /** The number of blocks per question that the nodes accepted last. */
  private int range;

  ReportSubmitted(
      ChainConfig chain,
      Quorum quorum,
      ConfirmSettlements settlements,
      ApplyReport apply,
      WatchRefunds refunds) {
    this.chain = chain;
    this.quorum = quorum;
    this.settlements = settlements;
    this.apply = apply;
    this.refunds = refunds;
    this.range = chain.logRange();
  }

  void handle(Cursor cursor) {
    long head = quorum.head();
    long from = Math.max(cursor.number(), Math.min(seen, head) - OVERLAP) + 1;
    if (head < from) {
      return;
    }
    long to = Math.min(head, from + range - 1);
    Claims<SettledLog> claims;
    Map<SettledLog, Report> news;
    try {
      claims = quorum.logs(from, to);
      news = news(claims);
      range = Math.min(chain.logRange(), 2 * range);
    } catch (TooManyLogs e) {
      range = (int) Math.max(1, (to - from + 1) / 2);
      seen = from == to ? to : seen; // a flooded block is read once it is final
      return;
    }
    refunds.see(claims, cursor);
    List<SettledLog> logs = List.copyOf(news.keySet());
    for (int i = 0; i < logs.size(); i += ConfirmSettlements.MAX_SLICE) {
      List<SettledLog> slice =
          logs.subList(i, Math.min(logs.size(), i + ConfirmSettlements.MAX_SLICE));
      apply.handleAll(
          slice.stream().map(news::get).toList(),
          handle -> {
            cursors.move(handle, chain.deployment(), cursor, cursor);
            refs.noteSeen(handle, chain.deployment(), slice);
          });
    }
    seen = to;
  }

  private Map<SettledLog, Report> news(Claims<SettledLog> claims) {
    Map<SettledLog, Report> reports = new LinkedHashMap<>();
    settlements.match(claims.logs()).stream()
        .filter(match -> match.ref().untouched())
        .forEach(
            match ->
                reports.put(
                    match.log(),
                    ChainReports.submitted(chain.deployment(), match.ref(), match.log())));
    reports.keySet().retainAll(quorum.held(claims, List.copyOf(reports.keySet())));
    return reports;
  }
}
