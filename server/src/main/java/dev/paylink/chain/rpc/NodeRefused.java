package dev.paylink.chain.rpc;

import dev.paylink.chain.source.ChainUnavailable;

/** A node answered that it will not, or cannot, do so much: a smaller question may succeed. */
final class NodeRefused extends ChainUnavailable {
  private static final long serialVersionUID = 1L;

  NodeRefused(String message) {
    super(message);
  }
}
