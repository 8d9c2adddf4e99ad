package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads and writes the people behind merchants: one user per e-mail address, in lower case. */
public final class UserStore {
  /** Users and open invitations of one merchant together. */
  public static final int MAX_PER_MERCHANT = 50;

  private static final String INSERT =
      """
      insert into merchant_user (merchant_id, id, email, role, password_hash)
      values (:merchantId, :id, :email, :role, :passwordHash)
      on conflict (email) do nothing
      """;
  private static final String BY_EMAIL =
      """
      select merchant_id, id, email, password_hash,
             role_now(role, pending_role, pending_role_from) as role
        from merchant_user
       where email = :email and role_now(role, pending_role, pending_role_from) <> 'removed'
      """;
  private static final String LOCK_LOGIN =
      """
      select 1 from merchant_user
       where merchant_id = :merchantId and id = :id and password_hash = :passwordHash
         for no key update
      """;
  private static final String UPDATE_PASSWORD =
      """
      update merchant_user set password_hash = :after
       where merchant_id = :merchantId and id = :id and password_hash = :before
      """;
  private static final String TEAM =
      """
      select u.id, u.email, u.created_at,
             f.confirmed_at is not null
               or exists (select 1 from passkey p
                           where p.merchant_id = u.merchant_id and p.user_id = u.id) as two_factor,
             role_now(u.role, u.pending_role, u.pending_role_from) as role,
             case when u.pending_role_from > now() then u.pending_role end as pending_role,
             u.pending_role_from
        from merchant_user u
        left join second_factor f on f.merchant_id = u.merchant_id and f.user_id = u.id
       where u.merchant_id = :merchantId
         and role_now(u.role, u.pending_role, u.pending_role_from) <> 'removed'
       order by u.created_at, u.id limit :limit
      """;
  private static final String UPDATE_ROLE =
      """
      update merchant_user set role = :after, pending_role = null, pending_role_from = null
       where merchant_id = :merchantId and id = :id
         and role_now(role, pending_role, pending_role_from) = :before
      """;
  private static final String ANNOUNCE_ROLE =
      """
      update merchant_user
         set pending_role = :pending, pending_role_from = now() + make_interval(secs => :seconds)
       where merchant_id = :merchantId and id = :id
         and role_now(role, pending_role, pending_role_from) = 'owner'
      returning pending_role_from
      """;
  private static final String CALL_OFF_ROLE =
      """
      update merchant_user set pending_role = null, pending_role_from = null
       where merchant_id = :merchantId and id = :id and pending_role_from > now()
      """;
  private static final String CALL_OFF_ROLES =
      """
      update merchant_user set pending_role = null, pending_role_from = null
       where merchant_id = :merchantId and pending_role_from > now()
      """;
  private static final String PENDING_UNTIL =
      """
      select max(pending_role_from) from merchant_user
       where merchant_id = :merchantId and pending_role_from > now()
      """;
  // Of all merchants: only a sandbox lets time pass.
  private static final String PASS_TIME =
      """
      update merchant_user set pending_role_from = pending_role_from - make_interval(secs => :seconds)
       where pending_role_from > now()
      """;
  private static final String DELETE_GONE =
      """
      delete from merchant_user
       where email = :email and role_now(role, pending_role, pending_role_from) = 'removed'
      """;
  private static final String DELETE =
      "delete from merchant_user where merchant_id = :merchantId and id = :id";

  private static final String IS_PROVEN =
      """
      select proven_at is not null from merchant_user
       where merchant_id = :merchantId and id = :id
      """;
  private static final String IS_MERCHANT_PROVEN =
      "select email_proven_at is not null from merchant where id = :merchantId";
  private static final String PROVE =
      """
      update merchant_user set proven_at = now()
       where merchant_id = :merchantId and id = :id and proven_at is null
      returning role = 'owner' as owner
      """;
  private static final String PROVE_MERCHANT =
      """
      update merchant set email_proven_at = now()
       where id = :merchantId and email_proven_at is null
      """;
  private static final String RELEASE =
      """
      update merchant_user set email = :released, password_hash = :passwordHash
       where merchant_id = :merchantId and id = :id and proven_at is null
      """;

  private static final String OWNER_EMAILS =
      """
      select email from merchant_user
       where merchant_id = :merchantId and email not like '%@released.invalid'
         and role_now(role, pending_role, pending_role_from) = 'owner'
       order by created_at, id limit :most
      """;

  /** What signing in needs to know; the hash is in PHC format. */
  public record Login(
      MerchantId merchantId, UserId userId, String email, Role role, String passwordHash) {}

  /** Brings announced roles nearer, as if that time had passed. */
  public void passTime(Handle handle, Duration passed) {
    handle.createUpdate(PASS_TIME).bind("seconds", passed.toSeconds()).execute();
  }

  /** Inserts a user; false when the e-mail address is taken. A removed user's gets free here. */
  public boolean insert(
      Handle handle, MerchantId merchantId, UserId id, String email, Role role, String hash) {
    handle.createUpdate(DELETE_GONE).bind("email", email).execute();
    return handle
            .createUpdate(INSERT)
            .bind("merchantId", merchantId)
            .bind("id", id)
            .bind("email", email)
            .bind("role", role.name())
            .bind("passwordHash", hash)
            .execute()
        == 1;
  }

  public @Nullable Login findByEmail(Handle handle, String email) {
    return handle
        .createQuery(BY_EMAIL)
        .bind("email", email)
        .map(row -> login(row))
        .findOne()
        .orElse(null);
  }

