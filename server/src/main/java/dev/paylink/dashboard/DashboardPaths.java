package dev.paylink.dashboard;

import dev.paylink.platform.web.OwnPath;
import dev.paylink.platform.web.PagePath;

/** The paths of the dashboard: routes, templates and letters all take them from here. */
final class DashboardPaths {
  static final PagePath HOME = new PagePath("/dashboard");
  static final PagePath ANYTHING_ELSE = HOME.below("/*");
  static final PagePath ASSETS = HOME.below("/assets");

  static final PagePath SIGN_UP = HOME.below("/sign-up");
  static final PagePath SIGN_IN = HOME.below("/sign-in");
  static final PagePath SIGN_IN_CODE = SIGN_IN.below("/code");
  static final PagePath SIGN_OUT = HOME.below("/sign-out");

  /** The parameter is one that is never logged. */
  static final PagePath INVITATION = HOME.below("/invitation/:linkToken");

  static final PagePath PAYMENTS = HOME.below("/payments");
  static final PagePath PAYMENT = PAYMENTS.below("/:id");
  static final PagePath PAYMENT_QR_CODE = PAYMENT.below("/qr.svg");
  static final PagePath PAYMENT_CANCEL = PAYMENT.below("/cancel");
  static final PagePath PAYMENT_REDELIVER = PAYMENT.below("/redeliver");
  static final PagePath INVOICES = HOME.below("/invoices");
  static final PagePath INVOICE = INVOICES.below("/:id");
  static final PagePath EVENTS = HOME.below("/events");
  static final PagePath EVENTS_REDELIVER = EVENTS.below("/redeliver");
  static final PagePath EVENT = EVENTS.below("/:id");
  static final PagePath EVENT_REDELIVER = EVENT.below("/redeliver");
  static final PagePath NEW_LINK = HOME.below("/links/new");

  static final PagePath KEYS = HOME.below("/keys");
  static final PagePath KEY_ACTIVATE = KEYS.below("/:id/activate");
  static final PagePath KEY_DEACTIVATE = KEYS.below("/:id/deactivate");
  static final PagePath WEBHOOKS = HOME.below("/webhooks");
  static final PagePath WEBHOOK = WEBHOOKS.below("/:scope");
  static final PagePath WEBHOOK_PAUSE = WEBHOOK.below("/pause");
  static final PagePath WEBHOOK_RESUME = WEBHOOK.below("/resume");
  static final PagePath WEBHOOK_ROTATE = WEBHOOK.below("/rotate");
  static final PagePath WEBHOOK_TEST = WEBHOOK.below("/test");
  static final PagePath WEBHOOK_DELETE = WEBHOOK.below("/delete");
  static final PagePath SIGNATURE = HOME.below("/signature");

  static final PagePath SETTINGS = HOME.below("/settings");
  static final PagePath PROFILE = SETTINGS.below("/profile");
  static final PagePath KYB = SETTINGS.below("/kyb");
  static final PagePath DEPOSIT_ADDRESS = SETTINGS.below("/deposit-address");
  static final PagePath DEPOSIT_ADDRESS_UNDO = DEPOSIT_ADDRESS.below("/undo");
  static final PagePath USER_DEPOSIT_ADDRESS = SETTINGS.below("/user-deposit-address");
  static final PagePath USER_DEPOSIT_ADDRESS_UNDO = USER_DEPOSIT_ADDRESS.below("/undo");
  static final PagePath TEAM = HOME.below("/team");
  static final PagePath TEAM_INVITATIONS = TEAM.below("/invitations");
  static final PagePath TEAM_INVITATION_WITHDRAW = TEAM_INVITATIONS.below("/:id/withdraw");
  static final PagePath TEAM_USER_ROLE = TEAM.below("/users/:id/role");
  static final PagePath TEAM_USER_REMOVE = TEAM.below("/users/:id/remove");
  static final PagePath SECURITY = HOME.below("/security");
  static final PagePath PASSWORD = SECURITY.below("/password");
  static final PagePath TWO_FACTOR = SECURITY.below("/two-factor");
  static final PagePath TWO_FACTOR_CONFIRM = TWO_FACTOR.below("/confirm");
  static final PagePath TWO_FACTOR_OFF = TWO_FACTOR.below("/off");
  static final PagePath SESSIONS_END_OTHERS = SECURITY.below("/sessions/end-others");
  static final PagePath SESSION_END = SECURITY.below("/sessions/:id/end");
  static final PagePath AUDIT = HOME.below("/audit");

  static final OwnPath OWN = new OwnPath(HOME.to(), HOME.to(), SIGN_IN.to());

  private DashboardPaths() {}
}
