package dev.paylink.relay;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.checkout.wallet.WalletPayments.Kind;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;

/**
 * All that a relay's key can sign: a call that pays a payment with its payer's signature, one that
 * sweeps a transfer address to its payee, or a transaction that does nothing. None of them sends
 * coin, and the call data is written here, from terms and not from bytes that somebody handed in.
 */
sealed interface RelayedCall {
  EvmAddress to();

  String data();

  /** Pays through the settlement contract, under a ref. */
  record Settle(Terms terms, long validBefore, EvmAddress payer, Kind kind, byte[] signature)
      implements RelayedCall {
    @Override
    public EvmAddress to() {
      return terms.deployment().contract();
    }

    @Override
    public String data() {
      return switch (kind) {
        case authorization ->
            ContractCalls.payWithAuthorization(terms, validBefore, payer, signature).data();
        case permit2 -> ContractCalls.payWithPermit2(terms, validBefore, payer, signature).data();
        case permit -> throw new IllegalStateException("only the payer can hand in a permit");
      };
    }
  }

  /** Has a token move a signed amount to a payment's transfer address (ERC-3009). */
  record Transfer(
      EvmAddress token,
      EvmAddress payer,
      EvmAddress address,
      BigInteger units,
      long validAfter,
      long validBefore,
      Bytes32 nonce,
      byte[] signature)
      implements RelayedCall {
    @Override
    public EvmAddress to() {
      return token;
    }

    @Override
    public String data() {
      return TokenCalls.transferWithAuthorization(
          payer, address, units, validAfter, validBefore, nonce, signature);
    }
  }

  /** Has a transfer address pay its payee, whom the address itself names. */
  record Sweep(EvmAddress factory, FactoryCalls.Place place) implements RelayedCall {
    @Override
    public EvmAddress to() {
      return factory;
    }

    @Override
    public String data() {
      return FactoryCalls.sweep(place);
    }
  }

  /** Uses a nonce up. */
  record Nothing(EvmAddress to) implements RelayedCall {
    @Override
    public String data() {
      return "0x";
    }
  }
}
