package dev.paylink.desk;

import dev.paylink.platform.web.PageNotice;

/** What the desk's forms have done. */
enum DeskNotice implements PageNotice {
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

  private final String sentence;

  DeskNotice(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
