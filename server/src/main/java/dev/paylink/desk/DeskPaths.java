package dev.paylink.desk;

import dev.paylink.platform.web.OwnPath;
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
  static final PagePath SIGN_OUT = DESK.below("/sign-out");

  static final PagePath REVIEW = DESK.below("/review");
  static final PagePath MERCHANTS = DESK.below("/merchants");
  static final PagePath MERCHANT = MERCHANTS.below("/:id");
  static final PagePath MERCHANT_VERIFICATION = MERCHANT.below("/verification");
  static final PagePath MERCHANT_NAME = MERCHANT.below("/name");
  static final PagePath MERCHANT_LIFT_FREEZE = MERCHANT.below("/lift-freeze");
  static final PagePath USER_RESET_LINK = MERCHANT.below("/users/:user/reset-link");
  static final PagePath MERCHANT_REDELIVER = MERCHANT.below("/redeliver");
  static final PagePath EVENT_REDELIVER = MERCHANT.below("/events/:event/redeliver");
  static final PagePath KEY_LIMIT = MERCHANT.below("/keys/:key/limit");
  static final PagePath KEY_ON = MERCHANT.below("/keys/:key/on");
  static final PagePath KEY_OFF = MERCHANT.below("/keys/:key/off");
  static final PagePath DELIVERIES = DESK.below("/deliveries");
  static final PagePath MISMATCHES = DESK.below("/mismatches");

  static final OwnPath OWN = new OwnPath(HOME.to(), DESK.to(), SIGN_IN.to());

  private DeskPaths() {}
}
