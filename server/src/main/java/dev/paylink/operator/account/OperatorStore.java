package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads and writes the accounts of operators: one per e-mail address, in lower case. */
public final class OperatorStore {
  /** Operators and open invitations together. */
  public static final int MAX_OPERATORS = 200;

  private static final String INSERT =
      """
      insert into operator_account (id, email, name, role, password_hash)
      values (:id, :email, :name, :role, :passwordHash)
      on conflict (email) do nothing
      """;
  private static final String BY_EMAIL =
      "select id, email, name, role, password_hash from operator_account where email = :email";
  private static final String LOCK_LOGIN =
      """
      select 1 from operator_account where id = :id and password_hash = :passwordHash
         for no key update
      """;
  private static final String UPDATE_PASSWORD =
      """
      update operator_account set password_hash = :after
       where id = :id and password_hash = :before
      """;
  private static final String ALL =
      """
      select o.id, o.email, o.name, o.role, o.created_at, f.confirmed_at is not null as two_factor
        from operator_account o left join operator_factor f on f.operator_id = o.id
       order by o.created_at, o.id limit :limit
      """;
  private static final String LOCK_ALL =
      "select id from operator_account order by id limit :limit for update";
  private static final String UPDATE_ROLE =
      "update operator_account set role = :after where id = :id and role = :before";
  private static final String DELETE = "delete from operator_account where id = :id";
  private static final String HAS_ADMIN =
      "select exists (select 1 from operator_account where role = 'admin')";

  /** What signing in needs to know; the hash is in PHC format. */
  public record Login(
      OperatorId id, String email, String name, OperatorRole role, String passwordHash) {}

  /** Inserts an account; false when the e-mail address is taken. */
  public boolean insert(Handle handle, Login login) {
    return handle
            .createUpdate(INSERT)
            .bind("id", login.id)
            .bind("email", login.email)
            .bind("name", login.name)
            .bind("role", login.role.name())
            .bind("passwordHash", login.passwordHash)
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

  /** Locks the account; false when it is gone or its password has changed since it was checked. */
  boolean lock(Handle handle, Login login) {
    return handle
        .createQuery(LOCK_LOGIN)
        .bind("id", login.id)
        .bind("passwordHash", login.passwordHash)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Sets a new password; false when it has changed since it was checked. */
  boolean updatePassword(Handle handle, Login login, String hash) {
    return handle
            .createUpdate(UPDATE_PASSWORD)
            .bind("id", login.id)
            .bind("before", login.passwordHash)
            .bind("after", hash)
            .execute()
        == 1;
  }

  /** Returns all operators, oldest first. */
  public List<Operator> all(Handle handle) {
    return handle.createQuery(ALL).bind("limit", MAX_OPERATORS).map(row -> operator(row)).list();
  }

  /** Locks all accounts, so that nobody else changes who is an admin, and returns them. */
  public List<Operator> lockAll(Handle handle) {
    handle.createQuery(LOCK_ALL).bind("limit", MAX_OPERATORS).mapTo(OperatorId.class).list();
    return all(handle);
  }

  public boolean updateRole(Handle handle, Operator operator, OperatorRole after) {
    return handle
            .createUpdate(UPDATE_ROLE)
            .bind("id", operator.id())
            .bind("before", operator.role().name())
            .bind("after", after.name())
            .execute()
        == 1;
  }

  /** Deletes the account, its second factor and its sessions. */
  public boolean delete(Handle handle, OperatorId id) {
    return handle.createUpdate(DELETE).bind("id", id).execute() == 1;
  }

  public boolean hasAdmin(Handle handle) {
    return handle.createQuery(HAS_ADMIN).mapTo(Boolean.class).one();
  }

  private static Login login(RowView row) {
    return new Login(
        row.getColumn("id", OperatorId.class),
        row.getColumn("email", String.class),
        row.getColumn("name", String.class),
        OperatorRole.valueOf(row.getColumn("role", String.class)),
        row.getColumn("password_hash", String.class));
  }

  private static Operator operator(RowView row) {
    return new Operator(
        row.getColumn("id", OperatorId.class),
        row.getColumn("email", String.class),
        row.getColumn("name", String.class),
        OperatorRole.valueOf(row.getColumn("role", String.class)),
        row.getColumn("two_factor", Boolean.class),
        row.getColumn("created_at", Instant.class));
  }
}
