package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PayoutId;
import dev.paylink.money.Networks;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.payout.Payout;
import dev.paylink.platform.csv.ByteOrderMark;
import dev.paylink.platform.http.StreamedBody;
import dev.paylink.settlement.figures.Sums;
import dev.paylink.settlement.statement.StatementQueries.Chunk;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one statement, read a chunk at a time while the export's slot is held, which is
 * closed with it. It begins with what there was in each token and ends with what there is then: the
 * last is the sum of all lines before it. Then it says how far the money of the lines is on its way
 * to the bank, and which payouts there were. As CSV it is written while it is read.
 */
final class StatementFile implements StreamedBody {
  /** How many payouts are read at once, and how many the PDF, the page and the summary have. */
  static final int MAX_PAYOUTS = 1_000;

  private final ReadStatements read;
  private final MerchantId merchant;
  private final YearMonth month;
  private final boolean byteOrderMark;
  private final Slot slot;
  private final TreeMap<String, Balance> balances = new TreeMap<>();
  private final Reconciliation reconciliation;
  private Chunk chunk;

  StatementFile(
      ReadStatements read, MerchantId merchant, YearMonth month, boolean byteOrderMark, Slot slot) {
    this.byteOrderMark = byteOrderMark;
    this.read = read;
    this.merchant = merchant;
    this.month = month;
    this.slot = slot;
    this.reconciliation = new Reconciliation(read.currencies());
    read.openings(merchant, month).forEach(it -> balances.put(place(it.chainId(), it.token()), it));
    this.chunk = read.first(merchant, month);
  }

  private static String place(long chainId, String token) {
    return "%020d %s".formatted(chainId, token);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(ByteOrderMark.bytes(byteOrderMark));
    out.write(StatementCsv.header());
    out.write(StatementCsv.lines(openings(), networks()));
    do {
      count();
      out.write(StatementCsv.lines(chunk.lines(), networks()));
    } while (goOn());
    out.write(StatementCsv.lines(closings(), networks()));
    out.write(StatementCsv.parts(parts(), ReadStatements.start(month.plusMonths(1))));
    List<Payout> payouts = payouts(null);
    while (!payouts.isEmpty()) {
      out.write(StatementCsv.payouts(payouts));
      slot.goOn();
      payouts = payouts(payouts.getLast().id());
    }
  }

  /** Returns the parts of the lines so far; none if the merchant has never had a payout. */
  private List<Reconciliation.Part> parts() {
    return read.payouts().hasAny(merchant) ? reconciliation.parts() : List.of();
  }

  private List<Payout> payouts(@Nullable PayoutId after) {
    return read.payouts().ofMonth(merchant, month, after, MAX_PAYOUTS);
  }

  /** Returns the sums of the lines so far by currency. */
  SortedMap<String, Sums> totals() {
    return reconciliation.totals();
  }

  /** Returns what the lines so far add up to, and how they and the payouts of the month agree. */
  MonthSummary summary() {
    List<Payout> first = read.payouts().ofMonth(merchant, month, null, MAX_PAYOUTS + 1);
    boolean more = first.size() > MAX_PAYOUTS;
    return new MonthSummary(
        month,
        totals(),
        parts(),
        read.payouts().months(merchant, month, month),
        more ? first.subList(0, MAX_PAYOUTS) : first,
        more);
  }

  /** Gives the movements to that consumer, one after the other; returns the balances after them. */
  Collection<Balance> forEach(Consumer<StatementLine> consumer) {
    do {
      count();
      chunk.lines().forEach(consumer);
    } while (goOn());
    return balances.values();
  }

  Networks networks() {
    return read.networks();
  }

  private List<StatementLine> openings() {
    return balances.values().stream()
        .map(it -> StatementLine.opening(it, ReadStatements.start(month)))
        .toList();
  }

  private List<StatementLine> closings() {
    return balances.values().stream()
        .map(it -> StatementLine.closing(it, ReadStatements.start(month.plusMonths(1))))
        .toList();
  }

  private void count() {
    for (StatementLine line : chunk.lines()) {
      reconciliation.add(line);
      balances.compute(
          place(line.chainId(), line.token()),
          (place, before) ->
              (before == null
                      ? Balance.opening(line.chainId(), line.token(), BigDecimal.ZERO)
                      : before)
                  .with(line));
    }
  }

  private boolean goOn() {
    if (chunk.next() == null) {
      return false;
    }
    slot.goOn();
    chunk = read.next(merchant, month, chunk.next());
    return true;
  }

  @Override
  public void close() {
    slot.close();
  }
}
