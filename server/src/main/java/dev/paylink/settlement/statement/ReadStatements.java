package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.brand.Logos;
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

  private final PaymentDayStore days = new PaymentDayStore();
  private final StatementQueries queries = new StatementQueries();
  private final Jdbi jdbi;
  private final Logos logos;
  private final InstantSource clock;

  public ReadStatements(Jdbi jdbi, InstantSource clock) {
    this.jdbi = jdbi;
    this.logos = new Logos(jdbi);
    this.clock = clock;
  }

  /** A month: what its days add up to by currency, and its balances by token. */
  public record Month(
      YearMonth month, List<PaymentDayStore.MonthTotal> totals, List<Balance> balances) {}

  private record Place(long chainId, String token) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byChain = Long.compare(chainId, other.chainId);
      return byChain == 0 ? token.compareTo(other.token) : byChain;
    }
  }

  /** Returns the months of the last ten years that have outcomes or movements, newest first. */
  public List<Month> months(MerchantId merchant) {
    YearMonth now = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
    LocalDate first = now.minusYears(MAX_YEARS).atDay(1);
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
          List<Month> months = new ArrayList<>();
          totals.forEach((month, its) -> months.add(new Month(month, its, balances(sums, month))));
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

  String businessName(MerchantId merchant) {
    return jdbi.withHandle(handle -> queries.businessName(handle, merchant));
  }

  /** Returns the logo as PNG; null if there is none. */
  byte @Nullable [] logo(MerchantId merchant) {
    return logos.of(merchant);
  }

  /** Returns what there was when the month began, in every token that the merchant has had. */
  List<Balance> openings(MerchantId merchant, YearMonth month) {
    return jdbi.withHandle(
        handle ->
            openings(queries.sums(handle, merchant, month.minusMonths(1)), month).values().stream()
                .filter(balance -> !balance.isEmpty())
                .toList());
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
