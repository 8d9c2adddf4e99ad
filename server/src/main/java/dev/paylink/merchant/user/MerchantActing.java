package dev.paylink.merchant.user;

import dev.paylink.account.Acting;
import dev.paylink.ids.MerchantId;

/** Who acts for a merchant: one of its users, or a server of its own with a key. */
public interface MerchantActing extends Acting {
  MerchantId merchantId();
}
