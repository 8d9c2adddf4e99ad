package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;

/**
 * Whom a session cookie stands for, what that user may do, and the address it was sent from.
 *
 * @param fresh whether the person was proven within {@code account.fresh}; see {@link Guard}
 * @param frozen whether the account is frozen for changes of money and people
 * @param lacksFactor whether the merchant requires a second factor that this user does not have
 */
public record SignedIn(
    MerchantId merchantId,
    UserId userId,
    String email,
    Role role,
    SessionId sessionId,
    String source,
    boolean fresh,
    boolean frozen,
    boolean lacksFactor) {

  public Actor actor() {
    return new Actor(email, source);
  }

  /** Returns this user; refuses with 403 when a second factor has to be set up first. */
  public SignedIn requireFactor() {
    if (lacksFactor) {
      throw new Refused(
          Problem.forbidden(
              "SECOND_FACTOR_SETUP_REQUIRED",
              "Your team requires a second factor; set up an authenticator app or a passkey"));
    }
    return this;
  }

  /** Returns this user; refuses with 403 when its role does not include the needed one. */
  public SignedIn require(Role needed) {
    if (!role.includes(needed)) {
      throw new Refused(
          Problem.forbidden(
              "ROLE_NOT_ALLOWED", "This needs the role %s; yours is %s".formatted(needed, role)));
    }
    return this;
  }
}
