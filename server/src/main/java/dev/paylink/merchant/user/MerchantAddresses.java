package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Finds the readers of letters to a merchant: its owners. Nothing else decides this. */
public final class MerchantAddresses {
  private MerchantAddresses() {}

  public static List<String> of(Handle handle, MerchantId merchant) {
    return new UserStore().ownerEmails(handle, merchant);
  }
}
