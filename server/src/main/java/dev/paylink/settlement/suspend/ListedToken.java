package dev.paylink.settlement.suspend;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A token that this instance takes on a chain.
 *
 * @param chain the chain's name in the settings
 * @param label the chain's name for people
 * @param address null for the chain's own coin
 */
public record ListedToken(
    String chain, String label, long chainId, String symbol, @Nullable String address) {
  /** Returns what requests for approval call it. */
  String subject() {
    return chain + ":" + symbol;
  }

  boolean isSameTokenAs(ListedToken other) {
    return chainId == other.chainId && Objects.equals(address, other.address);
  }

  String words() {
    return symbol + " on " + label;
  }
}
