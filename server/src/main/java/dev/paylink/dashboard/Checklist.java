package dev.paylink.dashboard;

import dev.paylink.credential.ApiKey;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.language.Words;
import dev.paylink.webhook.settings.Retry;
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
      Merchant merchant,
      List<ApiKey> keys,
      @Nullable Webhook webhook,
      boolean testMode,
      Words words) {
    Step kyb = kyb(merchant, words);
    return new Checklist(
        List.of(
            profile(merchant, words),
            testMode && isVerifiedAtWill(merchant)
                ? kyb.withShortcut(DashboardPaths.SANDBOX_VERIFY.to())
                : kyb,
            address(merchant, words),
            key(keys, words),
            webhook(webhook, words)));
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

  private static Step profile(Merchant merchant, Words words) {
    return new Step(
        State.DONE,
        words.get("step.profile"),
        words.get("step.profile.text", merchant.businessName()),
        Role.owner,
        words.get("step.edit"),
        DashboardPaths.SETTINGS.to());
  }

  private static Step kyb(Merchant merchant, Words words) {
    State state =
        switch (merchant.verification()) {
          case Registered, KybRejected -> State.MISSING;
          case KybSubmitted, Suspended -> State.WAITING;
          case KybVerified -> State.DONE;
        };
    String action =
        switch (merchant.verification()) {
          case Registered -> "step.verify";
          case KybRejected -> "step.again";
          case KybSubmitted, KybVerified, Suspended -> "common.view";
        };
    return new Step(
        state,
        words.get("step.kyb"),
        words.get("step.kyb." + merchant.verification().name()),
        state == State.MISSING ? Role.owner : Role.viewer,
        words.get(action),
        DashboardPaths.SETTINGS.to() + "#verification");
  }

  private static Step address(Merchant merchant, Words words) {
    boolean set = merchant.depositAddress() != null || merchant.userDepositAddress() != null;
    return new Step(
        set ? State.DONE : State.MISSING,
        words.get("step.address"),
        words.get(set ? "step.address.set" : "step.address.missing"),
        Role.owner,
        words.get(set ? "step.edit" : "step.addaddress"),
        DashboardPaths.SETTINGS.to() + "#deposit-address");
  }

  private static Step key(List<ApiKey> keys, Words words) {
    boolean active = keys.stream().anyMatch(ApiKey::active);
    String todo = keys.isEmpty() ? "step.key.none" : "step.key.inactive";
    String action = keys.isEmpty() ? "step.createkey" : "common.activate";
    return new Step(
        active ? State.DONE : State.MISSING,
        words.get("step.key"),
        words.get(active ? "step.key.active" : todo),
        Role.developer,
        words.get(active ? "step.manage" : action),
        DashboardPaths.KEYS.to());
  }

  /**
   * Returns the text for an active webhook; it recommends longer retries where they last only
   * seconds.
   */
  private static String told(@Nullable Webhook webhook) {
    return webhook != null && webhook.retry() == Retry.standard
        ? "step.webhook.standard"
        : "step.webhook.active";
  }

  private static Step webhook(@Nullable Webhook webhook, Words words) {
    boolean active = webhook != null && webhook.active();
    String todo = webhook == null ? "step.webhook.none" : "step.webhook.paused";
    String action = webhook == null ? "step.setup" : "step.resume";
    return new Step(
        active ? State.DONE : State.MISSING,
        words.get("step.webhook"),
        words.get(active ? told(webhook) : todo),
        Role.developer,
        words.get(active ? "step.manage" : action),
        DashboardPaths.WEBHOOKS.to());
  }
}
