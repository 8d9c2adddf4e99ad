package dev.paylink.dashboard.frame;

import dev.paylink.platform.web.LocalPath;
import dev.paylink.platform.web.PagePath;

/** The paths of the dashboard: routes, templates and letters all take them from here. */
public final class DashboardPaths {
  public static final PagePath HOME = new PagePath("/dashboard");
  public static final PagePath ANYTHING_ELSE = HOME.below("/*");
  public static final PagePath ASSETS = HOME.below("/assets");

  /** Keeps the language that somebody chose. */
  public static final PagePath LANGUAGE = HOME.below("/language");

  public static final PagePath SIGN_UP = HOME.below("/sign-up");
  public static final PagePath SIGN_IN = HOME.below("/sign-in");
  public static final PagePath SIGN_IN_CODE = SIGN_IN.below("/code");

  /** The call that a page asks for a challenge. */
  public static final String PASSKEY_CHALLENGE = "/merchant/login/passkey/options";

  public static final PagePath SIGN_IN_PASSKEY = SIGN_IN.below("/passkey");
  public static final PagePath SIGN_IN_SSO = SIGN_IN.below("/sso");
  public static final PagePath SIGN_IN_SSO_AGAIN = SIGN_IN_SSO.below("/again");
  public static final PagePath SIGN_IN_SSO_CALLBACK = SIGN_IN_SSO.below("/callback/:provider");
  public static final PagePath SIGN_OUT = HOME.below("/sign-out");

  /** The name of this parameter marks its value as one that is never logged. */
  public static final PagePath INVITATION = HOME.below("/invitation/:linkToken");

  public static final PagePath FORGOT = HOME.below("/forgot");

  /** A link that sets a new password. */
  public static final PagePath RESET = HOME.below("/reset/:linkToken");

  /** A link of a letter, which confirms an e-mail address. */
  public static final PagePath CONFIRM_EMAIL = HOME.below("/confirm/:linkToken");

  public static final PagePath RELEASE_EMAIL = CONFIRM_EMAIL.below("/release");

  /** Has the letter sent again. */
  public static final PagePath SEND_CONFIRMATION = HOME.below("/send-confirmation");

  /** A link of a letter, which freezes the account. */
  public static final PagePath FREEZE = HOME.below("/freeze/:linkToken");

  /** Verifies a sandbox's merchant at once. */
  public static final PagePath SANDBOX_VERIFY = HOME.below("/sandbox-verify");

  public static final PagePath PAYMENTS = HOME.below("/payments");
  public static final PagePath PAYMENT = PAYMENTS.below("/:id");
  public static final PagePath PAYMENT_QR_CODE = PAYMENT.below("/qr.svg");
  public static final PagePath PAYMENT_CANCEL = PAYMENT.below("/cancel");
  public static final PagePath PAYMENT_ACCEPT = PAYMENT.below("/accept");
  public static final PagePath PAYMENT_REDELIVER = PAYMENT.below("/redeliver");
  public static final PagePath PAYMENT_REFUND = PAYMENT.below("/refund");
  public static final PagePath REFUNDS = HOME.below("/refunds");
  public static final PagePath REFUNDS_SEND = REFUNDS.below("/send");
  public static final PagePath REFUND_CANCEL = REFUNDS.below("/:id/cancel");
  public static final PagePath REFUND_ADDRESS = REFUNDS.below("/:id/confirm-address");

  /** Pays a refund on a sandbox's simulated chain. */
  public static final PagePath REFUND_SIMULATE = REFUNDS.below("/:id/simulate");

  public static final PagePath PAYOUTS = HOME.below("/payouts");
  public static final PagePath PAYOUT = PAYOUTS.below("/:id");
  public static final PagePath INVOICES = HOME.below("/invoices");
  public static final PagePath INVOICE = INVOICES.below("/:id");
  public static final PagePath INVOICE_FILE = INVOICE.below("/invoice.pdf");
  public static final PagePath STATEMENTS = HOME.below("/statements");
  public static final PagePath STATEMENT = STATEMENTS.below("/:month");
  public static final PagePath EVENTS = HOME.below("/events");
  public static final PagePath EVENTS_REDELIVER = EVENTS.below("/redeliver");
  public static final PagePath EVENT = EVENTS.below("/:id");
  public static final PagePath EVENT_REDELIVER = EVENT.below("/redeliver");
  public static final PagePath EVENT_STOP = EVENT.below("/stop");
  public static final PagePath COLLECT = HOME.below("/collect");
  public static final PagePath NEW_LINK = HOME.below("/links/new");
  public static final PagePath REUSABLE_LINKS = HOME.below("/reusable-links");
  public static final PagePath REUSABLE_LINK = REUSABLE_LINKS.below("/:id");
  public static final PagePath REUSABLE_LINK_QR_CODE = REUSABLE_LINK.below("/qr.svg");
  public static final PagePath REUSABLE_LINK_ACTIVATE = REUSABLE_LINK.below("/activate");
  public static final PagePath REUSABLE_LINK_DEACTIVATE = REUSABLE_LINK.below("/deactivate");
  public static final PagePath REUSABLE_LINK_ARCHIVE = REUSABLE_LINK.below("/archive");
  public static final PagePath REUSABLE_LINK_UNARCHIVE = REUSABLE_LINK.below("/unarchive");
  public static final PagePath REUSABLE_LINK_PICTURE = REUSABLE_LINK.below("/picture");
  public static final PagePath REUSABLE_LINK_PICTURE_REMOVE =
      REUSABLE_LINK_PICTURE.below("/remove");

