package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import org.jdbi.v3.core.Handle;

/**
 * Tells which teams require single sign-on. Owners may always sign in by password, so that a
 * provider that is broken or lost locks nobody out.
 */
public final class SsoRuleStore {
  private static final String IS_REQUIRED =
      """
      select exists (select 1 from merchant_sso where merchant_id = :merchantId and required)
      """;

  /** Refuses with 403 somebody who has to use single sign-on. */
  public void requireNone(Handle handle, MerchantId merchantId, Role role) {
    if (role != Role.owner && isRequired(handle, merchantId)) {
      throw new Rejection(MerchantError.SSO_REQUIRED, Message.of("ssorequired"));
    }
  }

  private static boolean isRequired(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(IS_REQUIRED)
        .bind("merchantId", merchantId)
        .mapTo(Boolean.class)
        .one();
  }
}
