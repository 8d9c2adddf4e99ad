package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.UserId;
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
      "select merchant_id, id, email, role, password_hash from merchant_user where email = :email";
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
      select u.id, u.email, u.role, u.created_at, f.confirmed_at is not null as two_factor
        from merchant_user u
        left join second_factor f on f.merchant_id = u.merchant_id and f.user_id = u.id
       where u.merchant_id = :merchantId order by u.created_at, u.id limit :limit
      """;
  private static final String UPDATE_ROLE =
      """
      update merchant_user set role = :after
       where merchant_id = :merchantId and id = :id and role = :before
      """;
  private static final String DELETE =
      "delete from merchant_user where merchant_id = :merchantId and id = :id";

  private static final String OWNER_EMAILS =
      """
      select email from merchant_user where merchant_id = :merchantId and role = 'owner'
       order by created_at, id limit :most
      """;

  /** What signing in needs to know; the hash is in PHC format. */
  public record Login(
      MerchantId merchantId, UserId userId, String email, Role role, String passwordHash) {}

  /** Inserts a user; false when the e-mail address is taken. */
  public boolean insert(
      Handle handle, MerchantId merchantId, UserId id, String email, Role role, String hash) {
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

  /** Deletes a user with its sessions, devices and second factor; false when there is none. */
  public boolean delete(Handle handle, MerchantId merchantId, UserId id) {
    return handle.createUpdate(DELETE).bind("merchantId", merchantId).bind("id", id).execute() == 1;
  }

  private static Login login(RowView row) {
    return new Login(
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("id", UserId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("password_hash", String.class));
  }

  private static User user(RowView row) {
    return new User(
        row.getColumn("id", UserId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("two_factor", Boolean.class),
        row.getColumn("created_at", Instant.class));
  }
}