  public static final PagePath KEYS = HOME.below("/keys");
  public static final PagePath KEY = KEYS.below("/:id");
  public static final PagePath KEY_ACTIVATE = KEY.below("/activate");
  public static final PagePath KEY_DEACTIVATE = KEY.below("/deactivate");
  public static final PagePath KEY_ROLL = KEY.below("/roll");
  public static final PagePath KEY_DELETE = KEY.below("/delete");
  public static final PagePath WEBHOOKS = HOME.below("/webhooks");
  public static final PagePath WEBHOOK = WEBHOOKS.below("/:scope");
  public static final PagePath WEBHOOK_PAUSE = WEBHOOK.below("/pause");
  public static final PagePath WEBHOOK_RESUME = WEBHOOK.below("/resume");
  public static final PagePath WEBHOOK_ROTATE = WEBHOOK.below("/rotate");
  public static final PagePath WEBHOOK_TEST = WEBHOOK.below("/test");
  public static final PagePath WEBHOOK_DELETE = WEBHOOK.below("/delete");
  public static final PagePath REQUESTS = HOME.below("/requests");
  public static final PagePath SIGNATURE = HOME.below("/signature");

  public static final PagePath SETTINGS = HOME.below("/settings");
  public static final PagePath PROFILE = SETTINGS.below("/profile");
  public static final PagePath LETTERS = SETTINGS.below("/letters");
  public static final PagePath PAYER_INFO = SETTINGS.below("/payers");
  public static final PagePath KYB = SETTINGS.below("/kyb");
  public static final PagePath RULES = SETTINGS.below("/rules");
  public static final PagePath DEPOSIT_ADDRESS = SETTINGS.below("/deposit-address");
  public static final PagePath DEPOSIT_ADDRESS_UNDO = DEPOSIT_ADDRESS.below("/undo");
  public static final PagePath USER_DEPOSIT_ADDRESS = SETTINGS.below("/user-deposit-address");
  public static final PagePath USER_DEPOSIT_ADDRESS_UNDO = USER_DEPOSIT_ADDRESS.below("/undo");
  public static final PagePath BRAND = HOME.below("/brand");
  public static final PagePath BRAND_LOGO = BRAND.below("/logo");
  public static final PagePath BRAND_LOGO_REMOVE = BRAND_LOGO.below("/remove");
  public static final PagePath TEAM = HOME.below("/team");
  public static final PagePath TEAM_INVITATIONS = TEAM.below("/invitations");
  public static final PagePath TEAM_INVITATION_WITHDRAW = TEAM_INVITATIONS.below("/:id/withdraw");
  public static final PagePath TEAM_USER_ROLE = TEAM.below("/users/:id/role");
  public static final PagePath TEAM_USER_REMOVE = TEAM.below("/users/:id/remove");
  public static final PagePath TEAM_USER_UNDO = TEAM.below("/users/:id/undo");
  public static final PagePath TEAM_SECOND_FACTOR = TEAM.below("/second-factor");
  public static final PagePath TEAM_SSO = TEAM.below("/sso");
  public static final PagePath TEAM_SSO_CHECK = TEAM_SSO.below("/check");
  public static final PagePath TEAM_SSO_REMOVE = TEAM_SSO.below("/remove");
  public static final PagePath TEAM_FREEZE_LIFT = TEAM.below("/freeze/lift");
  public static final PagePath SECURITY = HOME.below("/security");
  public static final PagePath PASSWORD = SECURITY.below("/password");
  public static final PagePath TWO_FACTOR = SECURITY.below("/two-factor");
  public static final PagePath TWO_FACTOR_CONFIRM = TWO_FACTOR.below("/confirm");
  public static final PagePath RECOVERY_CODES = TWO_FACTOR.below("/recovery-codes");
  public static final PagePath TWO_FACTOR_OFF = TWO_FACTOR.below("/off");
  public static final PagePath PASSKEYS = SECURITY.below("/passkeys");
  public static final PagePath PASSKEY_NEW = PASSKEYS.below("/new");
  public static final PagePath PASSKEY_NAME = PASSKEYS.below("/:id/name");
  public static final PagePath PASSKEY_REMOVE = PASSKEYS.below("/:id/remove");
  public static final PagePath SESSIONS_END_OTHERS = SECURITY.below("/sessions/end-others");
  public static final PagePath SESSION_END = SECURITY.below("/sessions/:id/end");
  public static final PagePath AUDIT = HOME.below("/audit");

  public static final LocalPath OWN = new LocalPath(HOME.to(), HOME.to(), SIGN_IN.to());

  private DashboardPaths() {}
}
