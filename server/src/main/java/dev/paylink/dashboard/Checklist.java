package dev.paylink.dashboard;

import dev.paylink.credential.ApiKey;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.Role;
import dev.paylink.webhook.settings.Webhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that a merchant takes before the first payment: those still to do and those done. */
record Checklist(List<Step> steps) {
  /**
   * One step.
   *
   * @param action the text of the link, for users with the role {@code needed}
   * @param shortcut the path of a form that takes the step at once, in a sandbox; null without one
   */
  record Step(
      State state,
      String title,
      String text,
      Role needed,
      String action,
      String path,
      @Nullable String shortcut) {
    Step(State state, String title, String text, Role needed, String action, String path) {
      this(state, title, text, needed, action, path, null);
    }

    private Step withShortcut(String form) {
      return new Step(state, title, text, needed, action, path, form);
    }
  }

  /** The state of a step. WAITING means that somebody else has to act. */
  enum State {
    DONE,
    WAITING,
    MISSING
  }

  static Checklist of(
      Merchant merchant, List<ApiKey> keys, @Nullable Webhook webhook, boolean testMode) {
    Step kyb = kyb(merchant);
    return new Checklist(
        List.of(
            profile(merchant),
            testMode && isVerifiedAtWill(merchant)
                ? kyb.withShortcut(DashboardPaths.SANDBOX_VERIFY.to())
                : kyb,
            address(merchant),
            key(keys),
            webhook(webhook)));
  }

  /** A sandbox's merchant verifies itself, unless an operator has suspended it. */
  static boolean isVerifiedAtWill(Merchant merchant) {
    return switch (merchant.verification()) {
      case Registered, KybSubmitted, KybRejected -> true;
      case KybVerified, Suspended -> false;
    };
  }

  int done() {
    return (int) steps.stream().filter(step -> step.state() == State.DONE).count();
  }

  /** Returns the first open step, or null if there is none. */
  @Nullable Step next() {
    return steps.stream().filter(step -> step.state() == State.MISSING).findFirst().orElse(null);
  }

  boolean isComplete() {
    return done() == steps.size();
  }

  private static Step profile(Merchant merchant) {
    return new Step(
        State.DONE,
        "Business profile",
        "Payers see “" + merchant.businessName() + "” on your payment pages.",
        Role.owner,
        "Edit",
        DashboardPaths.SETTINGS.to());
  }

  private static Step kyb(Merchant merchant) {
    String path = DashboardPaths.SETTINGS.to() + "#verification";
    String title = "Company verification";
    return switch (merchant.verification()) {
      case Registered ->
          new Step(State.MISSING, title, "Tell us about your company.", Role.owner, "Verify", path);
      case KybSubmitted ->
          new Step(
              State.WAITING, title, "Submitted; we are reviewing it.", Role.viewer, "View", path);
      case KybVerified ->
          new Step(State.DONE, title, "Your company is verified.", Role.viewer, "View", path);
      case KybRejected ->
          new Step(
              State.MISSING,
              title,
              "Not accepted; correct your details.",
              Role.owner,
              "Submit again",
              path);
      case Suspended ->
          new Step(
              State.WAITING,
              title,
              "Your account is suspended; please contact us.",
              Role.viewer,
              "View",
              path);
    };
  }

  private static Step address(Merchant merchant) {
    boolean set = merchant.depositAddress() != null || merchant.userDepositAddress() != null;
    return new Step(
        set ? State.DONE : State.MISSING,
        "Deposit address",
        set ? "Payers pay you directly, to your own address." : "Where payers send the money.",
        Role.owner,
        set ? "Edit" : "Add address",
        DashboardPaths.SETTINGS.to() + "#deposit-address");
  }

  private static Step key(List<ApiKey> keys) {
    boolean active = keys.stream().anyMatch(ApiKey::active);
    String todo = keys.isEmpty() ? "Create a key for your server." : "Activate one of your keys.";
    return new Step(
        active ? State.DONE : State.MISSING,
        "API key",
        active ? "Your server can create payments." : todo,
        Role.developer,
        active ? "Manage" : keys.isEmpty() ? "Create key" : "Activate",
        DashboardPaths.KEYS.to());
  }

  private static Step webhook(@Nullable Webhook webhook) {
    boolean active = webhook != null && webhook.active();
    String todo =
        webhook == null ? "Let your server know of outcomes." : "Paused. Resume it to get events.";
    return new Step(
        active ? State.DONE : State.MISSING,
        "Webhook",
        active ? "Your server gets an event when a payment is settled." : todo,
        Role.developer,
        active ? "Manage" : webhook == null ? "Set up" : "Resume",
        DashboardPaths.WEBHOOKS.to());
  }
}
