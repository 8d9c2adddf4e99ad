package dev.paylink.checkout.wallet;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * One way to pay: a token on a chain.
 *
 * @param id {@code <chain id>:<token>}
 * @param rpcUrl a public node that may be given to a wallet; null if the wallet must know the chain
 *     itself
 * @param explorer address of a block explorer, without a trailing slash
 * @param units the amount in the token's smallest units
 */
public record WalletOption(
    String id,
    long chainId,
    String chainName,
    @Nullable String rpcUrl,
    @Nullable String explorer,
    String contract,
    Token token,
    BigInteger units) {

  /** {@code address} is null for the chain's own coin. */
  public record Token(
      String symbol,
      @Nullable String address,
      int decimals,
      boolean permit,
      boolean authorization) {}
}
