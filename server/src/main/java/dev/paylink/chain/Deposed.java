package dev.paylink.chain;

/** Somebody else moved the cursor: this watcher no longer leads, and what it did is undone. */
final class Deposed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Deposed(Deployment deployment) {
    super("the cursor of " + deployment + " is not where it was", null, false, false);
  }
}
