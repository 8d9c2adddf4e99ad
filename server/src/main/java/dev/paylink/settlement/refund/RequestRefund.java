package dev.paylink.settlement.refund;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.AddressFault;
import dev.paylink.money.Currency;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.SettlementError;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Requests refunds.
 *
 * <ul>
 *   <li>The refunds of a payment in a token that are settled, or can still be, are in sum never
 *       more than it received in this token, whatever races: the sum is read and the refund stored
 *       under a lock of the payment.
 *   <li>An open payment is not refunded: more may come for it. Nor is one that is not final yet. Of
 *       any other, whatever came can be.
 *   <li>One idempotency key makes one refund; the same key for another payment or with another body
 *       is refused.
 *   <li>Money goes to the account that paid only if it can surely be sent back there. Otherwise the
 *       customer is asked for an address.
 * </ul>
 */
final class RequestRefund {
  static final int MAX_OF_PAYMENT = 200;

  private final RefundStore store = new RefundStore();
  private final RefundQueries queries = new RefundQueries();
  private final MerchantRefunds.Parts parts;
  private final RefundAddresses addresses;

  RequestRefund(MerchantRefunds.Parts parts, RefundAddresses addresses) {
    this.parts = parts;
    this.addresses = addresses;
  }

  /**
   * Requests a refund of the merchant's payment.
   *
   * @param depositAddress where the merchant is paid; null if nowhere
   * @param key the same each time one request is sent, so that it makes one refund
   * @param body another body with the same key is refused
   */
  MerchantRefunds.Requested handle(
      MerchantId merchant,
      @Nullable String depositAddress,
      String paymentId,
      Actor actor,
      String key,
      byte[] body,
      Fields fields) {
    Payment payment = parts.payments().require(merchant, paymentId);
    RefundParser.Chosen chosen = RefundParser.chosen(fields);
    ReceivedForPayment came = parts.received(payment);
    Refundable from = came.choose(chosen);
    String choice = from == null && !came.all().isEmpty() ? chosen.field() : null;
    if (choice != null) {
      fields.fault(choice, Message.of("field.notreceived"));
    }
    Currency currency =
        from == null ? parts.currencies().find(payment.currency()) : from.currency();
    if (currency == null) {
      throw unknownChain(payment);
    }
    RefundParser.Wanted wanted = RefundParser.parse(fields, currency);
    byte[] hash = RequestSigner.sha256(body);
    RefundQueries.Keyed known =
        parts.jdbi().withHandle(handle -> queries.byKey(handle, merchant, key));
    if (known != null) {
      return replay(known, payment, hash);
    }
    Refundable chosenFrom = require(payment, came, from);
    RefundNetwork.Place place = place(payment, chosenFrom);
    DepositAddress to = to(wanted, came, chosenFrom, place, depositAddress);
    return parts
        .jdbi()
        .inTransaction(
            handle -> {
              BigDecimal amount = amount(handle, payment, chosenFrom, wanted);
              Refund refund = refund(handle, payment, chosenFrom, wanted, to, place, amount);
              if (!store.insert(handle, refund, key, hash)) {
                return replay(
                    Objects.requireNonNull(queries.byKey(handle, merchant, key)), payment, hash);
              }
              parts
                  .audit()
                  .record(handle, merchant, actor, "refund.requested", null, refund.summary());
              parts.letters().ask(handle, refund, payment);
              return new MerchantRefunds.Requested(refund, false);
            });
  }

  private static MerchantRefunds.Requested replay(
      RefundQueries.Keyed known, Payment payment, byte[] hash) {
    if (!known.isOf(payment.id(), hash)) {
      throw new Rejection(
              PaymentError.IDEMPOTENCY_KEY_REUSED, Message.of("otherrequest", known.refund().id()))
          .with("refundId", known.refund().id().toString());
    }
    return new MerchantRefunds.Requested(known.refund().asRequested(), true);
  }

  /** Returns what the refund is taken from, if the payment can be refunded. */
  private static Refundable require(
      Payment payment, ReceivedForPayment came, @Nullable Refundable from) {
    if (came.paid().status().isOpen()) {
      throw notRefundable(Message.of("refund.open"));
    }
    if (came.isHeld()) {
      throw notRefundable(Message.of("refund.held"));
    }
    if (came.paid().early()) {
      throw notRefundable(Message.of("refundlater"));
    }
    if (from == null) {
      throw came.hasMore()
          ? unknownChain(payment)
          : notRefundable(Message.of("refund.nothingcame", payment.id()));
    }
    return from;
  }

  /** Returns where the money came in. */
  private RefundNetwork.Place place(Payment payment, Refundable from) {
    RefundNetwork.Place place = parts.network().place(from.chainId(), from.token());
    if (place == null) {
      throw unknownChain(payment);
    }
    return place;
  }

