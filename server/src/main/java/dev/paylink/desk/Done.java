package dev.paylink.desk;

import dev.paylink.platform.http.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What a form has done. It is told on the page the form leads to; the address only names which of
 * these sentences, so nobody can put words of their own on a page.
 */
enum Done {
  APPROVED("The company is verified. The merchant can create payments from now on."),
  REJECTED("The details are rejected. The merchant reads your reason and may submit again."),
  SUSPENDED("The merchant is suspended: it can create no payments. It reads your reason."),
  LIFTED("The suspension is lifted: the merchant is what it was before."),
  LIMIT("The key has its new limit."),
  KEY_ON("The key is active: calls with it are answered from now on."),
  KEY_OFF("The key is inactive: calls with it are refused from now on."),
  REDELIVERED("The event is on its way again."),
  ALL_REDELIVERED("All exhausted events of the merchant are on their way again."),
  SOME_REDELIVERED("10,000 events are on their way again; do the same once more for the rest.");

  static final String PARAMETER = "done";

  private final String words;

  Done(String words) {
    this.words = words;
  }

  /** On to that page, which will say so. */
  Answer on(String path) {
    return Answer.seeOther(path + '?' + PARAMETER + '=' + name());
  }

  static @Nullable String words(@Nullable String name) {
    for (Done done : values()) {
      if (done.name().equals(name)) {
        return done.words;
      }
    }
    return null;
  }
}
