package dev.paylink.operator.account;

import dev.paylink.account.Acting;
import dev.paylink.account.Actor;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.ids.OperatorId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import org.jspecify.annotations.Nullable;

/**
 * The acting operator: a person with an account, or the holder of the admin token, which counts as
 * one person.
 *
 * @param account the session of a person; null for the admin token
 * @param sessionId null for the admin token itself
 * @param fresh whether the person was proven a short while ago; what comes with the admin token
 *     itself always is
 */
public record ActingOperator(
    @Nullable AccountSession account, @Nullable SessionId sessionId, String source, boolean fresh)
    implements Acting {

  /** Makes the actor of a person. */
  public static ActingOperator of(AccountSession session) {
    return new ActingOperator(session, session.sessionId(), session.source(), session.fresh());
  }

  /** Makes the actor of the admin token, which may do everything. */
  public static ActingOperator token(String source) {
    return new ActingOperator(null, null, source, true);
  }

  /** Makes the actor of a session that the admin token opened. */
  static ActingOperator ofTokenSession(SessionId sessionId, String source, boolean fresh) {
    return new ActingOperator(null, sessionId, source, fresh);
  }

  /** Returns this operator, proven just now. */
  public ActingOperator proven() {
    return new ActingOperator(account, sessionId, source, true);
  }

  @Override
  public RealmId realm() {
    return RealmId.INSTANCE;
  }

  public OperatorRole role() {
    return account == null ? OperatorRole.admin : OperatorRole.valueOf(account.role());
  }

  /** Tells whether a second factor must be set up before anything else. */
  public boolean factorMissing() {
    return account != null && account.lacksFactor();
  }

  /** Returns the name in audit logs: {@code token} or {@code operator:<email>}. */
  public String name() {
    return actor().name();
  }

  /** Returns who it is, for the access log. */
  public String loggedName() {
    return account == null ? Actor.TOKEN : OperatorId.of(account.userId()).toString();
  }

  @Override
  public Actor actor() {
    return account == null ? new Actor(Actor.TOKEN, source) : account.actor();
  }

  public boolean may(Permission permission) {
    return permission.isOf(role()) && (!factorMissing() || permission == Permission.OWN);
  }

  /** Returns this operator; refuses with 403 when its role does not have the permission. */
  public ActingOperator require(Permission permission) {
    if (factorMissing() && permission != Permission.OWN) {
      throw new Rejection(
          OperatorError.TWO_FACTOR_SETUP_REQUIRED, Message.of("operator.factorfirst"));
    }
    if (!permission.isOf(role())) {
      throw new Rejection(
          OperatorError.ROLE_NOT_ALLOWED, Message.of("needsrole", permission.roles(), role()));
    }
    return this;
  }

  /** Returns this operator; refuses with 403 when the last proof is too old. */
  public ActingOperator requireProof() {
    if (!fresh) {
      throw proofRequired();
    }
    return this;
  }

  public static Rejection proofRequired() {
    return new Rejection(
        OperatorError.REAUTHENTICATION_REQUIRED, Message.of("operator.reauthenticate"));
  }

  /**
   * Returns the account of a person who was proven a short while ago; refuses others with 403, the
   * admin token with 409.
   */
  public AccountSession requireFresh() {
    AccountSession session = requireAccount();
    requireProof();
    return session;
  }

  /** Returns the account; refuses with 409 the admin token, which has none. */
  public AccountSession requireAccount() {
    if (account == null) {
      throw new Rejection(OperatorError.NO_ACCOUNT, Message.of("operator.noaccount"));
    }
    return account;
  }
}
