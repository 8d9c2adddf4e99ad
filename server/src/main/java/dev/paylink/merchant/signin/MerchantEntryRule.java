package dev.paylink.merchant.signin;

import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.signin.EntryRule;
import dev.paylink.account.signin.SignInWay;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SsoRuleStore;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Holds a team's rule of single sign-on, and keeps an owner of a frozen account from signing in at
 * a provider: an attacker who changed the provider could lift the freeze with it. Nobody signs in
 * so often that the log fills our disk.
 */
public final class MerchantEntryRule implements EntryRule {
  private final SsoRuleStore ssoRules = new SsoRuleStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Announcements announcements;
  private final RequestLimiter limiter;

  public MerchantEntryRule(Announcements announcements, RequestLimiter limiter) {
    this.announcements = announcements;
    this.limiter = limiter;
  }

  @Override
  public void require(Handle handle, UserStore.Login login, SignInWay way) {
    limiter.require(Limit.SIGN_INS_A_DAY, login.userId());
    Role role = Role.valueOf(login.role());
    if (!way.bySso()) {
      ssoRules.requireNone(handle, login.realm().merchantId(), role);
    } else if (role == Role.owner) {
      freezes.requireThawed(handle, login.realm());
    }
  }

  @Override
  public void enteredFromNewDevice(Handle handle, UserStore.Login login, Visitor visitor) {
    announcements.tellNewDevice(
        handle, login.realm().merchantId(), login.email(), visitor, Instant.now());
  }
}