  /**
   * Returns the customer's address, after every check that needs no lock; null if the customer is
   * to name it.
   */
  private @Nullable DepositAddress to(
      RefundParser.Wanted wanted,
      ReceivedForPayment came,
      Refundable from,
      RefundNetwork.Place place,
      @Nullable String depositAddress) {
    OnChainTransaction paid = OnChainTransaction.stored(came.paid().transaction());
    DepositAddress named = wanted.to();
    DepositAddress to = named == null ? payer(wanted, came, from, place) : named;
    AddressFault fault = named == null ? null : AddressFault.ofOwner(EvmAddress.of(named.value()));
    if (fault == null && to != null) {
      fault =
          addresses.fault(
              to, place, depositAddress, came.paid().payee(), paid == null ? null : paid.payee());
    }
    if (fault != null) {
      throw Rejection.ofField(SettlementError.REFUND_ADDRESS_REFUSED, "to", fault.message());
    }
    return to;
  }

  /**
   * Returns the account that paid, if money can surely be sent back there, or else null. It is
   * known only of what has settled a success.
   */
  private static @Nullable DepositAddress payer(
      RefundParser.Wanted wanted,
      ReceivedForPayment came,
      Refundable from,
      RefundNetwork.Place place) {
    String payer = came.payerOf(from);
    if (payer == null
        || !(DepositAddress.parse(payer) instanceof DepositAddress.Parsed.Accepted accepted)) {
      return ask(wanted, Message.of("unknownpayer"));
    }
    if (place.isContract(EvmAddress.of(payer))) {
      return ask(wanted, Message.of("contractpayer", payer));
    }
    return accepted.address();
  }

  private static @Nullable DepositAddress ask(RefundParser.Wanted wanted, Message why) {
    if (!wanted.askPayer()) {
      throw new Rejection(SettlementError.REFUND_ADDRESS_REQUIRED, why);
    }
    return null;
  }

  /** Locks the payment and returns how much is refunded. */
  private BigDecimal amount(
      Handle handle, Payment payment, Refundable chosen, RefundParser.Wanted wanted) {
    ReceivedForPayment now =
        parts.received(
            handle, payment, store.lockPayment(handle, payment.merchantId(), payment.id()));
    Refundable from =
        require(
            payment, now, now.choose(new RefundParser.Chosen(chosen.token(), chosen.chainId())));
    if (now.refunds() >= MAX_OF_PAYMENT) {
      throw new Rejection(
          SettlementError.TOO_MANY_REFUNDS, Message.of("refundlimit", MAX_OF_PAYMENT));
    }
    BigDecimal left = from.left();
    BigDecimal amount = wanted.amount() == null ? left : wanted.amount();
    if (amount.signum() <= 0 || amount.compareTo(left) > 0) {
      throw new Rejection(
              SettlementError.REFUND_TOO_LARGE,
              left.signum() <= 0
                  ? Message.of("nothingleft", payment.id())
                  : Message.of("refundatmost", left.toPlainString(), from.currency().code()))
          .with("refundable", left.toPlainString());
    }
    return amount;
  }

  private Refund refund(
      Handle handle,
      Payment payment,
      Refundable from,
      RefundParser.Wanted wanted,
      @Nullable DepositAddress to,
      RefundNetwork.Place place,
      BigDecimal amount) {
    BigInteger units = place.units(amount);
    if (units == null) {
      throw Rejection.invalid("amount", Message.of("field.tokendecimals", from.token()));
    }
    Instant now = parts.now();
    RefundId id = RefundId.at(now);
    long deadline =
        now.plus(to == null ? RefundLink.TIME_TO_NAME : MerchantRefunds.TIME_TO_SEND)
            .getEpochSecond();
    Refund.Destination destination =
        to == null
            ? new Refund.AwaitingAddress()
            : place.destination(
                handle,
                new RefundNetwork.Wanted(
                    payment.merchantId(),
                    payment.id(),
                    id,
                    EvmAddress.of(to.value()),
                    units,
                    deadline),
                queries.ofPayment(handle, payment.merchantId(), payment.id(), MAX_OF_PAYMENT));
    return new Refund(
        payment.merchantId(),
        id,
        payment.id(),
        amount,
        from.currency().code(),
        wanted.reason(),
        destination,
        place.chainId(),
        from.token(),
        place.tokenAddress(),
        units,
        deadline,
        RefundStatus.requested,
        true,
        false,
        null,
        null,
        now,
        now,
        to == null ? RefundLink.random() : null);
  }

  private static Rejection notRefundable(Message why) {
    return new Rejection(SettlementError.PAYMENT_NOT_REFUNDABLE, why);
  }

  private static Rejection unknownChain(Payment payment) {
    return new Rejection(
        SettlementError.REFUND_NOT_POSSIBLE, Message.of("cannotrefund", payment.id()));
  }
}
