package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Finds the readers of letters to a merchant: its owners. Nothing else decides this. */
public final class MerchantAddresses {
  private static final String OF =
      """
      select email from merchant_user where merchant_id = :merchantId and role = 'owner'
       order by created_at, id limit :most
      """;

  private static final int MAX = UserStore.MAX_PER_MERCHANT;

  private MerchantAddresses() {}

  public static List<String> of(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(OF)
        .bind("merchantId", merchant)
        .bind("most", MAX)
        .mapTo(String.class)
        .list();
  }
}
