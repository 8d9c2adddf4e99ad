package dev.paylink.merchant.team;

import dev.paylink.account.Actor;
import dev.paylink.account.UserStore;
import dev.paylink.account.freeze.Freeze;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.account.team.InvitationStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Freezes an account by the link of a letter, and lifts the freeze. While it lasts nobody changes
 * where money goes, the team, keys or webhooks. Scheduled changes that have not taken effect are
 * canceled, and open invitations end.
 */
public final class FreezeAccount {
  private final FreezeStore freezes = new FreezeStore();
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final InvitationStore invitations = new InvitationStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Duration delay;
  private final Runnable onChange;

  /**
   * Prepares the freezes.
   *
   * @param delay how long before a freeze its owners must have been owners to lift it
   */
  public FreezeAccount(Jdbi jdbi, AuditLog audit, Duration delay, Runnable onChange) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.delay = delay;
    this.onChange = onChange;
  }

  /** Tells whether a link still works. */
  public boolean works(Secret token) {
    return jdbi.withHandle(handle -> freezes.findLink(handle, token) != null);
  }

  /** Freezes the account of a link, which then no longer works; refuses with 404 a bad link. */
  public void byLink(Secret token, String source) {
    jdbi.useTransaction(handle -> byLink(handle, token, source));
    onChange.run();
  }

  private void byLink(Handle handle, Secret token, String source) {
    FreezeStore.Link link = freezes.findLink(handle, token);
    if (link == null || !freezes.redeemLink(handle, token)) {
      throw new Rejection(MerchantError.LINK_NOT_FOUND, Message.of("linkgone"));
    }
    MerchantId merchantId = link.realm().merchantId();
    merchants.lock(handle, merchantId);
    if (!freezes.freeze(handle, link)) {
      return; // by another letter
    }
    merchants.callOffAddresses(handle, merchantId);
    users.callOffRoles(handle, link.realm());
    invitations.deleteAll(handle, link.realm());
    audit.record(
        handle, merchantId, new Actor(link.email(), source), "merchant.frozen", null, link.email());
  }

  /** Returns the freeze of the user's account, or null when it is not frozen. */
  public @Nullable Freeze read(MerchantId merchantId) {
    return jdbi.withHandle(handle -> freezes.find(handle, RealmId.of(merchantId)));
  }

  /**
   * Notes that an owner agrees to lift the freeze, and lifts it when enough owners do. Returns the
   * freeze as it is afterwards, or null when it is lifted. Refuses with 409 when there is none,
   * with 403 an owner who was made one too late, or who has not proven the address: an attacker who
   * took the account over could have made enough owners.
   */
  public @Nullable Freeze agree(SignedIn signedIn) {
    return jdbi.inTransaction(handle -> agree(handle, signedIn));
  }

  private @Nullable Freeze agree(Handle handle, SignedIn signedIn) {
    MerchantId merchantId = signedIn.merchantId();
    merchants.lock(handle, merchantId);
    Freeze before = freezes.find(handle, RealmId.of(merchantId));
    if (before == null) {
      throw notFrozen();
    }
    List<String> mayLift = freezes.mayLift(handle, signedIn.realm(), Role.owner.name(), delay);
    if (!mayLift.contains(signedIn.email())) {
      throw new Rejection(MerchantError.LIFT_NOT_ALLOWED, Message.of("liftnotallowed"));
    }
    if (!freezes.agree(handle, RealmId.of(merchantId), signedIn.email())) {
      return before;
    }
    audit.record(handle, signedIn, "merchant.freeze_lift_agreed", null, signedIn.email());
    Freeze after = freezes.find(handle, RealmId.of(merchantId));
    long owners = after == null ? 0 : mayLift.stream().filter(after.agreed()::contains).count();
    if (owners < Freeze.OWNERS_NEEDED) {
      return after;
    }
    lift(handle, merchantId, signedIn.actor(), before);
    return null;
  }

  /** Lifts the freeze as the operator; refuses with 409 when there is none. */
  public void lift(MerchantId merchantId, Actor operator) {
    jdbi.useTransaction(handle -> lift(handle, merchantId, operator, lock(handle, merchantId)));
  }

  private Freeze lock(Handle handle, MerchantId merchantId) {
    merchants.lock(handle, merchantId);
    return require(handle, merchantId);
  }

  /** Returns the merchant's freeze; refuses with 409 when there is none. */
  public Freeze require(Handle handle, MerchantId merchantId) {
    Freeze freeze = freezes.find(handle, RealmId.of(merchantId));
    if (freeze == null) {
      throw notFrozen();
    }
    return freeze;
  }

  /** Lifts a freeze that the caller has locked. */
  public void lift(Handle handle, MerchantId merchantId, Actor actor, Freeze before) {
    if (!freezes.lift(handle, RealmId.of(merchantId))) {
      throw new IllegalStateException("lifted under the merchant's lock: " + merchantId);
    }
    audit.record(handle, merchantId, actor, "merchant.freeze_lifted", before.by(), null);
  }

  private static Rejection notFrozen() {
    return new Rejection(MerchantError.NOT_FROZEN, Message.of("notfrozen"));
  }
}
