package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.ids.SessionId;
import dev.paylink.merchant.user.Actor;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Who acts: a person with an account, or whoever holds the admin token, which counts as one person.
 *
 * @param account null for the admin token
 * @param sessionId null for the admin token itself
 * @param factorMissing whether a second factor must be set up before anything else
 */
public record ActingOperator(
    OperatorRole role,
    @Nullable Account account,
    @Nullable SessionId sessionId,
    String source,
    boolean factorMissing) {

  /** The person behind an account. */
  public record Account(OperatorId id, String email, String name) {}

  /** Makes the actor of the admin token, which may do everything. */
  public static ActingOperator token(@Nullable SessionId sessionId, String source) {
    return new ActingOperator(OperatorRole.admin, null, sessionId, source, false);
  }

  /** Returns the name in audit logs: {@code token} or {@code operator:<email>}. */
  public String name() {
    return account == null ? Actor.TOKEN : nameOf(account.email);
  }

  static String nameOf(String email) {
    return Actor.OPERATOR + email;
  }

  /** Returns who it is, for the access log. */
  public String loggedName() {
    return account == null ? Actor.TOKEN : account.id.toString();
  }

  public Actor actor() {
    return new Actor(name(), source);
  }

  public boolean may(Permission permission) {
    return permission.isOf(role) && (!factorMissing || permission == Permission.OWN);
  }

  /** Returns this operator; refuses with 403 when its role does not have the permission. */
  public ActingOperator require(Permission permission) {
    if (factorMissing && permission != Permission.OWN) {
      throw new Refused(
          Problem.forbidden(
              "TWO_FACTOR_SETUP_REQUIRED", "Set up a second factor on the desk first"));
    }
    if (!permission.isOf(role)) {
      throw new Refused(
          Problem.forbidden(
              "ROLE_NOT_ALLOWED",
              "This needs the role %s; yours is %s".formatted(permission.roles(), role)));
    }
    return this;
  }

  /** Returns the account; refuses with 409 the admin token, which has none. */
  public Account requireAccount() {
    if (account == null) {
      throw new Refused(
          Problem.conflict("NO_ACCOUNT", "The admin token has no account; sign in as a person"));
    }
    return account;
  }
}
