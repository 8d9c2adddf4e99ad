package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.money.Currencies;
import dev.paylink.money.Networks;
import dev.paylink.payment.read.OneExport;
import dev.paylink.payment.read.OneExport.Slot;
import dev.paylink.payout.MerchantPayouts;
import dev.paylink.payout.PayoutMonth;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.statement.StatementQueries.Chunk;
import dev.paylink.settlement.statement.StatementQueries.TokenMonth;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's months (UTC), and the lines of one in chunks, each with a connection of its
 * own: memory does not grow with the month.
 *
 * <ul>
 *   <li>The opening balance of a month is the closing balance of the one before.
 *   <li>A month that is over does not change: what is undone later is a line of the later month.
 * </ul>
 */
public final class ReadStatements {
  private static final int MAX_YEARS = 10;
  private static final Pattern MONTH = Pattern.compile("20[0-9]{2}-(0[1-9]|1[0-2])");

  private final PaymentDayStore days = new PaymentDayStore();
  private final StatementQueries queries = new StatementQueries();
  private final Jdbi jdbi;
  private final Logos logos;
  private final InstantSource clock;
  private final Networks networks;
  private final Currencies currencies;
  private final MerchantPayouts payouts;
  private final OneExport running;

  /**
   * Creates the reader.
   *
   * @param running the slots, which all exports of a merchant share
   */
  public ReadStatements(
      Jdbi jdbi, InstantSource clock, Networks networks, Currencies currencies, OneExport running) {
    this.jdbi = jdbi;
    this.payouts = new MerchantPayouts(jdbi);
    this.running = running;
    this.logos = new Logos(jdbi);
    this.clock = clock;
    this.networks = networks;
    this.currencies = currencies;
  }

  /** A month: what its days add up to by currency, its balances by token, and its payouts. */
  public record Month(
      YearMonth month,
      List<PaymentDayStore.MonthTotal> totals,
      List<Balance> balances,
      List<PayoutMonth> payouts) {
    /** Returns how many payouts of the month do not agree with their payments. */
    public long mismatches() {
      return payouts.stream().mapToLong(PayoutMonth::mismatches).sum();
    }
  }

  /** Returns the month of this name, such as 2026-10; null if there is none. */
  public static @Nullable YearMonth parse(String month) {
    return MONTH.matcher(month).matches() ? YearMonth.parse(month) : null;
  }

  private record Place(long chainId, String token) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byChain = Long.compare(chainId, other.chainId);
      return byChain == 0 ? token.compareTo(other.token) : byChain;
    }
  }

  /**
   * Returns the months of the last ten years that have outcomes, movements or payouts, newest
   * first.
   */
  public List<Month> months(MerchantId merchant) {
    YearMonth now = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
    LocalDate first = now.minusYears(MAX_YEARS).atDay(1);
    Map<YearMonth, List<PayoutMonth>> paidOut =
        payouts.months(merchant, YearMonth.from(first), now).stream()
            .collect(Collectors.groupingBy(its -> YearMonth.from(its.month())));
    return jdbi.withHandle(
        handle -> {
          Map<YearMonth, List<PaymentDayStore.MonthTotal>> totals =
              days.months(handle, merchant, first).stream()
                  .collect(
                      Collectors.groupingBy(
                          PaymentDayStore.MonthTotal::month, TreeMap::new, Collectors.toList()));
          List<TokenMonth> sums = queries.sums(handle, merchant, now.plusMonths(1));
          for (TokenMonth its : sums) {
            if (!its.month().isBefore(first)) {
              totals.computeIfAbsent(YearMonth.from(its.month()), month -> new ArrayList<>());
            }
          }
          paidOut.keySet().forEach(it -> totals.computeIfAbsent(it, month -> new ArrayList<>()));
          List<Month> months = new ArrayList<>();
          totals.forEach(
              (month, its) ->
                  months.add(
                      new Month(
                          month,
                          its,
                          balances(sums, month),
                          paidOut.getOrDefault(month, List.of()))));
          Collections.reverse(months);
          return months;
        });
  }

  /** Returns the balances of a month by what moved in it and before. */
  private static List<Balance> balances(List<TokenMonth> sums, YearMonth month) {
    Map<Place, Balance> balances = new TreeMap<>(openings(sums, month));
    for (TokenMonth its : sums) {
      if (YearMonth.from(its.month()).equals(month)) {
        balances.compute(
            new Place(its.chainId(), its.token()),
            (place, before) ->
                new Balance(
                    place.chainId,
                    place.token,
                    before == null ? BigDecimal.ZERO : before.opening(),
                    its.received(),
                    its.takenBack(),
                    its.refunded()));
      }
    }
    return balances.values().stream().filter(balance -> !balance.isEmpty()).toList();
  }

  private static Map<Place, Balance> openings(List<TokenMonth> sums, YearMonth month) {
    Map<Place, BigDecimal> before = new TreeMap<>();
    for (TokenMonth its : sums) {
      if (YearMonth.from(its.month()).isBefore(month)) {
        before.merge(new Place(its.chainId(), its.token()), its.total(), BigDecimal::add);
      }
    }
    Map<Place, Balance> openings = new TreeMap<>();
    before.forEach(
        (place, amount) ->
            openings.put(place, Balance.opening(place.chainId, place.token, amount)));
    return openings;
  }

  /** Returns how the payments and payouts of a month agree; reads all of its lines. */
  public MonthSummary summary(MerchantId merchant, YearMonth month) {
    try (StatementFile file = open(merchant, month, false)) {
      file.forEach(line -> {});
      return file.summary();
    }
  }

  /**
   * Begins to read a statement: its first lines are read before the answer begins, while it can
   * still be a 503. Refuses with 429 if another export of the merchant is running.
   */
  StatementFile open(MerchantId merchant, YearMonth month, boolean byteOrderMark) {
    Slot slot = running.require(merchant);
    try {
      return new StatementFile(this, merchant, month, byteOrderMark, slot);
    } catch (RuntimeException | Error e) {
      slot.close();
      throw e;
    }
  }

  /** Returns the names of networks in statements. */
  public Networks networks() {
    return networks;
  }

  /** Returns the currencies of sums. */
  public Currencies currencies() {
    return currencies;
  }

  MerchantPayouts payouts() {
    return payouts;
  }

  String businessName(MerchantId merchant) {
    return jdbi.withHandle(handle -> queries.businessName(handle, merchant));
  }

  /** Returns the logo as PNG; null if there is none. */
  byte @Nullable [] logo(MerchantId merchant) {
    return logos.of(merchant);
  }

  /**
   * Returns what there was when the month began, in every token that the merchant had then, or that
   * has moved in the month.
   */
  List<Balance> openings(MerchantId merchant, YearMonth month) {
    return jdbi
        .withHandle(handle -> balances(queries.sums(handle, merchant, month), month))
        .stream()
        .map(it -> Balance.opening(it.chainId(), it.token(), it.opening()))
        .toList();
  }

  /** Returns the first lines of a month. */
  Chunk first(MerchantId merchant, YearMonth month) {
    return next(merchant, month, UuidV7.floor(start(month)));
  }

  /** Returns the lines after those of a chunk. */
  Chunk next(MerchantId merchant, YearMonth month, UUID after) {
    return jdbi.withHandle(handle -> queries.chunk(handle, merchant, after, end(month)));
  }

  static Instant start(YearMonth month) {
    return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static UUID end(YearMonth month) {
    return UuidV7.floor(start(month.plusMonths(1)));
  }
}
