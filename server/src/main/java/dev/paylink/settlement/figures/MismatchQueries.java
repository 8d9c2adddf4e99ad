package dev.paylink.settlement.figures;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.MismatchId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.id.UuidV7;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * Lists confirmations whose payment differs from the request, of all merchants, newest first, each
 * with the requested values.
 */
public final class MismatchQueries {
  private static final int MAX_COUNTED = 1_000;
  private static final String OLDER =
      """
      select s.id, s.merchant_id, m.business_name, s.payment_id, s.event_ref,
             s.mismatch as what, s.recorded_at as at, s.transaction ->> 'amount' as told_amount,
             s.transaction ->> 'token' as told_token, s.transaction ->> 'payee' as told_payee,
             s.transaction ->> 'hash' as told_hash, s.transaction ->> 'chainId' as told_chain,
             p.amount as asked_amount, p.currency as asked_currency, p.payee as asked_payee
        from (select * from settlement_mismatch
               where id < :before and %1$s order by id desc limit :limit) s
       cross join lateral (select business_name from merchant where id = s.merchant_id offset 0) m
       cross join lateral (
             select amount, currency, payee from payment
              where id = s.payment_id and merchant_id = s.merchant_id and %1$s offset 0) p
       order by s.id desc
      """
          .formatted(Shards.onlyNamed("merchant_id"));
  // Whose they are, where merchants are on several servers.
  private static final String WHOSE =
      """
      select distinct merchant_id from (
        select merchant_id from settlement_mismatch
         where id < :before order by id desc limit :limit) s
      """;
  public static final String COUNT =
      """
      select count(*) from (
        select 1 from settlement_mismatch where id >= :since limit :most) recent
      """;

  private final Jdbi jdbi;

  public MismatchQueries(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** The requested values; {@code amount} is null if the payer was to choose it. */
  public record Asked(@Nullable String amount, String currency, String payee) {}

  /** The reported values; every part may be missing. */
  public record Told(
      @Nullable String amount,
      @Nullable String token,
      @Nullable String payee,
      @Nullable String hash,
      @Nullable String chain) {}

  /** One mismatch; {@code what} says in words what differs. */
  public record Row(
      MismatchId id,
      MerchantId merchantId,
      String businessName,
      PaymentId paymentId,
      String eventRef,
      String what,
      Instant at,
      @Nested("asked_") Asked asked,
      @Nested("told_") Told told) {}

  public Page<Row, MismatchId> page(@Nullable MismatchId before, int limit) {
    List<Row> found =
        jdbi.withHandle(
            handle -> {
              MismatchId end = before == null ? MismatchId.LAST : before;
              return Shards.of(handle).areSeveral()
                  ? ofEach(handle, end, limit)
                  : rows(handle, null, end, limit);
            });
    return Page.of(found, limit, Row::id);
  }

  private static List<Row> ofEach(Handle handle, MismatchId before, int limit) {
    return handle
        .createQuery(WHOSE)
        .bind("before", before)
        .bind("limit", limit + 1)
        .mapTo(UUID.class)
        .list()
        .stream()
        .flatMap(merchant -> rows(handle, merchant, before, limit).stream())
        .sorted(Comparator.comparing((Row row) -> row.id().toString()).reversed())
        .limit(limit + 1L)
        .toList();
  }

  private static List<Row> rows(Handle handle, @Nullable UUID only, MismatchId before, int limit) {
    return handle
        .createQuery(OLDER)
        .bind("only", only)
        .bind("before", before)
        .bind("limit", limit + 1)
        .mapTo(Row.class)
        .list();
  }

  /** Returns how many were recorded since; stops counting where nobody would read further. */
  public int countSince(Instant since) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(COUNT)
                .bind("since", UuidV7.floor(since))
                .bind("most", MAX_COUNTED)
                .mapTo(Integer.class)
                .one());
  }
}
