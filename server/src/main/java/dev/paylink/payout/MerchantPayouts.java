package dev.paylink.payout;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PayoutId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** What a merchant reads of its payouts, for calls and pages alike. */
public final class MerchantPayouts {
  private final PayoutQueries queries = new PayoutQueries();
  private final Jdbi jdbi;

  public MerchantPayouts(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** A payout with its payments, and what was reported of it in the order of arrival. */
  public record Whole(Payout payout, List<Payout.Step> steps) {}

  /** Returns one payout; refuses with 404 if the merchant has none with this id. */
  public Whole read(MerchantId merchant, String idText) {
    PayoutId id = PayoutId.parse(idText);
    return jdbi.withHandle(
        handle -> {
          Payout payout = id == null ? null : queries.find(handle, merchant, id);
          if (payout == null) {
            throw new Rejection(PayoutError.PAYOUT_NOT_FOUND, Message.of("payout.unknown"));
          }
          return new Whole(payout, queries.steps(handle, payout, ApplyPayout.MAX_REPORTS));
        });
  }

  /** Returns what its payments brought, and from whom. */
  public List<PaymentsInPayout.Row> payments(MerchantId merchant, Payout payout) {
    return jdbi.withHandle(handle -> queries.payments(handle, merchant, payout.payments()).rows());
  }

  /**
   * Returns some payouts without their payments, newest first.
   *
   * @param status only those in this state; null for all
   * @param after only those that come after this one; null from the newest on
   */
  public Page<Payout, PayoutId> list(
      MerchantId merchant, @Nullable PayoutStatus status, @Nullable PayoutId after, int limit) {
    return Page.of(
        jdbi.withHandle(
            handle ->
                queries.older(
                    handle, merchant, status, after == null ? PayoutId.LAST : after, limit + 1)),
        limit,
        Payout::id);
  }

  /**
   * Returns some payouts whose payments do not add up to them, newest first, without their
   * payments.
   *
   * @param after only those that come after this one; null from the newest on
   */
  public Page<Payout, PayoutId> differing(
      MerchantId merchant, @Nullable PayoutId after, int limit) {
    return Page.of(
        jdbi.withHandle(
            handle ->
                queries.differing(
                    handle, merchant, after == null ? PayoutId.LAST : after, limit + 1)),
        limit,
        Payout::id);
  }

  /**
   * Returns payouts that were first reported in a month, oldest first, without their payments.
   *
   * @param after only those that come after this one; null from the first on
   */
  public List<Payout> ofMonth(
      MerchantId merchant, YearMonth month, @Nullable PayoutId after, int limit) {
    PayoutId before = after == null ? new PayoutId(floor(month)) : after;
    return jdbi.withHandle(
        handle ->
            queries.firstReported(handle, merchant, before, floor(month.plusMonths(1)), limit));
  }

  private static UUID floor(YearMonth month) {
    return UuidV7.floor(month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** Returns what the payouts of these months add up to, both included. */
  public List<PayoutMonth> months(MerchantId merchant, YearMonth first, YearMonth last) {
    return jdbi.withHandle(
        handle -> queries.months(handle, merchant, first.atDay(1), last.plusMonths(1).atDay(1)));
  }

  /** Returns whether the merchant has ever had a payout. */
  public boolean hasAny(MerchantId merchant) {
    return !list(merchant, null, null, 1).items().isEmpty();
  }
}
