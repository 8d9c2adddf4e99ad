package dev.paylink.merchant.user;

import dev.paylink.account.UserStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Finds the readers of letters to a merchant: its owners, as far as they have proven that they read
 * the mail of their address. Nothing else decides this.
 */
public final class MerchantAddresses {
  private MerchantAddresses() {}

  public static List<String> of(Handle handle, MerchantId merchant) {
    return new UserStore().provenEmails(handle, RealmId.of(merchant), Role.owner.name());
  }
}
