package dev.paylink.payment.reuse;

import dev.paylink.platform.picture.Picture;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads and writes the pictures of reusable links. The link's row names its picture. */
final class LinkPictureStore {
  private static final String PUT =
      """
      insert into payment_link_picture (merchant_id, link_id, hash, jpeg)
      values (:merchant, :id, :hash, :jpeg)
          on conflict (link_id, merchant_id) do update
         set hash = excluded.hash, jpeg = excluded.jpeg
      """;
  private static final String REMOVE =
      "delete from payment_link_picture where link_id = :id and merchant_id = :merchant";
  private static final String NAME =
      """
      update payment_link
         set picture_hash = :hash, picture_width = :width, picture_height = :height
       where id = :id and merchant_id = :merchant
      """;
  private static final String FIND =
      """
      select jpeg from payment_link_picture
       where link_id = :id and merchant_id = :merchant and hash = :hash
      """;

  void put(Handle handle, ReusableLink link, Picture picture) {
    handle
        .createUpdate(PUT)
        .bind("merchant", link.merchantId())
        .bind("id", link.id())
        .bind("hash", picture.hash())
        .bind("jpeg", picture.bytes())
        .execute();
    name(handle, link, picture);
  }

  void remove(Handle handle, ReusableLink link) {
    handle.createUpdate(REMOVE).bind("merchant", link.merchantId()).bind("id", link.id()).execute();
    name(handle, link, null);
  }

  private static void name(Handle handle, ReusableLink link, @Nullable Picture picture) {
    int named =
        handle
            .createUpdate(NAME)
            .bind("merchant", link.merchantId())
            .bind("id", link.id())
            .bind("hash", picture == null ? null : picture.hash())
            .bind("width", picture == null ? null : picture.width())
            .bind("height", picture == null ? null : picture.height())
            .execute();
    if (named != 1) {
      throw new IllegalStateException(link.id() + " was locked and is gone");
    }
  }

  /** Returns the link's picture with this hash; null if it has another one, or none. */
  byte @Nullable [] find(Handle handle, ReusableLink link, byte[] hash) {
    return handle
        .createQuery(FIND)
        .bind("merchant", link.merchantId())
        .bind("id", link.id())
        .bind("hash", hash)
        .mapTo(byte[].class)
        .findOne()
        .orElse(null);
  }
}
