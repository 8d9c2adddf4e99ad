package dev.paylink.settlement.refund;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.money.AddressFault;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.Payment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.SettlementError;
import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The address of a refund whose customer names it.
 *
 * <ul>
 *   <li>Anyone with the link can propose an address, and another one until the merchant has
 *       confirmed it, a few times. That moves no money. The owners get a letter about each address,
 *       and the customer about each change: somebody else may have the link.
 *   <li>The merchant confirms exactly the address that it was shown: if another one was named
 *       meanwhile, nothing happens.
 *   <li>From then on the refund is like any other, with its whole time to be sent.
 * </ul>
 */
public final class RefundAddresses {
  private static final String PAYER = "payer";

  private final RefundStore store = new RefundStore();
  private final RefundQueries queries = new RefundQueries();
  private final MerchantRefunds.Parts parts;

  RefundAddresses(MerchantRefunds.Parts parts) {
    this.parts = parts;
  }

  /** A refund and its payment, as the customer sees them. */
  public record Asked(Refund refund, Payment payment, String chainName) {
    /** Returns the path of the page. */
    public String path() {
      return Objects.requireNonNull(refund.addressPath());
    }
  }

  /** Returns why money must not be sent to an address; null if it may. */
  @Nullable AddressFault fault(
      DepositAddress to, RefundNetwork.Place place, @Nullable String... merchants) {
    for (String own : merchants) {
      if (to.value().equalsIgnoreCase(own)) {
        return AddressFault.own;
      }
    }
    EvmAddress address = EvmAddress.of(to.value());
    AddressFault fault = place.fault(address);
    return fault == null
            && parts.jdbi().withHandle(handle -> queries.isTransferAddress(handle, address))
        ? AddressFault.transfer
        : fault;
  }

  /** Finds the refund of a link; returns null if the link is wrong, or its chain is gone. */
  public @Nullable Asked open(String token) {
    RefundLink.Presented presented = RefundLink.parse(token);
    if (presented == null) {
      return null;
    }
    Refund refund =
        parts
            .jdbi()
            .withHandle(handle -> queries.find(handle, presented.merchant(), presented.id()));
    RefundLink link = refund == null ? null : refund.link();
    if (refund == null || link == null || !link.token().matches(presented.token())) {
      return null;
    }
    RefundNetwork.Place place = parts.network().place(refund.chainId(), refund.token());
    return place == null
        ? null
        : new Asked(
            refund,
            parts.payments().require(refund.merchantId(), refund.paymentId().toString()),
            place.chainName());
  }

  /**
   * Takes an address from a customer.
   *
   * @return what is wrong with it, or null if it is stored, or it is too late for that
   */
  public @Nullable AddressFault name(Asked asked, String text, String source) {
    Refund refund = asked.refund();
    AddressFault fault = AddressFault.of(text);
    if (fault == null) {
      OnChainTransaction paid = OnChainTransaction.stored(asked.payment().transaction());
      fault =
          fault(
              new DepositAddress(DepositAddress.checksummed(text)),
              place(refund),
              parts.received(asked.payment()).paid().payee(),
              paid == null ? null : paid.payee());
    }
    if (fault != null) {
      return fault;
    }
    String address = DepositAddress.checksummed(text);
    return address.equals(refund.namedAddress())
        ? null
        : parts.jdbi().inTransaction(handle -> name(handle, asked, address, source));
  }

  private @Nullable AddressFault name(Handle handle, Asked asked, String address, String source) {
    Refund refund = asked.refund();
    if (store.name(handle, refund.merchantId(), refund.id(), address, parts.now())) {
      String before = refund.namedAddress();
      parts
          .audit()
          .record(
              handle,
              refund.merchantId(),
              new Actor(PAYER, source),
              "refund.address_named",
              before,
              refund.id() + " to " + address);
      parts.letters().named(handle, refund, asked.payment(), address);
      return null;
    }
    return store.isOpenForNames(handle, refund.merchantId(), refund.id())
        ? AddressFault.often
        : null;
  }

  /** Confirms the address that the merchant was shown. A repeat gets the same answer. */
  Refund confirm(MerchantId merchant, Refund before, String shown, Actor actor) {
    AddressFault fault = AddressFault.of(shown);
    if (fault != null) {
      throw Rejection.invalid("to", fault.message());
    }
    String address = DepositAddress.checksummed(shown);
    if (address.equals(before.to())) {
      return before;
    }
    Instant now = parts.now();
    long deadline = now.plus(MerchantRefunds.TIME_TO_SEND).getEpochSecond();
    RefundNetwork.Place place = place(before);
    RefundNetwork.Wanted wanted =
        new RefundNetwork.Wanted(
            merchant,
            before.paymentId(),
            before.id(),
            EvmAddress.of(address),
            before.units(),
            deadline);
    return parts
        .jdbi()
        .inTransaction(
            handle -> {
              store.lockPayment(handle, merchant, before.paymentId());
              Refund.Payable payable =
                  place.destination(
                      handle,
                      wanted,
                      queries.ofPayment(
                          handle, merchant, before.paymentId(), RequestRefund.MAX_OF_PAYMENT));
              Refund confirmed = before.with(payable, deadline, now, before.link());
              if (!store.confirm(handle, confirmed, payable)) {
                throw refused(queries.find(handle, merchant, before.id()));
              }
              parts
                  .audit()
                  .record(
                      handle,
                      merchant,
                      actor,
                      "refund.address_confirmed",
                      null,
                      confirmed.summary());
              return confirmed;
            });
  }

  private static Rejection refused(@Nullable Refund now) {
    String named = now == null ? null : now.namedAddress();
    if (now == null || now.status() != RefundStatus.requested || !now.lacksAddress()) {
      return new Rejection(SettlementError.REFUND_NOT_OPEN, Message.of("addressclosed"));
    }
    return new Rejection(
        SettlementError.REFUND_ADDRESS_CHANGED,
        named == null ? Message.of("noaddressyet") : Message.of("addresschanged", named));
  }

  private RefundNetwork.Place place(Refund refund) {
    RefundNetwork.Place place = parts.network().place(refund.chainId(), refund.token());
    if (place == null) {
      throw MerchantRefunds.unknownChain(refund);
    }
    return place;
  }
}
