package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;

/** Somebody else moved the cursor: this watcher no longer leads, and what it did is undone. */
final class LeadershipLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeadershipLost(Deployment deployment) {
    super("the cursor of " + deployment + " is not where it was", null, false, false);
  }
}
