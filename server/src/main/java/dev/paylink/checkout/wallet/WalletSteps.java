package dev.paylink.checkout.wallet;

import dev.paylink.platform.json.Json;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a wallet asks, signs and sends for one option, in this order. Typed data writes itself as
 * the members of the JSON that {@code eth_signTypedData_v4} takes.
 *
 * @param settled asks whether it is paid already
 * @param balance asks what the payer has; null for the chain's own coin
 * @param allowance asks what the contract may take; null for the chain's own coin
 * @param approve lets the contract take exactly the amount; null for the chain's own coin
 * @param pay pays; needs the allowance, except with the chain's own coin
 * @param permit null when the token has no permits
 * @param authorization typed data whose signature pays without an allowance; null when the token
 *     knows no such thing
 */
public record WalletSteps(
    String option,
    String ref,
    WalletCall settled,
    @Nullable WalletCall balance,
    @Nullable WalletCall allowance,
    @Nullable WalletCall approve,
    WalletCall pay,
    @Nullable Permit permit,
    @Nullable Consumer<Json> authorization) {

  /** {@code typedData} is null until the payer's nonce is known, which {@code nonceCall} asks. */
  public record Permit(WalletCall nonceCall, @Nullable Consumer<Json> typedData) {}
}
