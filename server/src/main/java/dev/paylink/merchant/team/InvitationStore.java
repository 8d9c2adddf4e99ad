package dev.paylink.merchant.team;

import dev.paylink.ids.InvitationId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Keeps open invitations by the hash of their token; the database's clock ends them. */
final class InvitationStore {
  private static final String DELETE_EXPIRED =
      "delete from invitation where merchant_id = :merchantId and expires_at <= now()";
  private static final String DELETE_OF_EMAIL =
      "delete from invitation where merchant_id = :merchantId and email = :email";
  private static final String DELETE_ALL =
      """
      delete from invitation
       where merchant_id = :merchantId
      """;
  private static final String INSERT =
      """
      insert into invitation
        (merchant_id, id, email, role, token_hash, letter_hash, invited_by, expires_at)
      values (:merchantId, :id, :email, :role, :tokenHash, :letterHash, :invitedBy,
              now() + make_interval(secs => :seconds))
      returning *
      """;
  private static final String OPEN =
      """
      select * from invitation where merchant_id = :merchantId and expires_at > now()
       order by id desc limit :limit
      """;
  private static final String BY_TOKEN =
      "select * from invitation where token_hash = :tokenHash and expires_at > now()";
  private static final String IS_OF_LETTER =
      """
      select coalesce(letter_hash = :letterHash, false) from invitation
       where token_hash = :tokenHash
      """;
  private static final String REDEEM =
      "delete from invitation where token_hash = :tokenHash and expires_at > now()";
  private static final String DELETE =
      """
      delete from invitation where merchant_id = :merchantId and id = :id and expires_at > now()
      returning *
      """;

  /** Deletes expired invitations and earlier ones to this address: only the newest link works. */
  void clear(Handle handle, MerchantId merchantId, String email) {
    handle.createUpdate(DELETE_EXPIRED).bind("merchantId", merchantId).execute();
    handle
        .createUpdate(DELETE_OF_EMAIL)
        .bind("merchantId", merchantId)
        .bind("email", email)
        .execute();
  }

  Invitation insert(
      Handle handle,
      SignedIn by,
      String email,
      Role role,
      Secret token,
      Secret ofLetter,
      Duration lifetime) {
    return handle
        .createQuery(INSERT)
        .bind("merchantId", by.merchantId())
        .bind("id", InvitationId.next())
        .bind("email", email)
        .bind("role", role.name())
        .bind("tokenHash", hash(token))
        .bind("letterHash", hash(ofLetter))
        .bind("invitedBy", by.email())
        .bind("seconds", lifetime.toSeconds())
        .map(row -> invitation(row))
        .one();
  }

  /** Returns the open invitations, newest first. */
  List<Invitation> open(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(OPEN)
        .bind("merchantId", merchantId)
        .bind("limit", UserStore.MAX_PER_MERCHANT)
        .map(row -> invitation(row))
        .list();
  }

  @Nullable Invitation find(Handle handle, Secret token) {
    return handle
        .createQuery(BY_TOKEN)
        .bind("tokenHash", hash(token))
        .map(row -> invitation(row))
        .findOne()
        .orElse(null);
  }

  /** Tells whether the second part of a link is the one that only the letter has. */
  boolean isOfLetter(Handle handle, Secret token, Secret ofLetter) {
    return handle
        .createQuery(IS_OF_LETTER)
        .bind("tokenHash", hash(token))
        .bind("letterHash", hash(ofLetter))
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /** Deletes the invitation; false when it has expired or was used in the meantime. */
  boolean redeem(Handle handle, Secret token) {
    return handle.createUpdate(REDEEM).bind("tokenHash", hash(token)).execute() == 1;
  }

  /** Deletes all invitations of a merchant: no link works any more. */
  void deleteAll(Handle handle, MerchantId merchantId) {
    handle.createUpdate(DELETE_ALL).bind("merchantId", merchantId).execute();
  }

  /** Deletes an open invitation and returns it, or null when there is none. */
  @Nullable Invitation delete(Handle handle, MerchantId merchantId, InvitationId id) {
    return handle
        .createQuery(DELETE)
        .bind("merchantId", merchantId)
        .bind("id", id)
        .map(row -> invitation(row))
        .findOne()
        .orElse(null);
  }

  private static byte[] hash(Secret token) {
    return RequestSigner.sha256(token.reveal().getBytes(StandardCharsets.UTF_8));
  }

  private static Invitation invitation(RowView row) {
    return new Invitation(
        row.getColumn("id", InvitationId.class),
        row.getColumn("merchant_id", MerchantId.class),
        row.getColumn("email", String.class),
        Role.valueOf(row.getColumn("role", String.class)),
        row.getColumn("invited_by", String.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("expires_at", Instant.class));
  }
}
