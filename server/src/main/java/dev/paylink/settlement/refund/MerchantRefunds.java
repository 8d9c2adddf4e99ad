package dev.paylink.settlement.refund;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.RefundId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.SettlementError;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant does with refunds, for calls and pages alike.
 *
 * <ul>
 *   <li>An amount is free again once its refund can no longer be settled: at once if it is canceled
 *       before a wallet got the call, else when its deadline has passed on the chain.
 *   <li>Nothing here moves money: the merchant's own wallet does.
 * </ul>
 */
public final class MerchantRefunds {
  /** How long the merchant has to send it. */
  public static final Duration TIME_TO_SEND = Duration.ofDays(7);

  private final RefundStore store = new RefundStore();
  private final RefundQueries queries = new RefundQueries();
  private final Parts parts;
  private final RefundAddresses addresses;
  private final RequestRefund request;

  public MerchantRefunds(Parts parts) {
    this.parts = parts;
    this.addresses = new RefundAddresses(parts);
    this.request = new RequestRefund(parts, addresses);
  }

  /** What all use cases of refunds work with. */
  public record Parts(
      Jdbi jdbi,
      PaymentReader payments,
      Currencies currencies,
      ApplyReport reports,
      AuditLog audit,
      RefundNetwork network,
      RefundLetters letters,
      InstantSource clock) {
    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns what came for a payment; it may change at once. */
    ReceivedForPayment received(Payment payment) {
      return jdbi.withHandle(
          handle ->
              received(
                  handle,
                  payment,
                  new RefundQueries().paid(handle, payment.merchantId(), payment.id())));
    }

    ReceivedForPayment received(Handle handle, Payment payment, RefundQueries.Paid paid) {
      return ReceivedForPayment.of(handle, currencies, payment.merchantId(), payment.id(), paid);
    }
  }

  /** Returns what customers do with the links by which they name an address. */
  public RefundAddresses addresses() {
    return addresses;
  }

  /** A refund, and whether this request repeats the one that made it. */
  public record Requested(Refund refund, boolean replayed) {}

  /**
   * Requests a refund of the merchant's payment.
   *
   * @param depositAddress where the merchant is paid; null if nowhere
   * @param key the same each time one request is sent, so that it makes one refund
   * @param body another body with the same key is refused
   */
  public Requested request(
      MerchantId merchant,
      @Nullable String depositAddress,
      String paymentId,
      Actor actor,
      String key,
      byte[] body,
      Fields fields) {
    return request.handle(merchant, depositAddress, paymentId, actor, key, body, fields);
  }

  /** Confirms the address that the customer has named, as the merchant was shown it. */
  public Refund confirmAddress(MerchantId merchant, String idText, String address, Actor actor) {
    return addresses.confirm(merchant, read(merchant, idText), address, actor);
  }

  /** Returns one refund; refuses with 404 if the merchant has none with this id. */
  public Refund read(MerchantId merchant, String idText) {
    return parts.jdbi().withHandle(handle -> read(handle, merchant, idText));
  }

  private Refund read(Handle handle, MerchantId merchant, String idText) {
    RefundId id = RefundId.parse(idText);
    Refund refund = id == null ? null : queries.find(handle, merchant, id);
    if (refund == null) {
      throw new Rejection(SettlementError.REFUND_NOT_FOUND, Message.of("norefund"));
    }
    return refund;
  }

  Payment payment(MerchantId merchant, String paymentId) {
    return parts.payments().require(merchant, paymentId);
  }

  /** Returns the refunds of a payment, oldest first. */
  public List<Refund> ofPayment(Payment payment) {
    return parts
        .jdbi()
        .withHandle(
            handle ->
                queries.ofPayment(
                    handle, payment.merchantId(), payment.id(), RequestRefund.MAX_OF_PAYMENT));
  }

  /** Returns what can still be refunded of a payment, by token; nothing while it is open. */
  public List<Refundable> refundable(Payment payment) {
    ReceivedForPayment came = parts.received(payment);
    return came.isDecided() ? came.all().stream().filter(Refundable::hasSome).toList() : List.of();
  }

  /** Returns some refunds, newest first; those before {@code before}, if it is given. */
  public Page<Refund, RefundId> list(MerchantId merchant, @Nullable RefundId before, int limit) {
    List<Refund> found =
        parts
            .jdbi()
            .withHandle(
                handle ->
                    queries.older(
                        handle, merchant, before == null ? RefundId.LAST : before, limit + 1));
    return Page.of(found, limit, Refund::id);
  }

