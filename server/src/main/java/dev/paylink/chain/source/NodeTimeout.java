package dev.paylink.chain.source;

/**
 * A node has not answered in time. That is silence: it does not say that the question was too
 * large. If too few others answer either, a smaller one may be tried next time.
 */
public final class NodeTimeout extends ChainUnavailable {
  private static final long serialVersionUID = 1L;

  public NodeTimeout(String message) {
    super(message);
  }
}
