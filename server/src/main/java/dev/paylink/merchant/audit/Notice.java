package dev.paylink.merchant.audit;

import dev.paylink.mail.LetterKind;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text of a letter about a change; one for each action of the audit log that people are
 * notified of.
 *
 * @param stoppable whether the letter carries a link that freezes the account
 */
record Notice(
    String subject,
    String explanation,
    String advice,
    Function<AccountLinks, String> link,
    String beforeLabel,
    String afterLabel,
    boolean stoppable) {
  private static final String BY_ANYBODY = "user.wrong_passwords";
  private static final String WEBHOOKS_ALLOWED = "webhooks_allowed";
  private static final String NOT_YOU =
      "If nobody in your team did this, change your password and end the other"
          + " sessions at once.";
  private static final String REMOVE_IT =
      "If it was not this person, set a new password at once with the link for a lost password:"
          + " this removes what was set up only recently.";
  private static final String NOT_ASKED =
      "If nobody in your team asked for this name, change your password and end the other"
          + " sessions at once.";
  private static final String AT_ONCE = "New payments go to the new address from now on.";
  private static final String LATER =
      "Payments go to the old address until the new one takes effect, at the time below. Until then"
          + " an owner can undo the change in the settings.";
  private static final String UNDONE = "Payments still go to the old address.";

  private static final Map<String, Notice> BY_ACTION =
      Map.ofEntries(
          name(
              "accepted",
              "Your new business name is accepted",
              "Your customers see it from now on.",
              "Old name",
              "New name"),
          name(
              "rejected",
              "Your new business name is rejected",
              "Your customers still see the old name.",
              "Rejected name",
              "Your name"),
          address("merchant", "_changed", "Your deposit address has changed", AT_ONCE),
          address("merchant", "_announced", "Your deposit address will change", LATER),
          address("merchant", "_undone", "A change of your deposit address was undone", UNDONE),
          address("user", "_changed", "Your fallback deposit address has changed", AT_ONCE),
          address("user", "_announced", "Your fallback deposit address will change", LATER),
          address(
              "user", "_undone", "A change of your fallback deposit address was undone", UNDONE),
          key("created", "An API key was created", "It can be used once it is activated."),
          key("changed", "An API key was changed", "Its settings are different from now on."),
          key("rolled", "An API key was rolled", "A new key takes over from the old one."),
          key("deleted", "An API key was deleted", "Calls with it are refused from now on."),
          key(
              WEBHOOKS_ALLOWED,
              "An API key may change your webhooks",
              "Once it is active, anyone who has it can send your payment events elsewhere."),
          webhook("configured", "A webhook was set up", "Events go there from now on."),
          webhook("changed", "A webhook was changed", "The new settings apply from now on."),
          webhook("deleted", "A webhook was removed", "Events are no longer sent there."),
          webhook(
              "secret_rotated",
              "A webhook has a new signing secret",
              "The old secret stays valid for 24 hours."),
          team(
              "invitation.created",
              "Somebody was invited to your team",
              "Anyone with the link of the invitation can join in that role. A new owner gets the"
                  + " rights of an owner only after the delay of deposit addresses."),
          team(
              "invitation.accepted",
              "Somebody joined your team",
              "This person can sign in from now on."),
          team(
              "user.joined_by_sso",
              "Somebody joined your team",
              "Your identity provider vouched for this person, who can sign in from now on."),
          team(
              "sso.configured",
              "Single sign-on was set up",
              "Anyone who runs this identity provider can sign in as your team from now on."),
          team(
              "sso.changed",
              "Single sign-on was changed",
              "Anyone who runs the identity provider can sign in as your team."),
          team(
              "sso.domain_proven",
              "A domain was verified for single sign-on",
              "People with e-mail addresses there are sent to your identity provider from now on,"
                  + " and it can sign them in."),
          domain(
              "missing",
              "The TXT record of your single sign-on domain is missing",
              "We no longer find the TXT record below. Single sign-on keeps working for seven days."
                  + " If the record is not back by then, it stops for this domain."),
          domain(
              "lapsed",
              "Single sign-on has stopped for a domain",
              "The TXT record below was missing for seven days, or it is missing and another team"
                  + " has verified the domain. People with e-mail addresses there are no longer"
                  + " sent to your identity provider. Owners can sign in with their passwords."),
          team(
              "sso.removed",
              "Single sign-on was removed",
              "People sign in with their passwords from now on."),
          team(
              "user.role_changed",
              "A role in your team was changed",
              "The new role applies from now on."),
          team(
              "user.removed",
              "Somebody was removed from your team",
              "This person can no longer sign in."),
          team(
              "user.dismissed",
              "The operator removed somebody from your team",
              "This person can no longer sign in."),
          team(
              "user.demotion_announced",
              "An owner of your account will be removed or demoted",
              "It takes effect at the time below. Until then any other owner can undo it on the"
                  + " team page, and no new deposit address takes effect."),
          team(
              "user.promotion_announced",
              "Somebody will become an owner of your account",
              "It takes effect at the time below. Until then any owner can undo it on the team"
                  + " page."),
          team(
              "user.promotion_undone",
              "Somebody will not become an owner of your account",
              "The scheduled role change was undone."),
          team(
              "user.factors_removed",
              "The second factors of a user were removed",
              "The operator did this because this person lost them. The password alone is enough to"
                  + " sign in until this person sets up another one. All sessions of this person"
                  + " have ended."),
          team(
              "user.demotion_undone",
              "The removal or demotion of an owner was undone",
              "The owner stays an owner."),
          user("password_changed", "A password was changed", "All other sessions have ended."),
          Map.entry(
              "user.password_reset",
              new Notice(
                  "A password was reset",
                  "It was set with a link for a lost password. All sessions of this person have"
                      + " ended. Second factors that were set up only recently were removed."
                      + " Passkeys still work: anyone who has one of them can sign in. Remove those"
                      + " that you do not recognize.",
                  NOT_YOU,
                  AccountLinks::security,
                  "Removed second factors",
                  "Passkeys that still work",
                  false)),
          user(
              "recovery_codes_renewed",
              "New recovery codes were created",
              "The earlier recovery codes no longer work."),
          user(
              "two_factor_on",
              "A second factor was switched on",
              "Signing in needs a code from now on. " + REMOVE_IT),
          user(
              "two_factor_off",
              "A second factor was switched off",
              "The password alone is enough to sign in from now on."),
          user(
              "passkey_added",
              "A passkey was added",
              "This person can sign in with it from now on, without a password. " + REMOVE_IT),
          user(
              "passkey_removed",
              "A passkey was removed",
              "Signing in with it is refused from now on."),
          user(
              "passkey_copied",
              "A passkey may have been copied",
              "Somebody used a passkey whose counter went back, which happens when there is a copy"
                  + " of it. It was refused. Its owner should remove this passkey and add a new"
                  + " one."),
          team(
              "merchant.second_factor_required",
              "Your team now requires a second factor",
              "Everybody without one has to set one up before they can do anything else."),
          team(
              "merchant.second_factor_not_required",
              "Your team no longer requires a second factor",
              "People without one can sign in with their password alone."),
          user(
              "wrong_passwords",
              "Ten wrong passwords for an account",
              "Somebody entered ten wrong passwords in a short time. For a few minutes signing in"
                  + " with the password is refused in browsers that this person has not used in the"
                  + " last 30 days. A passkey, or the link for a lost password, still lets this"
                  + " person in."),
          Map.entry(
              "merchant.frozen",
              new Notice(
                  "Your account is frozen",
                  "Nobody can change deposit addresses, team, keys or webhooks until the operator,"
                      + " or two people who were owners before it, lift the freeze. Scheduled"
                      + " changes were canceled and open invitations withdrawn. Payments continue"
                      + " as before.",
                  NOT_YOU,
                  AccountLinks::team,
                  "Before",
                  "With the e-mail to",
                  false)),
          Map.entry(
              "merchant.freeze_lift_agreed",
              new Notice(
                  "An owner wants to lift the freeze of your account",
                  "It is lifted once two owners agree.",
                  NOT_YOU,
                  AccountLinks::team,
                  "Before",
                  "Owner",
                  false)),
          Map.entry(
              "merchant.freeze_lifted",
              new Notice(
                  "Your account is no longer frozen",
                  "Addresses, team, keys and webhooks can be changed again.",
                  NOT_YOU,
                  AccountLinks::team,
                  "Frozen with the e-mail to",
                  "After",
                  false)));

  /** Returns the notice of an action, or null when nobody gets a letter about it. */
  static @Nullable Notice of(String action) {
    return BY_ACTION.get(action);
  }

  /** Returns this notice for people who must not stop everybody else. */
  Notice unstoppable() {
    return new Notice(subject, explanation, advice, link, beforeLabel, afterLabel, false);
  }

  /** Returns what the letter counts as: outsiders must not use up what owners get about changes. */
  LetterKind kind(String action) {
    if (stoppable) {
      return LetterKind.alarm;
    }
    return action.equals(BY_ANYBODY) ? LetterKind.guess : LetterKind.notice;
  }

  private static Map.Entry<String, Notice> name(
      String what, String subject, String explanation, String beforeLabel, String afterLabel) {
    return Map.entry(
        "merchant.business_name_" + what,
        new Notice(
            subject,
            explanation,
            NOT_ASKED,
            AccountLinks::settings,
            beforeLabel,
            afterLabel,
            false));
  }

  private static Map.Entry<String, Notice> address(
      String whose, String what, String subject, String explanation) {
    boolean undone = what.equals("_undone");
    return Map.entry(
        whose + ".deposit_address" + what,
        new Notice(
            subject,
            explanation,
            NOT_YOU,
            AccountLinks::settings,
            undone ? "Undone" : "Old address",
            undone ? "Address" : "New address",
            true));
  }

  private static Map.Entry<String, Notice> key(String what, String subject, String explanation) {
    return Map.entry(
        "api_key." + what,
        new Notice(
            subject,
            explanation,
            NOT_YOU,
            AccountLinks::keys,
            "Before",
            "After",
            what.equals(WEBHOOKS_ALLOWED)));
  }

  private static Map.Entry<String, Notice> webhook(
      String what, String subject, String explanation) {
    return Map.entry(
        "webhook." + what,
        new Notice(
            subject, explanation, NOT_YOU, AccountLinks::webhooks, "Before", "After", false));
  }

  private static Map.Entry<String, Notice> team(String action, String subject, String explanation) {
    return Map.entry(
        action,
        new Notice(subject, explanation, NOT_YOU, AccountLinks::team, "Before", "After", true));
  }

  private static Map.Entry<String, Notice> domain(String what, String subject, String explanation) {
    return Map.entry(
        "sso.domain_" + what,
        new Notice(
            subject,
            explanation,
            "Add the record again as shown on the single sign-on page, and check it there. If you"
                + " no longer own this domain, remove it there.",
            AccountLinks::team,
            "Domain",
            "After",
            false));
  }

  private static Map.Entry<String, Notice> user(String what, String subject, String explanation) {
    return Map.entry(
        "user." + what,
        new Notice(
            subject, explanation, NOT_YOU, AccountLinks::security, "Before", "After", false));
  }
}
