package dev.paylink.payment;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import dev.paylink.invoice.InvoiceStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A payment with the invoice data its readers need. {@code metadata} and {@code transaction} are
 * JSON text, as stored.
 *
 * @param refunded the sum of its refunds that are settled; null if there are none
 * @param money what it has received
 * @param payoutId the payout that carries its money to the merchant's bank; null if none does
 */
public record Payment(
    MerchantId merchantId,
    PaymentId id,
    PaymentStatus status,
    InvoiceId invoiceId,
    String invoiceNumber,
    InvoiceStatus invoiceStatus,
    @Nullable BigDecimal amount,
    String currency,
    @Nullable String description,
    @Nullable String customerName,
    @Nullable String customerEmail,
    @Nullable String reference,
    String interfaceName,
    @Nullable String metadata,
    @Nullable String failureReason,
    @Nullable String transaction,
    LinkToken linkToken,
    Instant createdAt,
    Instant updatedAt,
    Instant expiresAt,
    @Nullable BigDecimal refunded,
    ReceivedMoney money,
    @Nullable PayoutId payoutId) {
  /** So many parts of the amount are no longer worth telling. */
  private static final BigDecimal DUST = BigDecimal.valueOf(1000);

  /** Returns the same payment after an outcome. */
  public Payment with(
      PaymentStatus newStatus,
      InvoiceStatus newInvoiceStatus,
      @Nullable BigDecimal newAmount,
      @Nullable String newFailureReason,
      @Nullable String newTransaction,
      Instant at) {
    return new Payment(
        merchantId,
        id,
        newStatus,
        invoiceId,
        invoiceNumber,
        newInvoiceStatus,
        newAmount,
        currency,
        description,
        customerName,
        customerEmail,
        reference,
        interfaceName,
        metadata,
        newFailureReason,
        newTransaction,
        linkToken,
        createdAt,
        at,
        expiresAt,
        refunded,
        money,
        payoutId);
  }

  /** Returns the same payment with what it has received now. */
  public Payment with(ReceivedMoney newMoney, Instant at) {
    return new Payment(
        merchantId,
        id,
        status,
        invoiceId,
        invoiceNumber,
        invoiceStatus,
        amount,
        currency,
        description,
        customerName,
        customerEmail,
        reference,
        interfaceName,
        metadata,
        failureReason,
        transaction,
        linkToken,
        createdAt,
        at,
        expiresAt,
        refunded,
        newMoney,
        payoutId);
  }

  /** Returns what has come that pays it, for people and programs; null if nothing has. */
  public @Nullable BigDecimal received() {
    BigDecimal came = money.amount();
    return came == null || came.signum() == 0 ? null : money.exact(amount);
  }

  /**
   * Returns the amount, or what a success has received where the merchant accepted less; null if
   * the payer has not chosen an amount.
   */
  public @Nullable BigDecimal paidAmount() {
    BigDecimal came = received();
    return amount == null || came == null || status != PaymentStatus.success
        ? amount
        : amount.min(came);
  }

  /**
   * Returns what a success has beyond its amount and was not given back; null if that is nothing,
   * or dust: anyone can send a little to an address.
   */
  public @Nullable BigDecimal surplus() {
    return surplus(refunded == null ? BigDecimal.ZERO : refunded);
  }

  /** Returns the same where so much was given back. What no refund can name is dust, too. */
  public @Nullable BigDecimal surplus(BigDecimal givenBack) {
    BigDecimal came = received();
    if (status != PaymentStatus.success || amount == null || came == null) {
      return null;
    }
    BigDecimal more = came.subtract(amount).subtract(givenBack);
    BigDecimal smallest = BigDecimal.ONE.movePointLeft(amount.scale());
    return more.compareTo(smallest) >= 0 && more.multiply(DUST).compareTo(amount) >= 0
        ? more
        : null;
  }

  /** Returns what is missing: nothing of a success; null while nothing has come. */
  public @Nullable BigDecimal missing() {
    if (status == PaymentStatus.success) {
      return BigDecimal.ZERO.setScale(amount == null ? ReceivedMoney.USUAL_SCALE : amount.scale());
    }
    BigDecimal came = received();
    return came == null || amount == null
        ? null
        : amount.subtract(came).max(BigDecimal.ZERO.setScale(amount.scale()));
  }

  /**
   * Returns whether a part of the money has come, some of it is still there, and it is no success.
   */
  public boolean isPartlyPaid() {
    return hasPart() && !isGivenBack();
  }

  /** Returns whether a part of the money has come, also if it was given back. */
  boolean hasPart() {
    return money.isPart() && status != PaymentStatus.success;
  }

  /**
   * Returns whether all that has come was given back, but for less than the smallest unit of the
   * currency: that cannot be refunded.
   */
  public boolean isGivenBack() {
    BigDecimal came = money.amount();
    int decimals = amount == null ? ReceivedMoney.USUAL_SCALE : amount.scale();
    return came != null
        && came.signum() > 0
        && refunded != null
        && refunded.compareTo(came.setScale(decimals, RoundingMode.DOWN)) >= 0;
  }

  /** Returns whether all was given back: what came, or the amount where nothing tells what came. */
  public boolean isRefunded() {
    return isGivenBack()
        || (received() == null
            && amount != null
            && refunded != null
            && refunded.compareTo(amount) >= 0);
  }

  /**
   * Returns whether nothing is left to do about a flag that stays: what was paid too much was given
   * back, or its block is gone.
   */
  public boolean isDone(PaymentFlag flag) {
    return switch (flag) {
      case overpaid ->
          isRefunded()
              || (status == PaymentStatus.success && received() != null && surplus() == null);
      case duplicate -> isRefunded();
      case mismatch, held, underpaid, late -> false;
    };
  }

  /** Returns what the merchant has to look at, in the order of the flags. */
  public Set<PaymentFlag> flags() {
    Set<PaymentFlag> flags = EnumSet.noneOf(PaymentFlag.class);
    flags.addAll(money.marks());
    if (isPartlyPaid() && status == PaymentStatus.failed) {
      flags.add(PaymentFlag.underpaid);
    }
    return flags;
  }
}
