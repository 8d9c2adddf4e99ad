package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;

/**
 * Another node moved the cursor: this watcher is no longer the leader, and its work is rolled back.
 */
final class LeadershipLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeadershipLost(Deployment deployment) {
    super("the cursor of " + deployment + " is not where it was", null, false, false);
  }
}
