package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Actor;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.Payment;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.payment.read.PaymentStatus;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.settlement.apply.OnChainTransaction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant does with refunds, for calls and pages alike.
 *
 * <ul>
 *   <li>The refunds of a payment that are settled, or can still be, are in sum never more than it
 *       received, whatever races: the sum is read and the refund stored under a lock of the
 *       payment.
 *   <li>An amount is free again once its refund can no longer be settled: at once if it is canceled
 *       before a wallet was told what to send, else when its deadline has passed on the chain.
 *   <li>One idempotency key makes one refund; the same key for another payment or with another body
 *       is refused.
 *   <li>Nothing here moves money: the merchant's own wallet does.
 * </ul>
 */
public final class OwnRefunds {
  /** How long the merchant has to send it. */
  static final Duration TIME_TO_SEND = Duration.ofDays(7);

  private static final int MAX_OF_PAYMENT = 200;

  private final RefundStore store = new RefundStore();
  private final Jdbi jdbi;
  private final PaymentReader payments;
  private final Currencies currencies;
  private final AuditLog audit;
  private final RefundNetwork network;
  private final InstantSource clock;

  OwnRefunds(
      Jdbi jdbi,
      PaymentReader payments,
      Currencies currencies,
      AuditLog audit,
      RefundNetwork network,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.payments = payments;
    this.currencies = currencies;
    this.audit = audit;
    this.network = network;
    this.clock = clock;
  }

  /** A refund, and whether this request repeats the one that made it. */
  public record Requested(Refund refund, boolean replayed) {}

