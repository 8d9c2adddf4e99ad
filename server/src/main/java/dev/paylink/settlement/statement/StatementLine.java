package dev.paylink.settlement.statement;

import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Networks;
import dev.paylink.payout.PaidOut;
import dev.paylink.payout.PayoutStatus;
import dev.paylink.settlement.figures.Sums;
import dev.paylink.settlement.received.Movement;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One line of a statement: money that moved, or what there was in a token at the beginning and the
 * end. The files, the page and the calls are all made of these.
 *
 * @param amount in the token; negative if it left
 * @param currency null if no currency lists the token, and of a balance
 * @param chainId zero if nobody has told it
 * @param token empty if nobody has told it
 * @param payout the payout that carries the payment now; null if none does
 */
record StatementLine(
    Kind kind,
    Instant at,
    @Nullable PaymentId paymentId,
    @Nullable String customer,
    @Nullable String invoiceNumber,
    @Nullable String reference,
    BigDecimal amount,
    @Nullable String currency,
    long chainId,
    String token,
    @Nullable String hash,
    @Nullable Long logIndex,
    @Nullable RefundId refundId,
    @Nullable String reason,
    @Nullable InPayout payout) {

  /** A payout, as far as a line names it. */
  record InPayout(PayoutId id, PayoutStatus status) {}

  /** What the line tells; the names of movements are those of the books. */
  enum Kind {
    opening,
    received,
    taken_back,
    refunded,
    refund_taken_back,
    closing
  }

  static StatementLine opening(Balance balance, Instant at) {
    return of(Kind.opening, balance, balance.opening(), at);
  }

  static StatementLine closing(Balance balance, Instant at) {
    return of(Kind.closing, balance, balance.closing(), at);
  }

  private static StatementLine of(Kind kind, Balance balance, BigDecimal amount, Instant at) {
    return new StatementLine(
        kind,
        at,
        null,
        null,
        null,
        null,
        amount,
        null,
        balance.chainId(),
        balance.token(),
        null,
        null,
        null,
        null,
        null);
  }

  /** Returns the chain for a cell; empty if nobody has told it. */
  String chain() {
    return chainId == 0 ? "" : Long.toString(chainId);
  }

  /** Returns the name of the network; null if nobody has told it. */
  @Nullable String network(Networks networks) {
    return chainId == 0 ? null : networks.label(chainId);
  }

  /** Returns what the movement adds to the sums of its month. */
  Sums sums() {
    return Movement.Kind.valueOf(kind.name()).sums(amount);
  }

  /** Returns how far the payment's money is on its way to the bank. */
  PaidOut paidOut() {
    return PaidOut.of(payout == null ? null : payout.status);
  }

  /** Returns a value for a cell. */
  static String cell(@Nullable Object value) {
    return value == null ? "" : Objects.toString(value);
  }
}
