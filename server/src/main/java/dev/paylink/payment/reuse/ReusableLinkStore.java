package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.picture.Picture;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes reusable links, their pictures and their uses: payments that are open or paid.
 * The writer of payments takes one: a single statement decides and counts, so a link that is off,
 * used up or over makes no payment, whatever races. An outcome gives it back, or takes it again.
 */
public final class ReusableLinkStore {
  private static final String TAKE =
      """
      update payment_link set uses = uses + 1
       where id = ? and merchant_id = ? and active
         and (max_uses is null or uses < max_uses) and (ends_at is null or ends_at > ?)
      """;
  private static final String RECOUNT =
      "update payment_link set uses = uses + ? where id = ? and merchant_id = ?";
  private static final String PUT_PICTURE =
      """
      insert into payment_link_picture (merchant_id, link_id, hash, jpeg)
      values (:merchant, :id, :hash, :jpeg)
          on conflict (link_id, merchant_id) do update
         set hash = excluded.hash, jpeg = excluded.jpeg
      """;
  private static final String REMOVE_PICTURE =
      "delete from payment_link_picture where link_id = :id and merchant_id = :merchant";
  private static final String NAME_PICTURE =
      """
      update payment_link
         set picture_hash = :hash, picture_width = :width, picture_height = :height
       where id = :id and merchant_id = :merchant
      """;
  private static final String PICTURE =
      """
      select jpeg from payment_link_picture
       where link_id = :id and merchant_id = :merchant and hash = :hash
      """;
  private static final String INSERT =
      """
      insert into payment_link (merchant_id, id, slug, title, text, currency, amount, min_amount,
                                max_amount, suggested_amounts, name_field, email_field,
                                reference_field, success_url, max_uses, ends_at, active, uses,
                                created_at, idempotency_key, request_hash)
      values (:merchant, :id, :slug, :title, :text, :currency, :amount, :minAmount, :maxAmount,
              :suggested, :name, :email, :reference, :successUrl, :maxUses, cast(:ends as timestamptz), true, 0,
              :createdAt, :key, :requestHash)
          on conflict do nothing
      """;
  private static final String BY_KEY =
      """
      select id, request_hash from payment_link
       where idempotency_key = :key and merchant_id = :merchant
      """;
  private static final String UPDATE =
      """
      update payment_link
         set title = :title, text = :text, currency = :currency, amount = :amount,
             min_amount = :minAmount, max_amount = :maxAmount, suggested_amounts = :suggested,
             name_field = :name, email_field = :email, reference_field = :reference,
             success_url = :successUrl, max_uses = :maxUses, ends_at = cast(:ends as timestamptz)
       where id = :id and merchant_id = :merchant
      """;
  private static final String SWITCH =
      """
      update payment_link set active = :active
       where id = :id and merchant_id = :merchant and active <> :active
      """;
  // Switched off as well: a node of an earlier version knows of nothing else.
  private static final String ARCHIVE =
      """
      update payment_link set active = false, archived_at = cast(:at as timestamptz)
       where id = :id and merchant_id = :merchant and archived_at is null
      """;
  private static final String BRING_BACK =
      """
      update payment_link set archived_at = null
       where id = :id and merchant_id = :merchant and archived_at is not null
      """;
  private static final String COLUMNS =
      """
      select l.merchant_id, l.id, l.slug, l.title, l.text, l.currency, l.amount, l.min_amount,
             l.max_amount, l.suggested_amounts, l.name_field as name, l.email_field as email,
             l.reference_field as reference, l.success_url, l.max_uses, l.ends_at, l.active, l.uses, l.created_at, l.picture_hash,
             l.picture_width, l.picture_height, l.archived_at
      """;
  private static final String FIND =
      COLUMNS + "  from payment_link l where l.id = :id and l.merchant_id = :merchant";
  private static final String LOCK =
      COLUMNS
          + """
              from payment_link l where l.merchant_id = :merchant and l.id = :id for no key update
          """;
  private static final String OLDER =
      COLUMNS
          + """
              from payment_link l
             where archived_at is null and merchant_id = :merchant and id < :before
             order by merchant_id desc, id desc limit :limit
          """;
  private static final String OLDER_ARCHIVED =
      COLUMNS
          + """
              from payment_link l
             where archived_at is not null and merchant_id = :merchant and id < :before
             order by merchant_id desc, id desc limit :limit
          """;
  private static final String OF_PAYMENT =
      COLUMNS
          + """
              from payment p
              join payment_link l on l.id = p.link_id and l.merchant_id = p.merchant_id
             where p.id = :payment and p.merchant_id = :merchant
          """;

  /** The request by which a server makes a link: its idempotency key, and the hash of its body. */
  record Request(String key, byte[] hash) {}

  /** A link that was made with an idempotency key, and the hash of the body that made it. */
  record Keyed(LinkId id, byte[] requestHash) {}

  @Nullable Keyed byKey(Handle handle, MerchantId merchant, String key) {
    return handle
        .createQuery(BY_KEY)
        .bind("merchant", merchant)
        .bind("key", key)
        .mapTo(Keyed.class)
        .findOne()
        .orElse(null);
  }

  /** Stores a new link; returns false if there is one with its id, or with the request's key. */
  boolean insert(Handle handle, ReusableLink link, @Nullable Request request) {
    return of(handle.createUpdate(INSERT), link.merchantId(), link.id(), link.settings())
            .bind("slug", link.slug())
            .bind("key", request == null ? null : request.key())
            .bind("requestHash", request == null ? null : request.hash())
            .bind("createdAt", link.createdAt().atOffset(ZoneOffset.UTC))
            .execute()
        == 1;
  }

