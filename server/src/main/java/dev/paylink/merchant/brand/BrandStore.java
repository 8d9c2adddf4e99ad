package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.picture.Picture;
import dev.paylink.platform.web.Paint;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** Reads and writes what merchants chose for their pages and letters. */
public final class BrandStore {
  private static final String FIND =
      """
      select m.id, m.brand_color, m.reminder_hours, l.hash, l.width, l.height
        from merchant m left join merchant_logo l on l.merchant_id = m.id
       where m.id = :merchant
      """;
  private static final String LOOK =
      """
      select brand_color, logo_hash, contact, privacy_url,
             verification <> 'KybVerified' as plain
        from merchant where id = :merchant
      """;
  // Weaker than "for update": payments and keys that refer to the merchant do not wait for it.
  private static final String LOCK =
      "select 1 from merchant where id = :merchant for no key update";
  private static final String UPDATE =
      """
      update merchant set brand_color = :color, reminder_hours = :hours where id = :merchant
      """;
  private static final String NAME_LOGO =
      "update merchant set logo_hash = :hash where id = :merchant";
  private static final String PUT_LOGO =
      """
      insert into merchant_logo (merchant_id, hash, png, width, height)
      values (:merchant, :hash, :png, :width, :height)
          on conflict (merchant_id) do update
         set hash = excluded.hash, png = excluded.png, width = excluded.width,
             height = excluded.height
      """;
  private static final String REMOVE_LOGO =
      "delete from merchant_logo where merchant_id = :merchant";
  private static final String SHOWN =
      """
      select l.png from merchant_logo l join merchant m on m.id = l.merchant_id
       where l.merchant_id = :merchant and m.verification = 'KybVerified'
      """;
  private static final String PICTURE =
      """
      select l.png from merchant_logo l join merchant m on m.id = l.merchant_id
       where l.merchant_id = :merchant and l.hash = :hash and m.verification = 'KybVerified'
      """;
  private static final String OWN_PICTURE =
      "select png from merchant_logo where merchant_id = :merchant and hash = :hash";

  /** Returns how the merchant's pages look. */
  public Look look(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(LOOK)
        .bind("merchant", merchant)
        .map(
            row ->
                Look.of(
                    merchant,
                    row.getColumn("plain", Boolean.class),
                    row.getColumn("brand_color", String.class),
                    row.getColumn("logo_hash", byte[].class),
                    row.getColumn("contact", String.class),
                    row.getColumn("privacy_url", String.class)))
        .findOne()
        .orElse(Look.PLAIN);
  }

  Brand find(Handle handle, MerchantId merchant) {
    return handle.createQuery(FIND).bind("merchant", merchant).map(BrandStore::brand).one();
  }

  /** Locks the merchant until the transaction ends, and returns what it has chosen so far. */
  Brand lock(Handle handle, MerchantId merchant) {
    handle.createQuery(LOCK).bind("merchant", merchant).mapTo(Integer.class).one();
    return find(handle, merchant);
  }

  void update(Handle handle, MerchantId merchant, Brand.Wish wish) {
    handle
        .createUpdate(UPDATE)
        .bind("merchant", merchant)
        .bind("color", wish.color() == null ? null : wish.color().hex())
        .bind("hours", wish.reminderHours())
        .execute();
  }

  void putLogo(Handle handle, MerchantId merchant, Picture picture) {
    handle
        .createUpdate(PUT_LOGO)
        .bind("merchant", merchant)
        .bind("hash", picture.hash())
        .bind("png", picture.bytes())
        .bind("width", picture.width())
        .bind("height", picture.height())
        .execute();
    nameLogo(handle, merchant, picture.hash());
  }

  void removeLogo(Handle handle, MerchantId merchant) {
    handle.createUpdate(REMOVE_LOGO).bind("merchant", merchant).execute();
    nameLogo(handle, merchant, null);
  }

  private static void nameLogo(Handle handle, MerchantId merchant, byte @Nullable [] hash) {
    handle.createUpdate(NAME_LOGO).bind("merchant", merchant).bind("hash", hash).execute();
  }

  /** Returns the logo with this hash; null if it is another, or the merchant is not verified. */
  byte @Nullable [] picture(Handle handle, MerchantId merchant, byte[] hash) {
    return picture(handle, PICTURE, merchant, hash);
  }

  /** Returns the logo with this hash for the merchant's own users; null if it is another. */
  byte @Nullable [] ownPicture(Handle handle, MerchantId merchant, byte[] hash) {
    return picture(handle, OWN_PICTURE, merchant, hash);
  }

  private static byte @Nullable [] picture(
      Handle handle, String sql, MerchantId merchant, byte[] hash) {
    return handle
        .createQuery(sql)
        .bind("merchant", merchant)
        .bind("hash", hash)
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }

  /** Returns the logo; null if the merchant has none, or is not verified. */
  byte @Nullable [] shown(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(SHOWN)
        .bind("merchant", merchant)
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }

  private static Brand brand(RowView row) {
    String color = row.getColumn("brand_color", String.class);
    byte[] hash = row.getColumn("hash", byte[].class);
    return new Brand(
        color == null ? null : new Paint(color),
        hash == null
            ? null
            : new Brand.Logo(
                row.getColumn("id", MerchantId.class),
                hash,
                row.getColumn("width", Integer.class),
                row.getColumn("height", Integer.class)),
        row.getColumn("reminder_hours", Integer.class));
  }
}
