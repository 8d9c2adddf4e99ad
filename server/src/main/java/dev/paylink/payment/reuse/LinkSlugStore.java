package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Keeps whose a slug is: it belongs to one link of all merchants, for good. */
final class LinkSlugStore {
  private static final String CLAIM_SLUG =
      """
      insert into payment_link_slug (slug, merchant_id, link_id) values (:slug, :merchant, :id)
          on conflict do nothing
      """;
  private static final String BY_SLUG =
      "select merchant_id as merchant, link_id as link from payment_link_slug where slug = :slug";

  /** Whose link a slug leads to. */
  record Owner(MerchantId merchant, LinkId link) {}

  /** Takes the slug for the link; returns false if another link has it. */
  boolean claim(Handle handle, ReusableLink link) {
    return handle
            .createUpdate(CLAIM_SLUG)
            .bind("id", link.id())
            .bind("merchant", link.merchantId())
            .bind("slug", link.slug())
            .execute()
        == 1;
  }

  @Nullable Owner find(Handle handle, String slug) {
    return handle.createQuery(BY_SLUG).bind("slug", slug).mapTo(Owner.class).findOne().orElse(null);
  }
}
