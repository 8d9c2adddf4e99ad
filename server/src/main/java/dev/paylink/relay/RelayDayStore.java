package dev.paylink.relay;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Counts what the days of relays cost. The most that an order can cost is counted before it is
 * sent, and what it has cost when it is over: so no day costs more than its budget.
 */
final class RelayDayStore {
  private static final String USE =
      """
      insert into relay_day (chain_id, day, merchant_id, purpose, used)
      values (:chain, :day, :merchant, :purpose, :wei)
      on conflict (chain_id, day, merchant_id, purpose)
      do update set used = relay_day.used + excluded.used
       where relay_day.used + excluded.used <= :budget and relay_day.lost < :loss
      """;
  private static final String DAY =
      """
      select used, lost from relay_day
       where chain_id = :chain and day = :day and merchant_id = :merchant and purpose = :purpose
      """;
  private static final String SETTLE =
      """
      update relay_day set used = used - :reserved + :spent, lost = lost + :lost
       where chain_id = :chain and day = :day and merchant_id = :merchant and purpose = :purpose
      """;
  private static final String DELETE_OLD =
      """
      delete from relay_day where (chain_id, day, merchant_id, purpose) in (
        select chain_id, day, merchant_id, purpose from relay_day where day < :day order by day limit :most)
      """;

  /** Whose row of a day is that of all merchants. */
  static final MerchantId ALL = new MerchantId(UuidV7.FIRST);

  /** What a day has cost so far, with what is reserved, in wei. */
  record Day(BigDecimal used, BigDecimal lost) {
    static final Day NEW = new Day(BigDecimal.ZERO, BigDecimal.ZERO);

    /** Tells whether so many more wei may be reserved on it. */
    boolean hasRoom(BigInteger wei, RelayConfig.Limit limit) {
      return used.toBigInteger().add(wei).compareTo(limit.budget()) <= 0
          && lost.toBigInteger().compareTo(limit.loss()) < 0;
    }
  }

  Day day(
      Handle handle, long chain, LocalDate day, MerchantId merchant, RelayOrder.Purpose purpose) {
    return handle
        .createQuery(DAY)
        .bind("chain", chain)
        .bind("day", day)
        .bind("merchant", merchant)
        .bind("purpose", purpose.name())
        .mapTo(Day.class)
        .findOne()
        .orElse(Day.NEW);
  }

  /** Reserves the cost of an order on its day; returns false if that would be above a budget. */
  boolean use(
      Handle handle,
      long chain,
      LocalDate day,
      MerchantId merchant,
      RelayOrder.Purpose purpose,
      BigInteger wei,
      RelayConfig.Limit limit) {
    return wei.compareTo(limit.budget()) <= 0
        && handle
                .createUpdate(USE)
                .bind("chain", chain)
                .bind("day", day)
                .bind("merchant", merchant)
                .bind("purpose", purpose.name())
                .bind("wei", new BigDecimal(wei))
                .bind("budget", new BigDecimal(limit.budget()))
                .bind("loss", new BigDecimal(limit.loss()))
                .execute()
            == 1;
  }

  /** Counts what an order has cost in place of what was reserved for it. */
  void settle(Handle handle, RelayOrder order, BigInteger spent, BigInteger lost) {
    for (MerchantId merchant : List.of(ALL, order.merchantId())) {
      handle
          .createUpdate(SETTLE)
          .bind("chain", order.chainId())
          .bind("day", order.day())
          .bind("merchant", merchant)
          .bind("purpose", order.kind().purpose().name())
          .bind("reserved", order.reserved())
          .bind("spent", new BigDecimal(spent))
          .bind("lost", new BigDecimal(lost))
          .execute();
    }
  }

  /** Deletes days before this one. */
  void remove(Handle handle, LocalDate day, int most) {
    handle.createUpdate(DELETE_OLD).bind("day", day).bind("most", most).execute();
  }
}
