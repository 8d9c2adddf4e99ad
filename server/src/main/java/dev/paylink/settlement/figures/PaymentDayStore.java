package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentFlag;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.PaymentStore.Change;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.db.binary.ColumnArrays;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes per merchant, day (UTC) and currency, updated in the transaction that changes the
 * payments: a payment counts on the day of its last outcome and nowhere else, whatever it went
 * through. What moved is added to the day on which the books have its line. Plain JDBC, because it
 * is part of every batch of outcomes. The merchant's event counter is locked, so no two
 * transactions meet here.
 */
public final class PaymentDayStore {
  static final String ADD =
      """
      insert into payment_day as d (merchant_id, day, currency, success, failed, volume, gross, taken_back, refunds,
                                    refunded)
      select * from unnest(?::uuid[], ?::date[], ?::text[], ?::bigint[], ?::bigint[], ?::numeric[], ?::numeric[],
                           ?::numeric[], ?::bigint[], ?::numeric[])
          on conflict (merchant_id, day, currency) do update
         set success = d.success + excluded.success,
             failed = d.failed + excluded.failed,
             volume = d.volume + excluded.volume,
             gross = d.gross + excluded.gross,
             taken_back = d.taken_back + excluded.taken_back,
             refunds = d.refunds + excluded.refunds,
             refunded = d.refunded + excluded.refunded
      """;

  static final String OUTCOMES =
      """
      select day, currency, success, failed, volume, duplicates, mismatches, overpaid, underpaid, late,
             gross, taken_back, refunds, refunded
        from payment_day
       where merchant_id = :merchant and day >= :first order by day, currency
      """;

  static final String MONTHS =
      """
      select to_char(day, 'YYYY-MM'), currency, sum(success)::bigint, sum(volume),
             sum(gross), sum(taken_back), sum(refunds)::bigint, sum(refunded)
        from payment_day
       where merchant_id = :merchant and day >= :first
       group by 1, 2 order by 1, 2
      """;

  private static final Comparator<@Nullable BigDecimal> AMOUNTS =
      Comparator.nullsFirst(Comparator.naturalOrder());

  private static final String ADD_FLAGGED =
      """
      insert into payment_day as d (merchant_id, day, currency, success, failed, volume, duplicates,
                                    mismatches, overpaid, underpaid, late)
      select merchant_id, day, currency, 0, 0, 0, duplicates, mismatches, overpaid, underpaid, late
        from unnest(?::uuid[], ?::date[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                    ?::bigint[])
             as k (merchant_id, day, currency, duplicates, mismatches, overpaid, underpaid, late)
          on conflict (merchant_id, day, currency) do update
         set duplicates = d.duplicates + excluded.duplicates,
             mismatches = d.mismatches + excluded.mismatches,
             overpaid = d.overpaid + excluded.overpaid,
             underpaid = d.underpaid + excluded.underpaid,
             late = d.late + excluded.late
      """;

  private record Key(MerchantId merchantId, LocalDate day, String currency) {}

  /** The amounts to add; negative where an outcome was replaced. */
  private record Counts(long success, long failed, BigDecimal volume, Sums sums) {
    Counts plus(Counts other) {
      return new Counts(
          success + other.success,
          failed + other.failed,
          volume.add(other.volume),
          sums.plus(other.sums));
    }
  }

  /** The totals of one currency on one day. */
  record Outcomes(
      LocalDate day,
      String currency,
      long success,
      long failed,
      BigDecimal volume,
      long duplicates,
      long mismatches,
      long overpaid,
      long underpaid,
      long late,
      BigDecimal gross,
      BigDecimal takenBack,
      long refunds,
      BigDecimal refunded) {
    Sums sums() {
      return new Sums(gross, takenBack, refunds, refunded);
    }

    DailyFigures.Flags flags() {
      return new DailyFigures.Flags(duplicates, mismatches, overpaid, underpaid, late);
    }
  }

  /** The successes of one currency in one month and their amounts, and what moved in it. */
  public record MonthTotal(
      YearMonth month, String currency, long success, BigDecimal volume, Sums sums) {}

  /** What moved of a merchant's money in one currency. */
  public record Moved(MerchantId merchantId, String currency, Sums sums) {}

  /**
   * Counts the changes, and adds what moved to the day on which it was recorded: in one statement,
   * since both are the same rows.
   */
  public void add(Tx.Together together, List<Change> changes, List<Moved> moved, Instant at) {
    Map<Key, Counts> counts = new HashMap<>();
    for (Change change : changes) {
      if (isCountedAlike(change)) {
        continue;
      }
      count(counts, change.before(), -1);
      count(counts, change.after(), 1);
    }
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    for (Moved it : moved) {
      counts.merge(
          new Key(it.merchantId, day, it.currency),
          new Counts(0, 0, BigDecimal.ZERO, it.sums),
          Counts::plus);
    }
    store(together, counts);
  }

  /** Counts new flags on the day they were set. */
  public void addFlagged(Connection connection, List<Flagged> flagged, Instant at)
      throws SQLException {
    if (flagged.isEmpty()) {
      return;
    }
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    Map<Key, List<PaymentFlag>> kinds =
        flagged.stream()
            .collect(
                Collectors.groupingBy(
                    flag -> new Key(flag.payment().merchantId(), day, flag.payment().currency()),
                    Collectors.mapping(Flagged::kind, Collectors.toList())));
    addFlagged(connection, kinds, 1);
  }

