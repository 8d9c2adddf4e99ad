package dev.paylink.settlement;

import dev.paylink.merchant.MerchantId;
import dev.paylink.payment.PaymentId;
import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Lists confirmations that paid something else than was asked for, of all merchants, newest first,
 * beside what was asked for.
 */
public final class ListMismatches {
  private static final int MOST_COUNTED = 1_000;
  private static final String OLDER =
      """
      select s.id, s.merchant_id, m.business_name, s.payment_id, s.event_ref, s.mismatch,
             s.recorded_at, s.transaction ->> 'amount' as amount, s.transaction ->> 'token' as token,
             s.transaction ->> 'payee' as payee, s.transaction ->> 'hash' as hash,
             s.transaction ->> 'chainId' as chain,
             p.amount as asked_amount, p.currency, p.payee as asked_payee
        from (select * from settlement_mismatch
               where id < :before order by id desc limit :limit) s
       cross join lateral (select business_name from merchant where id = s.merchant_id offset 0) m
       cross join lateral (
             select amount, currency, payee from payment
              where id = s.payment_id and merchant_id = s.merchant_id offset 0) p
       order by s.id desc
      """;
  static final String COUNT =
      """
      select count(*) from (
        select 1 from settlement_mismatch where id >= :since limit :most) recent
      """;

  private final Jdbi jdbi;

  public ListMismatches(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Names a place in the list. */
  public record Cursor(UUID value) {
    private static final String PREFIX = "mis";

    /** The cursor, or null when the text is not one. */
    public static @Nullable Cursor parse(String text) {
      UUID value = TypeId.parse(PREFIX, text);
      return value == null ? null : new Cursor(value);
    }

    @Override
    public String toString() {
      return TypeId.format(PREFIX, value);
    }
  }

  /** What was asked for; {@code amount} is null when the payer was to choose it. */
  public record Asked(@Nullable String amount, String currency, String payee) {}

  /** What was reported; every part may be missing. */
  public record Told(
      @Nullable String amount,
      @Nullable String token,
      @Nullable String payee,
      @Nullable String hash,
      @Nullable String chain) {}

  /** One of them; {@code what} says in words what differs. */
  public record Row(
      Cursor cursor,
      MerchantId merchantId,
      String businessName,
      PaymentId paymentId,
      String eventRef,
      String what,
      Instant at,
      Asked asked,
      Told told) {}

  /** Some of them, and the cursor of those that follow; null when none do. */
  public record Page(List<Row> rows, @Nullable Cursor next) {}

  public Page page(@Nullable Cursor before, int limit) {
    List<Row> found =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(OLDER)
                    .bind("before", before == null ? UuidV7.LAST : before.value())
                    .bind("limit", limit + 1)
                    .map((row, context) -> row(row))
                    .list());
    boolean more = found.size() > limit;
    List<Row> rows = more ? found.subList(0, limit) : found;
    return new Page(rows, more ? rows.getLast().cursor() : null);
  }

  /** How many were recorded since; counted only as far as somebody would read it. */
  public int countSince(Instant since) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(COUNT)
                .bind("since", UuidV7.floor(since))
                .bind("most", MOST_COUNTED)
                .mapTo(Integer.class)
                .one());
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        new Cursor(row.getObject("id", UUID.class)),
        new MerchantId(row.getObject("merchant_id", UUID.class)),
        row.getString("business_name"),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        row.getString("event_ref"),
        row.getString("mismatch"),
        row.getObject("recorded_at", OffsetDateTime.class).toInstant(),
        new Asked(
            row.getString("asked_amount"), row.getString("currency"), row.getString("asked_payee")),
        new Told(
            row.getString("amount"),
            row.getString("token"),
            row.getString("payee"),
            row.getString("hash"),
            row.getString("chain")));
  }
}
