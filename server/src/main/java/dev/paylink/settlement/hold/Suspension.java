package dev.paylink.settlement.hold;

import java.time.Instant;

/**
 * A token that operators have suspended.
 *
 * @param token its symbol
 * @param suspendedBy the operator who did it, or agreed to it last
 */
public record Suspension(
    long chainId, String token, String reason, String suspendedBy, Instant suspendedAt) {
  boolean isOf(long chain, String symbol) {
    return chainId == chain && token.equals(symbol);
  }
}