  /**
   * Takes a flag off the day on which it was set, once what was too much was given back; adds it
   * again if that is undone. Otherwise a flag is never counted back.
   */
  public void addDone(
      Connection connection, Payment payment, PaymentFlag kind, Instant flaggedAt, boolean done)
      throws SQLException {
    LocalDate day = LocalDate.ofInstant(flaggedAt, ZoneOffset.UTC);
    Key key = new Key(payment.merchantId(), day, payment.currency());
    addFlagged(connection, Map.of(key, List.of(kind)), done ? -1 : 1);
  }

  private static void addFlagged(Connection connection, Map<Key, List<PaymentFlag>> kinds, int sign)
      throws SQLException {
    try (PreparedStatement add = connection.prepareStatement(ADD_FLAGGED)) {
      ColumnArrays<Map.Entry<Key, List<PaymentFlag>>> columns =
          new ColumnArrays<>(connection, add, new ArrayList<>(kinds.entrySet()));
      columns.set(1, "uuid", count -> count.getKey().merchantId.value());
      columns.set(2, "date", count -> count.getKey().day);
      columns.set(3, "text", count -> count.getKey().currency);
      columns.set(4, "bigint", count -> sign * count(count.getValue(), PaymentFlag.duplicate));
      columns.set(5, "bigint", count -> sign * count(count.getValue(), PaymentFlag.mismatch));
      columns.set(6, "bigint", count -> sign * count(count.getValue(), PaymentFlag.overpaid));
      columns.set(7, "bigint", count -> sign * count(count.getValue(), PaymentFlag.underpaid));
      columns.set(8, "bigint", count -> sign * count(count.getValue(), PaymentFlag.late));
      add.executeUpdate();
    }
  }

  /** Returns the days from {@code first} on that had outcomes, in their order. */
  List<Outcomes> since(Handle handle, MerchantId merchant, LocalDate first) {
    return handle
        .createQuery(OUTCOMES)
        .bind("merchant", merchant)
        .bind("first", first)
        .mapTo(Outcomes.class)
        .list();
  }

  /** Returns the months from {@code first} on that had outcomes, by currency, in their order. */
  public List<MonthTotal> months(Handle handle, MerchantId merchant, LocalDate first) {
    return handle
        .createQuery(MONTHS)
        .bind("merchant", merchant)
        .bind("first", first)
        .map(
            row ->
                new MonthTotal(
                    YearMonth.parse(row.getColumn(1, String.class)),
                    row.getColumn(2, String.class),
                    row.getColumn(3, Long.class),
                    row.getColumn(4, BigDecimal.class),
                    new Sums(
                        row.getColumn(5, BigDecimal.class),
                        row.getColumn(6, BigDecimal.class),
                        row.getColumn(7, Long.class),
                        row.getColumn(8, BigDecimal.class))))
        .list();
  }

  private static boolean isCountedAlike(Change change) {
    Payment before = change.before();
    Payment after = change.after();
    return before.status() == after.status()
        && before.updatedAt().equals(after.updatedAt())
        && AMOUNTS.compare(before.amount(), after.amount()) == 0;
  }

  private static long count(List<PaymentFlag> kinds, PaymentFlag kind) {
    return kinds.stream().filter(each -> each == kind).count();
  }

  private static void count(Map<Key, Counts> counts, Payment payment, int sign) {
    boolean success = payment.status() == PaymentStatus.success;
    if (!success && payment.status() != PaymentStatus.failed) {
      return;
    }
    MerchantId merchant = payment.merchantId();
    LocalDate day = LocalDate.ofInstant(payment.updatedAt(), ZoneOffset.UTC);
    BigDecimal amount = Objects.requireNonNullElse(payment.amount(), BigDecimal.ZERO);
    counts.merge(
        new Key(merchant, day, payment.currency()),
        success
            ? new Counts(sign, 0, amount.multiply(BigDecimal.valueOf(sign)), Sums.NONE)
            : new Counts(0, sign, BigDecimal.ZERO, Sums.NONE),
        Counts::plus);
  }

  private static void store(Tx.Together together, Map<Key, Counts> counts) {
    if (counts.isEmpty()) {
      return;
    }
    together.update(
        ADD,
        (add, before) -> {
          ColumnArrays<Map.Entry<Key, Counts>> columns =
              new ColumnArrays<>(
                  together.tx().connection(), add, before, new ArrayList<>(counts.entrySet()));
          columns.set(1, "uuid", count -> count.getKey().merchantId.value());
          columns.set(2, "date", count -> count.getKey().day);
          columns.set(3, "text", count -> count.getKey().currency);
          columns.set(4, "bigint", count -> count.getValue().success);
          columns.set(5, "bigint", count -> count.getValue().failed);
          columns.set(6, "numeric", count -> count.getValue().volume);
          columns.set(7, "numeric", count -> count.getValue().sums.gross());
          columns.set(8, "numeric", count -> count.getValue().sums.takenBack());
          columns.set(9, "bigint", count -> count.getValue().sums.refunds());
          columns.set(10, "numeric", count -> count.getValue().sums.refunded());
        },
        added -> {});
  }
}
