package dev.paylink.desk;

import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.PageNotice;

/** Messages about what a form of the desk has done. */
enum DeskNotice implements PageNotice {
  APPROVED("The company is verified. The merchant can create payments from now on."),
  REJECTED("The details are rejected. The merchant sees your reason and can submit again."),
  SUSPENDED("The merchant cannot create payments now. It sees your reason."),
  LIFTED("The suspension is lifted. The merchant has its earlier status again."),
  NAME_ACCEPTED("The new name is accepted. Customers see it from now on."),
  NAME_REJECTED("The new name is rejected. The merchant sees your reason."),
  THAWED("The freeze is lifted. The merchant can change addresses, team, keys and webhooks."),
  FACTORS_REMOVED("The second factors are removed. The person signs in with the password alone."),
  OWNER_APPOINTED(
      "The person becomes an owner after the delay, or gets an invitation. All owners get an"
          + " e-mail."),
  ERASED("The customer is erased. The audit log has the counts."),
  NOBODY_ERASED("The merchant has nothing about a customer with this address."),
  PAYOUT_REPORTED("The payout is reported. The merchant gets the event."),
  LIMIT("The new limit is saved."),
  KEY_ON("The key is active. Calls with it now work."),
  KEY_OFF("The key is inactive. Calls with it are now rejected."),
  TOKEN_SUSPENDED(
      "The token is suspended. Nothing new is offered in it, and payments in it are held."),
  TOKEN_LIFTED("The suspension is lifted. Payments that were held in the token are confirmed."),
  HELD_CONFIRMED("The payment is confirmed. The merchant gets the usual event."),
  HELD_FAILED("The payment has failed. The merchant gets the usual event."),
  APPROVAL_ASKED("Another operator has to agree. The request waits at Approvals, for 24 hours."),
  APPROVAL_GIVEN("You agreed, and it is done."),
  APPROVAL_DECLINED("The request is declined. Nothing has changed."),
  INVITED("The invitation is sent by e-mail. Its link is shown to nobody else."),
  ROLE_CHANGED("The new role applies from now on. This person has to sign in again."),
  OPERATOR_REMOVED("This person is signed out everywhere and can no longer sign in."),
  INVITATION_WITHDRAWN("The invitation link no longer works."),
  PASSWORD("The password is changed. Your other sessions have ended."),
  TWO_FACTOR_OFF("The second factor is off."),
  PASSKEY_ADDED("The passkey is added. You can sign in with it."),
  PASSKEY_RENAMED("The passkey is renamed."),
  PASSKEY_REMOVED("The passkey is removed. You can no longer sign in with it."),
  SESSION_ENDED("The session has ended."),
  REDELIVERED("The event is being sent again."),
  ALL_REDELIVERED("All exhausted events of the merchant are being sent again."),
  REDELIVERY_ORDERED("The webhooks are being sent again. The list below says how many."),
  SOME_REDELIVERED("10,000 events are being sent again. Repeat this for the rest.");

  private final String sentence;

  DeskNotice(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String sentence(Words words) {
    return sentence;
  }
}
