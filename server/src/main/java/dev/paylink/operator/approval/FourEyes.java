package dev.paylink.operator.approval;

import dev.paylink.operator.account.Permission;

/** What can need two operators; the configuration names those that do. */
public enum FourEyes {
  /** Lifting the freeze of a merchant's account. */
  freeze(Permission.OPERATE),
  /** Setting a merchant's status to verified. */
  verification(Permission.REVIEW),
  /** Accepting another name of a merchant that is verified or suspended. */
  rename(Permission.REVIEW),
  /** Resuming a chain that is halted. */
  chain(Permission.OPERATE),
  /** Inviting an operator, giving more rights to one, removing or demoting an admin. */
  operator(Permission.ADMINISTER),
  /** Removing the second factors of a merchant's user. */
  factors(Permission.OPERATE),
  /** Making somebody an owner of a merchant. */
  owner(Permission.OPERATE),
  /** Making a link that sets the password of a merchant's user, where no letters are sent. */
  password(Permission.OPERATE),
  /** Removing somebody from a merchant's team. */
  removal(Permission.OPERATE),
  /** Suspending a token, lifting that, and deciding about a payment that was made in one. */
  token(Permission.OPERATE),
  /** Reporting a payout where no component does. */
  payout(Permission.OPERATE),
  /** Sending again all webhooks that were exhausted between two times, over all merchants. */
  redelivery(Permission.OPERATE);

  private final Permission permission;

  FourEyes(Permission permission) {
    this.permission = permission;
  }

  /** Returns what both operators need. */
  public Permission permission() {
    return permission;
  }
}
