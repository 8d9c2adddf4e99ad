package dev.paylink.checkout.wallet;

import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a wallet for one option: what it queries, signs and sends, in this order. Typed data
 * writes itself as the members of the JSON that {@code eth_signTypedData_v4} takes.
 *
 * @param deadline the first second in which the contract refuses {@code pay}
 * @param settled queries whether the payment is already paid
 * @param earlier query the same for what was prepared before under other refs
 * @param balance queries the payer's balance; null for the chain's own coin
 * @param allowance queries how much the contract may take; null for the chain's own coin
 * @param approve lets the contract take exactly the amount; null for the chain's own coin
 * @param pay pays; needs the allowance, except with the chain's own coin
 * @param permit null if the token has no permits, or nothing may be signed now
 * @param authorization typed data whose signature pays without an allowance; null if the token does
 *     not support it, or nothing may be signed now
 * @param permit2 null if the token takes signatures itself, or the contract is a first one
 */
public record WalletSteps(
    String option,
    String ref,
    long deadline,
    WalletCall settled,
    List<WalletCall> earlier,
    @Nullable WalletCall balance,
    @Nullable WalletCall allowance,
    @Nullable WalletCall approve,
    WalletCall pay,
    @Nullable Permit permit,
    @Nullable Consumer<Json> authorization,
    @Nullable Permit2 permit2) {

  /** Tells whether somebody else can send what the payer signs. */
  boolean canBeRelayed() {
    return authorization != null || permit2 != null;
  }

  /** {@code typedData} is null until the payer's nonce is known; {@code nonceCall} queries it. */
  public record Permit(WalletCall nonceCall, @Nullable Consumer<Json> typedData) {}

  /**
   * Typed data whose signature pays without an allowance for the contract, if the payer has allowed
   * Permit2 to take the amount; {@code allowance} queries that.
   */
  public record Permit2(WalletCall allowance, Consumer<Json> typedData) {}
}
