package dev.paylink.credential;

import dev.paylink.ids.MerchantId;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Lists a merchant's own keys, newest first; there are never more than a page holds. */
public final class ListApiKeys {
  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;

  ListApiKeys(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public List<ApiKey> handle(MerchantId merchantId) {
    return jdbi.withHandle(handle -> store.newestFirst(handle, merchantId));
  }
}
