package dev.paylink.chain.simulated;

import dev.paylink.chain.wallet.Payable;
import dev.paylink.checkout.wallet.RelayedPayments.Result;
import dev.paylink.checkout.wallet.SignedTransfers;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transfers that software signs, on a sandbox's simulated chain. Each payment gets one. Nobody has
 * a key there, so signatures are not looked at.
 */
record SimulatedTransfers(SandboxChain chain) implements SignedTransfers {
  @Override
  public List<Offer> offers(HostedPayment hosted) {
    Payment payment = hosted.payment();
    Payable payable = chain.payable(payment);
    BigDecimal received = payment.received();
    if (payable == null || (received != null && received.signum() > 0)) {
      return List.of();
    }
    EvmAddress address = SandboxChain.addressOf(payable, payment);
    chain.offer(payable, address, payment.expiresAt());
    String symbol = payable.token().symbol();
    return List.of(
        new Offer(
            SandboxChain.CHAIN_ID,
            symbol,
            payable.token().address(),
            address,
            payable.terms().amount(),
            "Simulated " + symbol,
            "1"));
  }

  @Override
  public boolean isReady(HostedPayment hosted, Offer offer) {
    return true;
  }

  @Override
  public Result pay(HostedPayment hosted, Offer offer, Authorization authorization) {
    EvmAddress from = authorization.from();
    Bytes32 nonce = authorization.nonce();
    Bytes32 sent = chain.transferSigned(offer, from, nonce);
    if (sent == null) {
      return new Result.Refused("reverts");
    }
    return sent.equals(SimulatedChain.transactionOf(from, nonce))
        ? new Result.Sent(sent)
        : new Result.Refused("other");
  }

  @Override
  public @Nullable UnderWay underWay(HostedPayment hosted) {
    Payment payment = hosted.payment();
    Payable payable = chain.payable(payment);
    Bytes32 hash =
        payable == null ? null : chain.signedTransfer(SandboxChain.addressOf(payable, payment));
    return hash == null ? null : new UnderWay(SandboxChain.CHAIN_ID, hash);
  }
}
