package dev.paylink.merchant.audit;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The text of a letter to the owners; one for each action of the audit log that they get. */
record Notice(
    String subject,
    String explanation,
    String advice,
    Function<AccountLinks, String> link,
    String beforeLabel,
    String afterLabel) {
  private static final String NOT_YOU =
      "If nobody in your team did this, change your password and end the other"
          + " sessions at once.";
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
              "Your customers see the name that you had.",
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
          webhook("configured", "A webhook was set up", "Events go there from now on."),
          webhook("changed", "A webhook was changed", "The new settings apply from now on."),
          webhook("deleted", "A webhook was removed", "Events are no longer sent there."),
          webhook(
              "secret_rotated",
              "A webhook has a new signing secret",
              "The old secret stays valid for 24 hours."));

  /** Returns the notice of an action, or null when owners get no letter about it. */
  static @Nullable Notice of(String action) {
    return BY_ACTION.get(action);
  }

  private static Map.Entry<String, Notice> name(
      String what, String subject, String explanation, String beforeLabel, String afterLabel) {
    return Map.entry(
        "merchant.business_name_" + what,
        new Notice(
            subject, explanation, NOT_ASKED, AccountLinks::settings, beforeLabel, afterLabel));
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
            undone ? "Address" : "New address"));
  }

  private static Map.Entry<String, Notice> key(String what, String subject, String explanation) {
    return Map.entry(
        "api_key." + what,
        new Notice(subject, explanation, NOT_YOU, AccountLinks::keys, "Before", "After"));
  }

  private static Map.Entry<String, Notice> webhook(
      String what, String subject, String explanation) {
    return Map.entry(
        "webhook." + what,
        new Notice(subject, explanation, NOT_YOU, AccountLinks::webhooks, "Before", "After"));
  }
}