  /** Some refunds, newest first; {@code next} is where the following page begins. */
  public record Page(List<Refund> refunds, @Nullable RefundId next) {}

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
    Payment payment = payments.require(merchant, paymentId);
    Currency currency = currencies.find(payment.currency());
    if (currency == null) {
      throw unknownChain(payment);
    }
    RefundParser.Wanted wanted = RefundParser.parse(fields, currency);
    byte[] hash = RequestSigner.sha256(body);
    RefundStore.Keyed known = jdbi.withHandle(handle -> store.byKey(handle, merchant, key));
    if (known != null) {
      return replay(known, payment, hash);
    }
    if (payment.status() != PaymentStatus.success) {
      throw notRefundable(payment);
    }
    OnChainTransaction paid = OnChainTransaction.stored(payment.transaction());
    RefundNetwork.Place place = place(payment, paid);
    DepositAddress to = to(wanted, Objects.requireNonNull(paid), place, depositAddress);
    return jdbi.inTransaction(
        handle -> {
          BigDecimal amount = amount(handle, payment, wanted);
          Refund refund =
              refund(payment, Objects.requireNonNull(paid.token()), wanted, to, place, amount);
          if (!store.insert(handle, refund, key, hash)) {
            return replay(
                Objects.requireNonNull(store.byKey(handle, merchant, key)), payment, hash);
          }
          audit.record(handle, merchant, actor, "refund.requested", null, refund.summary());
          return new Requested(refund, false);
        });
  }

  private static Requested replay(RefundStore.Keyed known, Payment payment, byte[] hash) {
    if (!known.isOf(payment.id(), hash)) {
      throw new Refused(
          Problem.unprocessable(
                  "IDEMPOTENCY_KEY_REUSED",
                  "This X-Idempotency-Key was used for a different request, which made "
                      + known.refund().id())
              .with("refundId", known.refund().id().toString()));
    }
    return new Requested(known.refund().asRequested(), true);
  }

  /** Returns where the payment's money came in. */
  private RefundNetwork.Place place(Payment payment, @Nullable OnChainTransaction paid) {
    Long chainId = paid == null ? null : paid.chainId();
    String token = paid == null ? null : paid.token();
    RefundNetwork.Place place =
        chainId == null || token == null ? null : network.place(chainId, token);
    if (place == null) {
      throw unknownChain(payment);
    }
    return place;
  }

  /** Returns the customer's address, after every check that needs no lock. */
  private static DepositAddress to(
      RefundParser.Wanted wanted,
      OnChainTransaction paid,
      RefundNetwork.Place place,
      @Nullable String depositAddress) {
    DepositAddress named = wanted.to();
    DepositAddress to = named == null ? payer(paid, place) : named;
    EvmAddress address = EvmAddress.of(to.value());
    String payee = paid.payee();
    String fault =
        to.value().equals(depositAddress) || to.value().equalsIgnoreCase(payee)
            ? "is your own deposit address"
            : place.fault(address);
    if (fault != null) {
      throw new Refused(Problem.refusedField("REFUND_ADDRESS_REFUSED", "to", fault));
    }
    return to;
  }

  /** Returns the account that paid, if money can surely be sent back there. */
  private static DepositAddress payer(OnChainTransaction paid, RefundNetwork.Place place) {
    String payer = paid.payer();
    if (payer == null
        || !(DepositAddress.parse(payer) instanceof DepositAddress.Parsed.Accepted accepted)) {
      throw addressRequired("We do not know which account paid this payment.");
    }
    if (place.isContract(EvmAddress.of(payer))) {
      throw addressRequired(
          "The payment came from the contract "
              + payer
              + ", which may not be able to pass a refund on.");
    }
    return accepted.address();
  }

  /** Locks the payment and returns how much is refunded. */
  private BigDecimal amount(Handle handle, Payment payment, RefundParser.Wanted wanted) {
    RefundStore.Received received = store.lockPayment(handle, payment.merchantId(), payment.id());
    BigDecimal sum = received.amount();
    if (!received.success() || sum == null) {
      throw notRefundable(payment);
    }
    RefundStore.Taken taken = store.taken(handle, payment.merchantId(), payment.id());
    if (taken.refunds() >= MAX_OF_PAYMENT) {
      throw new Refused(
          Problem.unprocessable(
              "TOO_MANY_REFUNDS",
              "A payment can have %d refunds, canceled ones included".formatted(MAX_OF_PAYMENT)));
    }
    BigDecimal left = sum.subtract(taken.amount());
    BigDecimal amount = wanted.amount() == null ? left : wanted.amount();
    if (amount.signum() <= 0 || amount.compareTo(left) > 0) {
      throw new Refused(
          Problem.unprocessable(
                  "REFUND_TOO_LARGE",
                  left.signum() <= 0
                      ? "Nothing is left to refund: all of %s is refunded, or requested to be"
                          .formatted(payment.id())
                      : "At most %s %s can still be refunded"
                          .formatted(left.toPlainString(), payment.currency()))
              .with("refundable", left.max(BigDecimal.ZERO).toPlainString()));
    }
    return amount;
  }

  private Refund refund(
      Payment payment,
      String token,
      RefundParser.Wanted wanted,
      DepositAddress to,
      RefundNetwork.Place place,
      BigDecimal amount) {
    BigInteger units = place.units(amount);
    if (units == null) {
      throw new Refused(
          Problem.invalidField("amount", "has more decimals than the token " + token));
    }
    Instant now = now();
    RefundId id = RefundId.at(now);
    long deadline = now.plus(TIME_TO_SEND).getEpochSecond();
    return new Refund(
        payment.merchantId(),
        id,
        payment.id(),
        amount,
        payment.currency(),
        wanted.reason(),
        to.value(),
        place.chainId(),
        place.contract(),
        token,
        place.tokenAddress(),
        units,
        deadline,
        place.ref(id, EvmAddress.of(to.value()), units, deadline),
        RefundStatus.requested,
        true,
        false,
        null,
        null,
        now,
        now);
  }

  /** Returns one refund; refuses with 404 if the merchant has none with this id. */
  public Refund read(MerchantId merchant, String idText) {
    return jdbi.withHandle(handle -> read(handle, merchant, idText));
  }

  private Refund read(Handle handle, MerchantId merchant, String idText) {
    RefundId id = RefundId.parse(idText);
    Refund refund = id == null ? null : store.find(handle, merchant, id);
    if (refund == null) {
      throw new Refused(Problem.notFound("REFUND_NOT_FOUND", "You have no refund with this id"));
    }
    return refund;
  }

  /** Returns the refunds of a payment, oldest first. */
  public List<Refund> ofPayment(MerchantId merchant, String paymentId) {
    return ofPayment(payments.require(merchant, paymentId));
  }

  /** Returns the refunds of a payment, oldest first. */
  public List<Refund> ofPayment(Payment payment) {
    return jdbi.withHandle(
        handle -> store.ofPayment(handle, payment.merchantId(), payment.id(), MAX_OF_PAYMENT));
  }

  /** Returns how much of a payment can still be refunded. */
  public BigDecimal left(Payment payment) {
    BigDecimal amount = payment.amount();
    return amount == null || payment.status() != PaymentStatus.success
        ? BigDecimal.ZERO
        : jdbi.withHandle(
            handle ->
                amount.subtract(store.taken(handle, payment.merchantId(), payment.id()).amount()));
  }

  /** Returns some refunds, newest first; those before {@code before}, if it is given. */
  public Page list(MerchantId merchant, @Nullable RefundId before, int limit) {
    List<Refund> found =
        jdbi.withHandle(
            handle ->
                store.older(handle, merchant, before == null ? RefundId.LAST : before, limit + 1));
    List<Refund> page = found.subList(0, Math.min(limit, found.size()));
    return new Page(page, found.size() > limit ? page.getLast().id() : null);
  }

  /** Returns the refunds that wait for a wallet, oldest first. */
  public List<Refund> toSend(MerchantId merchant, int limit) {
    return jdbi.withHandle(handle -> store.toSend(handle, merchant, limit));
  }

  /** Cancels a refund of which nothing is on the chain. A repeated cancel gets the same answer. */
  public Refund cancel(MerchantId merchant, String idText, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          Refund before = read(handle, merchant, idText);
          if (store.cancel(handle, merchant, before.id(), now())) {
            audit.record(handle, merchant, actor, "refund.canceled", null, before.summary());
          }
          Refund after = read(handle, merchant, idText);
          if (after.status() != RefundStatus.canceled) {
            throw new Refused(
                Problem.conflict(
                    "REFUND_NOT_OPEN",
                    "The refund is %s and can no longer be canceled".formatted(after.status())));
          }
          return after;
        });
  }

  /**
   * Returns a refund that is to be sent now. From now on it counts until its deadline, even if it
   * is canceled, because the wallet may send it.
   */
  public Refund give(MerchantId merchant, String idText) {
    return jdbi.inTransaction(
        handle -> {
          Refund refund = read(handle, merchant, idText);
          // A payment that a reorganisation took back is not paid back.
          if (!store.lockPayment(handle, merchant, refund.paymentId()).success()) {
            throw new Refused(
                Problem.conflict(
                    "PAYMENT_NOT_REFUNDABLE",
                    refund.paymentId() + " is no longer a success, so there is nothing to refund"));
          }
          if (!store.give(handle, merchant, refund.id(), now())) {
            throw new Refused(
                Problem.conflict(
                    "REFUND_NOT_OPEN",
                    "The refund is %s and is not to be sent".formatted(refund.status())));
          }
          return read(handle, merchant, idText);
        });
  }

  /** Gives a refund to the wallet with this address and returns what the wallet has to do. */
  RefundSteps steps(MerchantId merchant, String idText, EvmAddress sender) {
    Refund known = read(merchant, idText);
    RefundNetwork.Place place = network.place(known.chainId(), known.token());
    if (place == null) {
      throw new Refused(
          Problem.unprocessable(
              "REFUND_NOT_POSSIBLE",
              "%s on chain %d is no longer configured".formatted(known.token(), known.chainId())));
    }
    if (sender.equals(EvmAddress.of(known.to()))) {
      throw new Refused(
          Problem.refusedField(
              "REFUND_ADDRESS_REFUSED", "payer", "is the account that gets the refund"));
    }
    return place.steps(give(merchant, idText), sender);
  }

  /** Notes the transaction that a wallet says it sent: a hint, no proof. */
  Refund noteSent(MerchantId merchant, String idText, String hash) {
    return jdbi.withHandle(
        handle -> {
          Refund refund = read(handle, merchant, idText);
          store.noteSent(handle, merchant, refund.id(), hash);
          return read(handle, merchant, idText);
        });
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static Refused notRefundable(Payment payment) {
    return new Refused(
        Problem.conflict(
            "PAYMENT_NOT_REFUNDABLE",
            "Only a payment that is a success can be refunded; this one is " + payment.status()));
  }

  private static Refused unknownChain(Payment payment) {
    return new Refused(
        Problem.unprocessable(
            "REFUND_NOT_POSSIBLE",
            "This service cannot refund %s: it was not paid in a token of a chain that is configured"
                .formatted(payment.id())));
  }

  private static Refused addressRequired(String why) {
    return new Refused(
        Problem.unprocessable(
            "REFUND_ADDRESS_REQUIRED",
            why + " Ask your customer for an address and send it in the field to."));
  }
}
