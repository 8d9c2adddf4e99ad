package dev.paylink.account.team;

import dev.paylink.account.Acting;
import dev.paylink.account.Invitation;
import dev.paylink.ids.InvitationId;
import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.Secret;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps open invitations by the hash of their token; the database's clock ends them. */
public final class InvitationStore {
  /** More than any realm may have: see the rules of invitations. */
  private static final int MOST_READ = 200;

  private static final String DELETE_EXPIRED =
      "delete from invitation where realm_id = :realm and expires_at <= now()";
  private static final String DELETE_OF_EMAIL =
      "delete from invitation where realm_id = :realm and email = :email";
  private static final String DELETE_ALL =
      """
      delete from invitation
       where realm_id = :realm
      """;
  private static final String DELETE_ALL_BY =
      "delete from invitation where realm_id = :realm and invited_by = :invitedBy";
  private static final String INSERT =
      """
      insert into invitation
        (realm_id, id, email, role, token_hash, letter_hash, invited_by, expires_at)
      values (:realm, :id, :email, :role, :tokenHash, :letterHash, :invitedBy,
              now() + make_interval(secs => :seconds))
      returning *, realm_id as realm
      """;
  private static final String OPEN =
      """
      select *, realm_id as realm from invitation
       where realm_id = :realm and expires_at > now()
       order by id desc limit :limit
      """;
  private static final String BY_TOKEN =
      """
      select *, realm_id as realm from invitation
       where token_hash = :tokenHash and expires_at > now()
      """;
  private static final String IS_OF_LETTER =
      """
      select coalesce(letter_hash = :letterHash, false) from invitation
       where token_hash = :tokenHash
      """;
  private static final String REDEEM =
      "delete from invitation where token_hash = :tokenHash and expires_at > now()";
  private static final String DELETE =
      """
      delete from invitation where realm_id = :realm and id = :id and expires_at > now()
      returning *, realm_id as realm
      """;

  /** Deletes expired invitations and earlier ones to this address: only the newest link works. */
  public void clear(Handle handle, RealmId realm, String email) {
    handle.createUpdate(DELETE_EXPIRED).bind("realm", realm).execute();
    handle.createUpdate(DELETE_OF_EMAIL).bind("realm", realm).bind("email", email).execute();
  }

  Invitation insert(
      Handle handle,
      Acting by,
      String email,
      String role,
      Secret token,
      Secret ofLetter,
      Duration lifetime) {
    return handle
        .createQuery(INSERT)
        .bind("realm", by.realm())
        .bind("id", InvitationId.next())
        .bind("email", email)
        .bind("role", role)
        .bind("tokenHash", token.sha256())
        .bind("letterHash", ofLetter.sha256())
        .bind("invitedBy", by.actor().name())
        .bind("seconds", lifetime.toSeconds())
        .mapTo(Invitation.class)
        .one();
  }

  /** Returns the open invitations, newest first. */
  public List<Invitation> open(Handle handle, RealmId realm) {
    return handle
        .createQuery(OPEN)
        .bind("realm", realm)
        .bind("limit", MOST_READ)
        .mapTo(Invitation.class)
        .list();
  }

  @Nullable Invitation find(Handle handle, Secret token) {
    return handle
        .createQuery(BY_TOKEN)
        .bind("tokenHash", token.sha256())
        .mapTo(Invitation.class)
        .findOne()
        .orElse(null);
  }

  /** Tells whether the second part of a link is the one that only the letter has. */
  boolean isOfLetter(Handle handle, Secret token, Secret ofLetter) {
    return handle
        .createQuery(IS_OF_LETTER)
        .bind("tokenHash", token.sha256())
        .bind("letterHash", ofLetter.sha256())
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /** Deletes the invitation; false when it has expired or was used in the meantime. */
  boolean redeem(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM).bind("tokenHash", token.sha256()).execute() == 1;
  }

  /** Deletes all invitations to a realm: no link works any more. */
  public void deleteAll(Handle handle, RealmId realm) {
    handle.createUpdate(DELETE_ALL).bind("realm", realm).execute();
  }

  /** Deletes all invitations by an actor: no link of theirs works any more. */
  public void deleteAllBy(Handle handle, RealmId realm, String invitedBy) {
    handle.createUpdate(DELETE_ALL_BY).bind("realm", realm).bind("invitedBy", invitedBy).execute();
  }

  /** Deletes an open invitation and returns it, or null when there is none. */
  @Nullable Invitation delete(Handle handle, RealmId realm, InvitationId id) {
    return handle
        .createQuery(DELETE)
        .bind("realm", realm)
        .bind("id", id)
        .mapTo(Invitation.class)
        .findOne()
        .orElse(null);
  }
}
