package dev.paylink.chain.rpc;

import dev.paylink.chain.source.ChainUnavailable;
import java.util.Locale;

/** A node refuses a request as too large, or cannot answer it: a smaller question may succeed. */
final class NodeRefused extends ChainUnavailable {
  private static final long serialVersionUID = 1L;

  NodeRefused(String message) {
    super(message);
  }

  /** Tells whether the contract refused, which another node would say as well. */
  boolean isOfContract() {
    String why = String.valueOf(getMessage()).toLowerCase(Locale.ROOT);
    return why.contains("revert") || why.contains("out of gas");
  }
}
