package dev.paylink.dashboard.frame;

import dev.paylink.platform.web.PageNotice;

/** What the forms of the dashboard have done. */
public enum DashboardNotice implements PageNotice {
  PROFILE("Your business profile is saved."),
  KYB("Your company details are submitted. We will look at them soon."),
  ADDRESS("Your address is saved. Payments created from now on go there."),
  ADDRESS_ANNOUNCED("The new address is announced. Until it takes effect you can undo it."),
  ADDRESS_UNDONE("The announced address is called off. Payments go where they went before."),
  KEY_ON("The key is active: calls with it are answered from now on."),
  KEY_OFF("The key is inactive: calls with it are refused from now on."),
  WEBHOOK("The webhook is saved."),
  WEBHOOK_PAUSED("The webhook is paused. Events are kept and can be redelivered."),
  WEBHOOK_RESUMED("The webhook is active again."),
  WEBHOOK_DELETED("The webhook is deleted."),
  LINK("Your payment link is ready: copy it, or let somebody scan the code."),
  CANCELED("The payment is canceled. Money that arrives all the same still counts."),
  REDELIVERED("The event is on its way again; reload the page to see how it went."),
  REDELIVERED_ALL("The events are on their way again."),
  REDELIVERED_SOME("The events are on their way again. There are more: send the form once more."),
  ROLE("The role is changed. It holds from the next click on."),
  USER_REMOVED("The user is removed and signed out everywhere."),
  INVITATION_WITHDRAWN("The invitation is withdrawn. Its link opens nothing any more."),
  PASSWORD("Your password is changed, and you are signed out everywhere else."),
  SESSION_ENDED("That browser is signed out."),
  OTHERS_ENDED("You are signed out everywhere else."),
  TWO_FACTOR_OFF("The second factor is off.");

  private final String sentence;

  DashboardNotice(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
