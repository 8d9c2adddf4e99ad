package dev.paylink.merchant;

import java.util.List;
import org.jdbi.v3.core.Handle;

/** Whom letters to a merchant go to. This query is the one place that decides it. */
public final class MerchantAddresses {
  private static final String OF =
      "select email from merchant_user where merchant_id = :merchantId order by created_at, id limit :most";

  /** A merchant with more people than this has a list of its own to tell them by. */
  private static final int MOST = 20;

  private MerchantAddresses() {}

  public static List<String> of(Handle handle, MerchantId merchant) {
    return handle
        .createQuery(OF)
        .bind("merchantId", merchant.value())
        .bind("most", MOST)
        .mapTo(String.class)
        .list();
  }
}
