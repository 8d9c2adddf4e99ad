package dev.paylink.merchant.user;

import dev.paylink.account.Actor;
import dev.paylink.account.Member;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;

/** Whom a session cookie stands for, what that user may do, and the address it was sent from. */
public record SignedIn(AccountSession session, Role role) implements Member, MerchantActing {

  public static SignedIn of(AccountSession session) {
    return new SignedIn(session, Role.valueOf(session.role()));
  }

  @Override
  public MerchantId merchantId() {
    return session.realm().merchantId();
  }

  @Override
  public RealmId realm() {
    return session.realm();
  }

  @Override
  public UserId userId() {
    return session.userId();
  }

  @Override
  public String email() {
    return session.email();
  }

  @Override
  public SessionId sessionId() {
    return session.sessionId();
  }

  @Override
  public String source() {
    return session.source();
  }

  @Override
  public Actor actor() {
    return session.actor();
  }

  @Override
  public boolean vouchedFor() {
    return session.vouchedFor();
  }

  /** Tells whether the person was proven within {@code account.fresh}; see {@link Guard}. */
  public boolean fresh() {
    return session.fresh();
  }

  /** Tells whether the account is frozen for changes of money and people. */
  public boolean frozen() {
    return session.frozen();
  }

  /** Tells whether the merchant requires a second factor that this user does not have. */
  public boolean lacksFactor() {
    return session.lacksFactor();
  }

  /** Returns this user; refuses with 403 when a second factor has to be set up first. */
  public SignedIn requireFactor() {
    if (lacksFactor()) {
      throw new Rejection(MerchantError.SECOND_FACTOR_SETUP_REQUIRED, Message.of("setupfactor"));
    }
    return this;
  }

  /** Returns this user; refuses with 403 when its role does not include the needed one. */
  public SignedIn require(Role needed) {
    if (!role.includes(needed)) {
      throw new Rejection(MerchantError.ROLE_NOT_ALLOWED, Message.of("needsrole", needed, role));
    }
    return this;
  }
}
