package dev.paylink.chain.rpc;

import dev.paylink.chain.source.ChainUnavailable;

/** A node refuses a request as too large, or cannot answer it: a smaller question may succeed. */
final class NodeRefused extends ChainUnavailable {
  private static final long serialVersionUID = 1L;

  NodeRefused(String message) {
    super(message);
  }
}
