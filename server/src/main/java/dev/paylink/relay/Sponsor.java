package dev.paylink.relay;

import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.ChainWallet;
import dev.paylink.chain.wallet.Payable;
import dev.paylink.chain.wallet.SignedPayment;
import dev.paylink.checkout.wallet.RelayedPayments;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.relay.RelayOrder.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Has relays send what payers sign: with a wallet on the page, or as software (x402). */
final class Sponsor implements RelayedPayments, SignedTransfers {
  private final TakeOrders orders;
  private final ChainWallet wallet;
  private final ChainTransfers transfers;

  Sponsor(TakeOrders orders, ChainWallet wallet, ChainTransfers transfers) {
    this.orders = orders;
    this.wallet = wallet;
    this.transfers = transfers;
  }

  @Override
  public boolean sponsors(HostedPayment hosted, String option, String payer) {
    BigDecimal amount = hosted.payment().amount();
    int end = option.indexOf(':');
    return amount != null
        && end > 0
        && orders.isReady(
            Long.parseLong(option.substring(0, end)), hosted.payment().merchantId(), amount);
  }

  @Override
  public @Nullable Result relay(
      HostedPayment hosted,
      String option,
      String payer,
      WalletPayments.Kind kind,
      byte[] signature,
      long deadline) {
    if (kind == WalletPayments.Kind.permit) {
      return new Result.Refused("permit"); // only the payer can hand it in
    }
    SignedPayment signed = wallet.signed(hosted, option, payer, kind, signature, deadline);
    if (signed == null) {
      return null;
    }
    Payable payable = signed.payable();
    return orders.take(
        hosted,
        new TakeOrders.Given(
            kind == WalletPayments.Kind.permit2 ? Kind.permit2 : Kind.authorization,
            payable.terms().deployment().chainId(),
            payable.token().symbol(),
            signed.payer().bytes(),
            payable.terms().ref().bytes(),
            0,
            payable.validBefore(),
            signature,
            signed.noted()));
  }

  @Override
  public List<Offer> offers(HostedPayment hosted) {
    BigDecimal received = hosted.payment().received();
    return hosted.payment().amount() == null || (received != null && received.signum() > 0)
        ? List.of()
        : transfers.signable(hosted).stream()
            .filter(it -> orders.knows(it.terms().deployment().chainId()))
            .map(Sponsor::offer)
            .toList();
  }

  @Override
  public boolean isReady(HostedPayment hosted, Offer offer) {
    BigDecimal amount = hosted.payment().amount();
    return amount != null && orders.isReady(offer.chainId(), hosted.payment().merchantId(), amount);
  }

  private static Offer offer(Payable payable) {
    EvmAddress address = ChainTransfers.addressOf(payable);
    var domain = Objects.requireNonNull(payable.token().domain());
    return new Offer(
        payable.terms().deployment().chainId(),
        payable.token().symbol(),
        payable.token().address(),
        address,
        payable.terms().amount(),
        domain.name(),
        domain.version());
  }

  @Override
  public Result pay(HostedPayment hosted, Offer offer, Authorization authorization) {
    return orders.take(
        hosted,
        new TakeOrders.Given(
            Kind.transfer,
            offer.chainId(),
            offer.token(),
            authorization.from().bytes(),
            authorization.nonce().bytes(),
            authorization.validAfter(),
            authorization.validBefore(),
            authorization.signature(),
            true));
  }

  @Override
  public @Nullable UnderWay underWay(HostedPayment hosted) {
    return orders.underWay(hosted.payment());
  }
}
