package dev.paylink.desk;

import dev.paylink.operator.Operators;
import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;

/** The paths of the desk: routes and templates take them from here. */
final class DeskPaths {
  static final PagePath HOME = new PagePath("/admin");
  static final PagePath ASSETS = HOME.below("/assets");

  /** Every other path below {@code HOME}; the operator's calls are there too. */
  static final PagePath ANYTHING_ELSE = HOME.below("/*");

  /** The path that has only pages below it. */
  static final PagePath DESK = HOME.below("/desk");

  static final PagePath ANY_OTHER_PAGE = DESK.below("/*");

  static final PagePath SIGN_IN = DESK.below("/sign-in");
  static final PagePath SIGN_IN_PASSWORD = SIGN_IN.below("/password");
  static final PagePath SIGN_IN_CODE = SIGN_IN.below("/code");
  static final PagePath SIGN_IN_PASSKEY = SIGN_IN.below("/passkey");
  static final PagePath SIGN_IN_SSO = SIGN_IN.below("/sso");
  static final PagePath SIGN_IN_SSO_CALLBACK = new PagePath(Operators.SSO_CALLBACK);
  static final PagePath SIGN_IN_SSO_CODE = SIGN_IN_SSO.below("/code");
  static final PagePath JOIN = DESK.below("/join/:linkToken");
  static final PagePath SIGN_OUT = DESK.below("/sign-out");

  static final PagePath REVIEW = DESK.below("/review");
  static final PagePath MERCHANTS = DESK.below("/merchants");
  static final PagePath MERCHANT = MERCHANTS.below("/:id");
  static final PagePath MERCHANT_VERIFICATION = MERCHANT.below("/verification");
  static final PagePath MERCHANT_NAME = MERCHANT.below("/name");
  static final PagePath MERCHANT_ERASE = MERCHANT.below("/erase");
  static final PagePath MERCHANT_PAYOUT = MERCHANT.below("/payout");
  static final PagePath MERCHANT_LIFT_FREEZE = MERCHANT.below("/lift-freeze");
  static final PagePath USER_RESET_LINK = MERCHANT.below("/users/:user/reset-link");
  static final PagePath USER_FACTORS_REMOVE = MERCHANT.below("/users/:user/remove-factors");
  static final PagePath MERCHANT_OWNER = MERCHANT.below("/owner");
  static final PagePath MERCHANT_REDELIVER = MERCHANT.below("/redeliver");
  static final PagePath EVENT_REDELIVER = MERCHANT.below("/events/:event/redeliver");
  static final PagePath KEY_LIMIT = MERCHANT.below("/keys/:key/limit");
  static final PagePath KEY_ON = MERCHANT.below("/keys/:key/on");
  static final PagePath KEY_OFF = MERCHANT.below("/keys/:key/off");
  static final PagePath DELIVERIES = DESK.below("/deliveries");
  static final PagePath REDELIVERIES = DESK.below("/redeliveries");
  static final PagePath MISMATCHES = DESK.below("/mismatches");

  static final PagePath TOKENS = DESK.below("/tokens");
  static final PagePath TOKEN_SUSPEND = TOKENS.below("/:chain/:symbol/suspend");
  static final PagePath TOKEN_LIFT = TOKENS.below("/:chain/:symbol/lift");
  static final PagePath HELD_CONFIRM = TOKENS.below("/held/:paymentId/confirm");
  static final PagePath HELD_FAIL = TOKENS.below("/held/:paymentId/fail");

  static final PagePath RELAYS = DESK.below("/relays");
  static final PagePath SYSTEM = DESK.below("/system");

  static final PagePath APPROVALS = DESK.below("/approvals");
  static final PagePath APPROVAL_APPROVE = APPROVALS.below("/:id/approve");
  static final PagePath APPROVAL_DECLINE = APPROVALS.below("/:id/decline");

  static final PagePath OPERATORS = DESK.below("/operators");
  static final PagePath OPERATOR_ROLE = OPERATORS.below("/:id/role");
  static final PagePath OPERATOR_REMOVE = OPERATORS.below("/:id/remove");
  static final PagePath INVITATIONS = DESK.below("/operator-invitations");
  static final PagePath INVITATION_WITHDRAW = INVITATIONS.below("/:id/withdraw");

  static final PagePath ACCOUNT = DESK.below("/account");
  static final PagePath PASSWORD = ACCOUNT.below("/password");
  static final PagePath TWO_FACTOR = ACCOUNT.below("/two-factor");
  static final PagePath TWO_FACTOR_CONFIRM = TWO_FACTOR.below("/confirm");
  static final PagePath TWO_FACTOR_OFF = TWO_FACTOR.below("/off");
  static final PagePath RECOVERY_CODES = TWO_FACTOR.below("/recovery-codes");
  static final PagePath PASSKEYS = ACCOUNT.below("/passkeys");
  static final PagePath PASSKEY_NEW = PASSKEYS.below("/new");
  static final PagePath PASSKEY_NAME = PASSKEYS.below("/:id/name");
  static final PagePath PASSKEY_REMOVE = PASSKEYS.below("/:id/remove");
  static final PagePath SESSION_END = ACCOUNT.below("/sessions/:id/end");

  /** The call that a page asks for a challenge. */
  static final String PASSKEY_CHALLENGE = "/admin/login/passkey/options";

  static final LocalPath OWN = new LocalPath(HOME.to(), DESK.to(), SIGN_IN.to());

  private DeskPaths() {}
}