  /** Locks the user; false when it is gone or its password has changed since it was checked. */
  public boolean lock(Handle handle, Login login) {
    return handle
        .createQuery(LOCK_LOGIN)
        .bind("merchantId", login.merchantId())
        .bind("id", login.userId())
        .bind("passwordHash", login.passwordHash())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Replaces the password; false when it has changed since it was checked. */
  public boolean updatePassword(Handle handle, Login login, String after) {
    return handle
            .createUpdate(UPDATE_PASSWORD)
            .bind("merchantId", login.merchantId())
            .bind("id", login.userId())
            .bind("before", login.passwordHash())
            .bind("after", after)
            .execute()
        == 1;
  }

  /** Returns the merchant's users, oldest first. */
  public List<User> team(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(TEAM)
        .bind("merchantId", merchantId)
        .bind("limit", MAX_PER_MERCHANT)
        .map(row -> user(row))
        .list();
  }

  /** Returns the e-mail addresses of the owners, oldest user first. */
  List<String> ownerEmails(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(OWNER_EMAILS)
        .bind("merchantId", merchantId)
        .bind("most", MAX_PER_MERCHANT)
        .mapTo(String.class)
        .list();
  }

  /** Changes the role; false when the user no longer has the earlier one. */
  public boolean updateRole(Handle handle, MerchantId merchantId, User before, Role after) {
    return handle
            .createUpdate(UPDATE_ROLE)
            .bind("merchantId", merchantId)
            .bind("id", before.id())
            .bind("before", before.role().name())
            .bind("after", after.name())
            .execute()
        == 1;
  }

  /**
   * Announces that an owner leaves or gets a lower role after the delay. Returns from when on.
   *
   * @param role null when the owner leaves
   */
  public PendingRole announce(
      Handle handle, MerchantId merchantId, UserId id, @Nullable Role role, Duration delay) {
    PendingRole wish = new PendingRole(role, Instant.EPOCH);
    Instant from =
        handle
            .createQuery(ANNOUNCE_ROLE)
            .bind("merchantId", merchantId)
            .bind("id", id)
            .bind("pending", wish.name())
            .bind("seconds", delay.toSeconds())
            .mapTo(Instant.class)
            .one();
    return new PendingRole(role, from);
  }

  /** Calls off what was announced about an owner; false when nothing is, or it took effect. */
  public boolean callOffRole(Handle handle, MerchantId merchantId, UserId id) {
    return handle
            .createUpdate(CALL_OFF_ROLE)
            .bind("merchantId", merchantId)
            .bind("id", id)
            .execute()
        == 1;
  }

  /** Calls off all that was announced about owners. */
  public void callOffRoles(Handle handle, MerchantId merchantId) {
    handle.createUpdate(CALL_OFF_ROLES).bind("merchantId", merchantId).execute();
  }

  /** Returns until when the last announced change of an owner is pending; null when none is. */
  public @Nullable Instant pendingUntil(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(PENDING_UNTIL)
        .bind("merchantId", merchantId)
        .map(row -> row.getColumn(1, Instant.class))
        .one();
  }

  /** Deletes a user with its sessions, devices and second factor; false when there is none. */
  public boolean delete(Handle handle, MerchantId merchantId, UserId id) {
    return handle.createUpdate(DELETE).bind("merchantId", merchantId).bind("id", id).execute() == 1;
  }

  /** Tells whether the user has proven its address. */
  public boolean isProven(Handle handle, MerchantId merchantId, UserId id) {
    return handle
        .createQuery(IS_PROVEN)
        .bind("merchantId", merchantId)
        .bind("id", id)
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /** Tells whether an owner of the merchant has ever proven an address. */
  public boolean isMerchantProven(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(IS_MERCHANT_PROVEN)
        .bind("merchantId", merchantId)
        .mapTo(Boolean.class)
        .one();
  }

  /** Notes that the user reads the mail of its address; an owner proves its merchant with it. */
  public void prove(Handle handle, MerchantId merchantId, UserId id) {
    boolean owner =
        handle
            .createQuery(PROVE)
            .bind("merchantId", merchantId)
            .bind("id", id)
            .mapTo(Boolean.class)
            .findOne()
            .orElse(false);
    if (owner) {
      handle.createUpdate(PROVE_MERCHANT).bind("merchantId", merchantId).execute();
    }
  }

  /**
   * Takes an address that was never proven away from its user, who cannot sign in any more; false
   * when it is proven. The user stays, for the operator to see.
   */
  public boolean release(Handle handle, MerchantId merchantId, UserId id, String passwordHash) {
    return handle
            .createUpdate(RELEASE)
            .bind("merchantId", merchantId)
            .bind("id", id)
            .bind("released", id + "@released.invalid")
            .bind("passwordHash", passwordHash)
            .execute()
        == 1;
  }

  private static Login login(RowView row) {
    return new Login(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("id", UserId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("password_hash", String.class));
  }

  private static @Nullable PendingRole pending(RowView row) {
    String name = row.getColumn("pending_role", String.class);
    return name == null
        ? null
        : PendingRole.of(name, row.getColumn("pending_role_from", Instant.class));
  }

  private static User user(RowView row) {
    return new User(
        row.getColumn("id", UserId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("two_factor", Boolean.class),
        row.getColumn("created_at", Instant.class),
        pending(row));
  }
}