  void update(Handle handle, ReusableLink before, LinkSettings settings) {
    int updated =
        of(handle.createUpdate(UPDATE), before.merchantId(), before.id(), settings).execute();
    if (updated != 1) {
      throw new IllegalStateException(before.id() + " was locked and is gone");
    }
  }

  /** Switches the link on or off; returns false if it is so already. */
  boolean turn(Handle handle, ReusableLink before, boolean active) {
    return of(handle, SWITCH, before).bind("active", active).execute() == 1;
  }

  /** Archives the link; returns false if it is already archived. */
  boolean archive(Handle handle, ReusableLink before, Instant now) {
    return of(handle, ARCHIVE, before).bind("at", now.atOffset(ZoneOffset.UTC)).execute() == 1;
  }

  /** Restores the link; returns false if it is not archived. */
  boolean bringBack(Handle handle, ReusableLink before) {
    return of(handle, BRING_BACK, before).execute() == 1;
  }

  private static Update of(Handle handle, String sql, ReusableLink link) {
    return handle.createUpdate(sql).bind("id", link.id()).bind("merchant", link.merchantId());
  }

  @Nullable ReusableLink find(Handle handle, MerchantId merchant, LinkId id) {
    return one(handle.createQuery(FIND).bind("merchant", merchant).bind("id", id));
  }

  /** Locks the link until the transaction ends: nothing uses or changes it meanwhile. */
  @Nullable ReusableLink lock(Handle handle, MerchantId merchant, LinkId id) {
    return one(handle.createQuery(LOCK).bind("merchant", merchant).bind("id", id));
  }

  /**
   * Returns the links that are older than {@code before}, newest first: those that are archived, or
   * those that are not.
   */
  List<ReusableLink> older(
      Handle handle, MerchantId merchant, boolean archived, LinkId before, int limit) {
    return handle
        .createQuery(archived ? OLDER_ARCHIVED : OLDER)
        .bind("merchant", merchant)
        .bind("before", before)
        .bind("limit", limit)
        .mapTo(ReusableLink.class)
        .list();
  }

  /** Returns the link that made the payment; null if none did. */
  @Nullable ReusableLink ofPayment(Handle handle, MerchantId merchant, PaymentId payment) {
    return one(handle.createQuery(OF_PAYMENT).bind("merchant", merchant).bind("payment", payment));
  }

  private static @Nullable ReusableLink one(Query query) {
    return query.mapTo(ReusableLink.class).findOne().orElse(null);
  }

  private static <T extends SqlStatement<T>> T of(
      T statement, MerchantId merchant, LinkId id, LinkSettings settings) {
    Instant end = settings.endsAt();
    return statement
        .bind("merchant", merchant)
        .bind("id", id)
        .bindMethods(settings)
        .bindArray(
            "suggested",
            String.class,
            settings.suggestedAmounts().stream().map(BigDecimal::toPlainString).toList())
        .bind("ends", end == null ? null : end.atOffset(ZoneOffset.UTC));
  }

  /** Counts one use; returns false if the link takes no more. */
  public boolean take(Connection connection, MerchantId merchant, LinkId link, Instant now)
      throws SQLException {
    try (PreparedStatement take = connection.prepareStatement(TAKE)) {
      take.setObject(1, link.value());
      take.setObject(2, merchant.value());
      take.setObject(3, now.atOffset(ZoneOffset.UTC));
      return take.executeUpdate() == 1;
    }
  }

  /** A use that an outcome takes (1) or gives back (-1). */
  public record Uses(MerchantId merchant, LinkId link, int more) {}

  /** Counts uses by outcomes; money that came late counts, also for a link that is used up. */
  public void recount(Connection connection, List<Uses> uses) throws SQLException {
    if (uses.isEmpty()) {
      return;
    }
    try (PreparedStatement recount = connection.prepareStatement(RECOUNT)) {
      for (Uses each : uses.stream().sorted(Comparator.comparing(u -> u.link.value())).toList()) {
        recount.setInt(1, each.more);
        recount.setObject(2, each.link.value());
        recount.setObject(3, each.merchant.value());
        recount.addBatch();
      }
      recount.executeBatch();
    }
  }

  void putPicture(Handle handle, ReusableLink link, Picture picture) {
    of(handle, PUT_PICTURE, link)
        .bind("hash", picture.hash())
        .bind("jpeg", picture.bytes())
        .execute();
    namePicture(handle, link, picture);
  }

  void removePicture(Handle handle, ReusableLink link) {
    of(handle, REMOVE_PICTURE, link).execute();
    namePicture(handle, link, null);
  }

  private static void namePicture(Handle handle, ReusableLink link, @Nullable Picture picture) {
    int named =
        of(handle, NAME_PICTURE, link)
            .bind("hash", picture == null ? null : picture.hash())
            .bind("width", picture == null ? null : picture.width())
            .bind("height", picture == null ? null : picture.height())
            .execute();
    if (named != 1) {
      throw new IllegalStateException(link.id() + " was locked and is gone");
    }
  }

  /** Returns the link's picture with this hash; null if it has another one, or none. */
  byte @Nullable [] picture(Handle handle, ReusableLink link, byte[] hash) {
    return handle
        .createQuery(PICTURE)
        .bind("merchant", link.merchantId())
        .bind("id", link.id())
        .bind("hash", hash)
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }
}
