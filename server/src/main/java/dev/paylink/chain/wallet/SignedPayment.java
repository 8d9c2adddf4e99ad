package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.checkout.wallet.WalletPayments.Kind;
import dev.paylink.money.EvmAddress;

/**
 * A payment as its payer has signed it.
 *
 * @param signature r, s, v
 * @param noted whether it would pay now, and so nothing else is prepared until it has run out
 */
public record SignedPayment(
    Payable payable, EvmAddress payer, Kind kind, byte[] signature, boolean noted) {
  /** Returns the call that pays with the signature. */
  WalletCall call() {
    return call(payable, payer, kind, signature);
  }

  static WalletCall call(Payable payable, EvmAddress payer, Kind kind, byte[] signature) {
    return switch (kind) {
      case permit -> ContractCalls.payWithPermit(payable.terms(), payable.validBefore(), signature);
      case authorization ->
          ContractCalls.payWithAuthorization(
              payable.terms(), payable.validBefore(), payer, signature);
      case permit2 ->
          ContractCalls.payWithPermit2(payable.terms(), payable.validBefore(), payer, signature);
    };
  }
}
