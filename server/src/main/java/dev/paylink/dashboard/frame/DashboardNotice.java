package dev.paylink.dashboard.frame;

import dev.paylink.platform.web.PageNotice;

/** Messages about what a form of the dashboard has done. */
public enum DashboardNotice implements PageNotice {
  PROFILE("Your business profile is saved."),
  NAME_REQUESTED("The new name is waiting for our decision. Customers see the old one until then."),
  NAME_WITHDRAWN("The new name is withdrawn. Customers see the name that you had."),
  KYB("Your company details are submitted. We will review them soon."),
  SANDBOX_VERIFIED("Your company is verified, as an operator would do it on a live service."),
  ADDRESS("Your address is saved. Payments created from now on go there."),
  ADDRESS_ANNOUNCED("The new address is saved. You can undo it until it takes effect."),
  ADDRESS_UNDONE("The announced address is called off. Payments go where they went before."),
  BRAND("Your settings are saved. Pages and letters look like this from now on."),
  LOGO("Your logo is saved. Payers see it from now on."),
  LOGO_REMOVED("Your logo is removed."),
  KEY_ON("The key is active. Calls with it work from now on."),
  KEY_OFF("The key is inactive. Calls with it are refused from now on."),
  KEY_SAVED("The key is saved. The change counts from the next call."),
  KEY_DELETED("The key is deleted. Calls with it are refused from now on."),
  WEBHOOK("The webhook is saved."),
  WEBHOOK_PAUSED("The webhook is paused. Events are kept and can be redelivered."),
  WEBHOOK_RESUMED("The webhook is active again."),
  WEBHOOK_DELETED("The webhook is deleted."),
  LINK("Your payment link is ready. Copy it, or let somebody scan the code."),
  REUSABLE_LINK("Your link is ready. Send it, print its code, or put its button on your site."),
  REUSABLE_LINK_SAVED("The link is saved. The change counts from the next use."),
  REUSABLE_LINK_ON("The link is switched on."),
  REUSABLE_LINK_OFF("The link is switched off. Nobody can use it from now on."),
  CANCELED("The payment is canceled. Money that still arrives counts."),
  REFUND("The refund is requested. Send it with your wallet."),
  REFUND_ASKS(
      "The refund is requested. Your customer has to name an address first: send the link."),
  REFUND_ADDRESS("The address is confirmed. Send the refund with your wallet."),
  REFUND_CANCELED("The refund is canceled."),
  REFUND_SIMULATED("The refund is on the simulated chain. It is settled when its block is final."),
  REFUND_NOT_SIMULATED("This refund cannot be paid on the simulated chain."),
  REDELIVERED("The event is being sent again. Reload the page to see the result."),
  STOPPED("We no longer try to deliver the event. It is still in the event feed."),
  REDELIVERED_ALL("The events are being sent again."),
  REDELIVERED_SOME("The events are being sent again. There are more: send the form again."),
  ROLE("The role is changed and takes effect at the next click."),
  USER_REMOVED("The user is removed and signed out everywhere."),
  USER_LEAVES("The change is announced. Any owner can undo it until it takes effect."),
  USER_STAYS("The change is undone."),
  FREEZE_AGREED("You agreed to lift the freeze. A second owner has to agree too."),
  FREEZE_LIFTED("The freeze is lifted."),
  INVITATION_WITHDRAWN("The invitation is withdrawn. Its link no longer works."),
  PASSWORD("Your password is changed, and you are signed out everywhere else."),
  PASSWORD_RESET("Your new password is set. Sign in with it."),
  SESSION_ENDED("That browser is signed out."),
  OTHERS_ENDED("You are signed out everywhere else."),
  TWO_FACTOR_OFF("The second factor is off."),
  PASSKEY_ADDED("The passkey is added. You can sign in with it from now on."),
  PASSKEY_RENAMED("The passkey is renamed."),
  PASSKEY_REMOVED("The passkey is removed. It no longer signs you in."),
  SSO("Single sign-on is saved. Try it in another browser before you require it."),
  SSO_REMOVED("Single sign-on is removed. Everybody signs in with a password again."),
  FACTOR_REQUIRED("Everybody in the team now has to have a second factor."),
  FACTOR_NOT_REQUIRED("A second factor is no longer required."),
  FACTOR_FIRST("Your team requires a second factor. Set up a passkey or an app to go on.");

  private final String sentence;

  DashboardNotice(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence() {
    return sentence;
  }
}
