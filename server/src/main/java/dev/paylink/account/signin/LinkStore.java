package dev.paylink.account.signin;

import dev.paylink.account.Person;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import dev.paylink.platform.crypto.Secret;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Keeps the links of one purpose in letters to users, by the hash of their token. */
public final class LinkStore {
  private static final String IS_RECENT =
      """
      select exists (select 1 from user_link
                      where realm_id = :realm and user_id = :userId and purpose = :purpose
                        and created_at > now() - make_interval(secs => :seconds))
      """;
  private static final String PUT =
      """
      insert into user_link (realm_id, user_id, purpose, token_hash, expires_at)
      values (:realm, :userId, :purpose, :tokenHash, now() + make_interval(secs => :seconds))
      on conflict (realm_id, user_id, purpose)
      do update set token_hash = excluded.token_hash, created_at = now(),
                    expires_at = excluded.expires_at
      """;
  private static final String FIND =
      """
      select u.realm_id as realm, u.id as user_id, u.email from user_link l
        join account_user u on u.realm_id = l.realm_id and u.id = l.user_id
       where l.token_hash = :tokenHash and l.purpose = :purpose and l.expires_at > now()
      """;
  private static final String REDEEM =
      """
      delete from user_link
       where token_hash = :tokenHash and purpose = :purpose and expires_at > now()
      """;
  private static final String DELETE =
      """
      delete from user_link
       where realm_id = :realm and user_id = :userId and purpose = :purpose
      """;

  private final Purpose purpose;

  public LinkStore(Purpose purpose) {
    this.purpose = purpose;
  }

  /** What a link lets its holder do. */
  public enum Purpose {
    /** Set a new password. */
    PASSWORD,
    /** Prove the e-mail address. */
    EMAIL
  }

  /** The user to whom a link was sent. */
  public record Addressee(RealmId realm, UserId userId, String email) implements Person {}

  /** Tells whether the user got a link within that time. */
  public boolean isRecent(Handle handle, Person person, Duration within) {
    return of(person.bindTo(handle.createQuery(IS_RECENT)))
        .bind("seconds", within.toSeconds())
        .mapTo(Boolean.class)
        .one();
  }

  /** Stores a link in place of the user's earlier one. */
  public void put(Handle handle, Person person, Secret token, Duration lifetime) {
    of(person.bindTo(handle.createUpdate(PUT)))
        .bind("tokenHash", token.sha256())
        .bind("seconds", lifetime.toSeconds())
        .execute();
  }

  /** Returns the user of a link; null when it is unknown, used or expired. */
  public @Nullable Addressee find(Handle handle, Secret token) {
    return of(handle.createQuery(FIND))
        .bind("tokenHash", token.sha256())
        .mapTo(Addressee.class)
        .findOne()
        .orElse(null);
  }

  /** Uses up a link; false when it was used or has expired in the meantime. */
  public boolean redeem(Handle handle, Secret token) {
    return of(handle.createUpdate(REDEEM)).bind("tokenHash", token.sha256()).execute() == 1;
  }

  /** Deletes the user's link, if there is one. */
  public void delete(Handle handle, Person person) {
    of(person.bindTo(handle.createUpdate(DELETE))).execute();
  }

  private <T extends SqlStatement<T>> T of(T statement) {
    return statement.bind("purpose", purpose.name());
  }
}
