package dev.paylink.chain.rpc;

import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import org.jspecify.annotations.Nullable;

/** Calls that a node tries out and does not send ({@code eth_call}). */
final class EthCall {
  private EthCall() {}

  /** Returns the parameters of a question in the state of this block; of now if it is null. */
  static String of(EvmAddress to, String data, @Nullable Bytes32 block) {
    String at =
        block == null
            ? "\"latest\""
            : "{\"blockHash\":\"%s\",\"requireCanonical\":true}".formatted(block);
    return "[{\"to\":\"%s\",\"data\":\"%s\"},%s]".formatted(to.hex(), data, at);
  }

  /** Tells whether the call would go through now, if this account sent it. */
  static boolean passes(JsonRpc rpc, EvmAddress from, WalletCall call) {
    String parameters = "[{\"from\":\"%s\",\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]";
    try {
      rpc.ask("eth_call", parameters.formatted(from.hex(), call.to(), call.data()));
      return true;
    } catch (NodeRefused e) {
      return false;
    }
  }
}
