package dev.paylink.settlement.statement;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.brand.Logos;
import dev.paylink.payment.read.PaymentCustomerQueries;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.SettlementError;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.statement.StatementQueries.Chunk;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads a merchant's months (UTC), and the lines of one in chunks, each with a connection of its
 * own: memory does not grow with the month.
 */
public final class ReadStatements {
  private static final int MAX_YEARS = 10;

  private final PaymentDayStore days = new PaymentDayStore();
  private final StatementQueries queries = new StatementQueries();
  private final Jdbi jdbi;
  private final Logos logos;
  private final PaymentCustomerQueries customers;
  private final InstantSource clock;

  public ReadStatements(Jdbi jdbi, InstantSource clock) {
    this.jdbi = jdbi;
    this.logos = new Logos(jdbi);
    this.customers = new PaymentCustomerQueries(jdbi);
    this.clock = clock;
  }

  /** A month with outcomes, and what the figures of its days add up to, by currency. */
  public record Month(YearMonth month, List<PaymentDayStore.MonthTotal> totals) {}

  /** Returns the months of the last ten years that have outcomes, newest first. */
  public List<Month> months(MerchantId merchant) {
    LocalDate first =
        YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC)).minusYears(MAX_YEARS).atDay(1);
    return jdbi.withHandle(
        handle -> {
          Instant removedTo = queries.removedTo(handle, merchant);
          Map<YearMonth, List<PaymentDayStore.MonthTotal>> totals =
              days.months(handle, merchant, first).stream()
                  .collect(
                      Collectors.groupingBy(
                          PaymentDayStore.MonthTotal::month, TreeMap::new, Collectors.toList()));
          return new TreeMap<>(totals)
              .descendingMap().entrySet().stream()
                  .filter(month -> isWhole(month.getKey(), removedTo))
                  .map(month -> new Month(month.getKey(), month.getValue()))
                  .toList();
        });
  }

  String businessName(MerchantId merchant) {
    return jdbi.withHandle(handle -> queries.businessName(handle, merchant));
  }

  /** Returns the logo as PNG; null if there is none. */
  byte @Nullable [] logo(MerchantId merchant) {
    return logos.of(merchant);
  }

  /** Returns the first lines of a month; 410 if some of its events were deleted. */
  Chunk first(MerchantId merchant, YearMonth month) {
    return jdbi.withHandle(
        handle -> {
          if (!isWhole(month, queries.removedTo(handle, merchant))) {
            throw new Rejection(SettlementError.STATEMENT_EXPIRED, Message.of("statementgone"));
          }
          return queries.chunk(handle, merchant, UuidV7.floor(start(month)), end(month));
        });
  }

  /** Returns the lines after those of a chunk. */
  Chunk next(MerchantId merchant, YearMonth month, UUID after) {
    return jdbi.withHandle(handle -> queries.chunk(handle, merchant, after, end(month)));
  }

  /** Returns the customers of the payments of these lines, by the ids of the payments. */
  Map<String, String> customers(MerchantId merchant, List<StatementLine> lines) {
    List<PaymentId> payments =
        lines.stream()
            .map(line -> PaymentId.parse(line.paymentId()))
            .filter(Objects::nonNull)
            .toList();
    Map<String, String> byText = new HashMap<>();
    customers.of(merchant, payments).forEach((id, name) -> byText.put(id.toString(), name));
    return byText;
  }

  static Instant start(YearMonth month) {
    return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static UUID end(YearMonth month) {
    return UuidV7.floor(start(month.plusMonths(1)));
  }

  private static boolean isWhole(YearMonth month, @Nullable Instant removedTo) {
    return removedTo == null || removedTo.isBefore(start(month));
  }
}