  /** Returns the refunds that wait for a wallet, oldest first. */
  public List<Refund> toSend(MerchantId merchant, int limit) {
    return parts.jdbi().withHandle(handle -> queries.toSend(handle, merchant, limit));
  }

  /** Returns the refunds whose customer has to name an address, oldest first. */
  public List<Refund> withoutAddress(MerchantId merchant, int limit) {
    return parts.jdbi().withHandle(handle -> queries.withoutAddress(handle, merchant, limit));
  }

  /** Cancels a refund of which nothing is on the chain. A repeated cancel gets the same answer. */
  public Refund cancel(MerchantId merchant, String idText, Actor actor) {
    Refund before = read(merchant, idText);
    parts
        .reports()
        .endRefund(
            before.paymentId(),
            handle -> {
              if (store.cancel(handle, merchant, before.id(), parts.now())) {
                parts
                    .audit()
                    .record(handle, merchant, actor, "refund.canceled", null, before.summary());
              }
            });
    Refund after = read(merchant, idText);
    if (after.status() != RefundStatus.canceled) {
      throw new Rejection(
          SettlementError.REFUND_NOT_OPEN, Message.of("refundclosed", after.status()));
    }
    return after;
  }

  /**
   * Returns a refund that is to be sent now. From now on it counts until its deadline, even if it
   * is canceled, because the wallet may send it.
   */
  public Refund give(MerchantId merchant, String idText) {
    return parts
        .jdbi()
        .inTransaction(
            handle -> {
              Refund refund = read(handle, merchant, idText);
              // What a reorganisation took back is not paid back.
              RefundQueries.Paid paid = store.lockPayment(handle, merchant, refund.paymentId());
              if (!ReceivedForPayment.of(
                      handle, parts.currencies(), merchant, refund.paymentId(), paid)
                  .covers(refund)) {
                throw new Rejection(
                    SettlementError.PAYMENT_NOT_REFUNDABLE,
                    Message.of("refund.moneygone", refund.paymentId()));
              }
              if (refund.lacksAddress() && refund.status() == RefundStatus.requested) {
                throw withoutAddress();
              }
              if (!store.give(handle, merchant, refund.id(), parts.now())) {
                throw new Rejection(
                    SettlementError.REFUND_NOT_OPEN, Message.of("notsendable", refund.status()));
              }
              return read(handle, merchant, idText);
            });
  }

  /** Gives a refund to the wallet with this address and returns what the wallet has to do. */
  RefundSteps steps(MerchantId merchant, String idText, EvmAddress sender) {
    Refund known = read(merchant, idText);
    RefundNetwork.Place place = parts.network().place(known.chainId(), known.token());
    if (place == null) {
      throw unknownChain(known);
    }
    Refund.Payable payable = known.payable();
    if (payable == null) {
      throw withoutAddress();
    }
    if (sender.equals(payable.to())) {
      throw Rejection.ofField(
          SettlementError.REFUND_ADDRESS_REFUSED, "payer", Message.of("field.isrecipient"));
    }
    EvmAddress only = place.onlySender(known);
    if (only != null && !only.equals(sender)) {
      throw Rejection.ofField(
          SettlementError.REFUND_WALLET_REFUSED, "payer", Message.of("field.onlysender", only));
    }
    return place.steps(give(merchant, idText), sender);
  }

  /** Notes the transaction that a wallet says it sent: a hint, no proof. */
  Refund noteSent(MerchantId merchant, String idText, Bytes32 hash) {
    return parts
        .jdbi()
        .withHandle(
            handle -> {
              Refund refund = read(handle, merchant, idText);
              store.noteSent(handle, merchant, refund.id(), hash);
              return read(handle, merchant, idText);
            });
  }

  private static Rejection withoutAddress() {
    return new Rejection(SettlementError.REFUND_ADDRESS_NOT_CONFIRMED, Message.of("nobodyyet"));
  }

  static Rejection unknownChain(Refund refund) {
    return new Rejection(
        SettlementError.REFUND_NOT_POSSIBLE,
        Message.of("tokengone", refund.token(), refund.chainId()));
  }
}
