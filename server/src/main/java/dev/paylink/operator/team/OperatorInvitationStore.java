package dev.paylink.operator.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Keeps open invitations by the hash of their token; they expire by the database's clock. */
final class OperatorInvitationStore {
  private static final String DELETE_EXPIRED =
      "delete from operator_invitation where expires_at <= now()";
  private static final String PUT =
      """
      insert into operator_invitation (id, email, role, token_hash, invited_by, expires_at)
      values (:id, :email, :role, :tokenHash, :invitedBy, now() + make_interval(secs => :seconds))
      on conflict (email) do update
         set id = excluded.id, role = excluded.role, token_hash = excluded.token_hash,
             invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
      returning id, email, role, invited_by, created_at, expires_at
      """;
  private static final String OPEN =
      """
      select id, email, role, invited_by, created_at, expires_at from operator_invitation
       where expires_at > now() order by id desc limit :limit
      """;
  private static final String BY_TOKEN =
      """
      select id, email, role, invited_by, created_at, expires_at from operator_invitation
       where token_hash = :tokenHash and expires_at > now()
      """;
  private static final String REDEEM =
      "delete from operator_invitation where token_hash = :tokenHash and expires_at > now()";
  private static final String DELETE =
      """
      delete from operator_invitation where id = :id
      returning id, email, role, invited_by, created_at, expires_at
      """;
  private static final String DELETE_ALL_BY =
      "delete from operator_invitation where invited_by = :invitedBy";

  /** Stores an invitation in place of an earlier one to the same address. */
  OperatorInvitation put(
      Handle handle,
      String email,
      OperatorRole role,
      String invitedBy,
      Secret token,
      Duration lifetime) {
    handle.createUpdate(DELETE_EXPIRED).execute();
    return handle
        .createQuery(PUT)
        .bind("id", InvitationId.next())
        .bind("email", email)
        .bind("role", role.name())
        .bind("tokenHash", hash(token))
        .bind("invitedBy", invitedBy)
        .bind("seconds", lifetime.toSeconds())
        .map(row -> invitation(row))
        .one();
  }

  /** Returns the open invitations, newest first. */
  List<OperatorInvitation> open(Handle handle) {
    return handle
        .createQuery(OPEN)
        .bind("limit", OperatorStore.MAX_OPERATORS)
        .map(row -> invitation(row))
        .list();
  }

  @Nullable OperatorInvitation find(Handle handle, Secret token) {
    return handle
        .createQuery(BY_TOKEN)
        .bind("tokenHash", hash(token))
        .map(row -> invitation(row))
        .findOne()
        .orElse(null);
  }

  /** Deletes the invitation; false when it has expired or was used in the meantime. */
  boolean redeem(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM).bind("tokenHash", hash(token)).execute() == 1;
  }

  /** Deletes an invitation and returns it, or null when there is none. */
  @Nullable OperatorInvitation delete(Handle handle, InvitationId id) {
    return handle
        .createQuery(DELETE)
        .bind("id", id)
        .map(row -> invitation(row))
        .findOne()
        .orElse(null);
  }

  /** Deletes all invitations by an actor: no link works any more. */
  void deleteAllBy(Handle handle, String invitedBy) {
    handle.createUpdate(DELETE_ALL_BY).bind("invitedBy", invitedBy).execute();
  }

  private static byte[] hash(Secret token) {
    return RequestSigner.sha256(token.reveal().getBytes(StandardCharsets.UTF_8));
  }

  private static OperatorInvitation invitation(RowView row) {
    return new OperatorInvitation(
        row.getColumn("id", InvitationId.class),
        row.getColumn("email", String.class),
        OperatorRole.valueOf(row.getColumn("role", String.class)),
        row.getColumn("invited_by", String.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("expires_at", Instant.class));
  }
}
