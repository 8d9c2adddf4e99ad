package dev.paylink.settlement.accept;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.Accept;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.CancelPayment;
import dev.paylink.settlement.apply.ReportResult;
import dev.paylink.settlement.apply.SettlementError;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Accepts what a payment has received as the whole. The payment becomes an ordinary success, and
 * the audit log has who accepted it, in the same transaction.
 *
 * <ul>
 *   <li>It is refused if another sum has come than the merchant saw, and after money was given
 *       back, whatever races: expiry, refunds, further transfers and other accepts hold the same
 *       locks.
 *   <li>One idempotency key accepts one payment; sent again it changes nothing.
 * </ul>
 */
public final class AcceptPayment {
  private final ApplyReport apply;
  private final AuditLog audit;

  AcceptPayment(ApplyReport apply, AuditLog audit) {
    this.apply = apply;
    this.audit = audit;
  }

  /** The payment as it is now; {@code replayed} if the same request had accepted it before. */
  public record Accepted(Payment payment, boolean replayed) {}

  /**
   * Accepts the payment.
   *
   * @param received the sum that the merchant saw
   * @param key the same each time one request is sent; null for a form, which is sent once
   */
  public Accepted handle(
      MerchantId merchant,
      @Nullable PaymentId id,
      BigDecimal received,
      Actor actor,
      @Nullable String key) {
    if (id == null) {
      throw CancelPayment.notFound();
    }
    String ref = key == null ? "accept-once:" + UUID.randomUUID() : "accept:" + key;
    Accept.Result result =
        apply.accept(
            new Accept(ref, id, merchant, received, null),
            (handle, payment) ->
                audit.record(handle, merchant, actor, "payment.accepted", null, summary(payment)));
    return switch (result) {
      case ReportResult.Recorded recorded -> new Accepted(recorded.payment(), !recorded.applied());
      case ReportResult.UnknownPayment unknown -> throw CancelPayment.notFound();
      case Accept.NotAcceptable not ->
          throw new Rejection(SettlementError.PAYMENT_NOT_ACCEPTABLE, Message.of("notacceptable"));
      case Accept.Changed changed ->
          throw new Rejection(
                  SettlementError.RECEIVED_AMOUNT_CHANGED,
                  Message.of("receivedchanged", changed.received().toPlainString()))
              .with("receivedAmount", changed.received().toPlainString());
      case Accept.OtherUse other ->
          throw new Rejection(PaymentError.IDEMPOTENCY_KEY_REUSED, Message.of("accept.keyreused"));
    };
  }

  private static String summary(Payment payment) {
    return "%s, %s of %s %s"
        .formatted(
            payment.id(),
            Objects.requireNonNull(payment.received()).toPlainString(),
            payment.amount() == null ? "any" : payment.amount().toPlainString(),
            payment.currency());
  }
}
