package dev.paylink.merchant.user;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import org.jdbi.v3.core.Handle;

/** Keeps which merchants require a second factor or a passkey of everybody in their team. */
public final class FactorRuleStore {
  private static final String IS_REQUIRED =
      "select exists (select 1 from second_factor_rule where merchant_id = :merchantId)";
  private static final String REQUIRE =
      """
      insert into second_factor_rule (merchant_id) values (:merchantId)
      on conflict (merchant_id) do nothing
      """;
  private static final String RELEASE =
      "delete from second_factor_rule where merchant_id = :merchantId";
  private static final String HAS_ANY =
      """
      select exists (select 1 from second_factor
                      where merchant_id = :merchantId and user_id = :userId
                        and confirmed_at is not null)
          or exists (select 1 from passkey
                      where merchant_id = :merchantId and user_id = :userId)
      """;

  public boolean isRequired(Handle handle, MerchantId merchantId) {
    return handle
        .createQuery(IS_REQUIRED)
        .bind("merchantId", merchantId)
        .mapTo(Boolean.class)
        .one();
  }

  /** Requires it from now on; false when it was required already. */
  public boolean require(Handle handle, MerchantId merchantId) {
    return handle.createUpdate(REQUIRE).bind("merchantId", merchantId).execute() == 1;
  }

  /** Requires it no longer; false when it was not required. */
  public boolean release(Handle handle, MerchantId merchantId) {
    return handle.createUpdate(RELEASE).bind("merchantId", merchantId).execute() == 1;
  }

  /** Tells whether the user has an authenticator app or a passkey. */
  public boolean hasFactor(Handle handle, SignedIn signedIn) {
    return handle
        .createQuery(HAS_ANY)
        .bind("merchantId", signedIn.merchantId())
        .bind("userId", signedIn.userId())
        .mapTo(Boolean.class)
        .one();
  }

  /** Refuses with 409 when it is required and the user has removed the last one just now. */
  public void requireOneLeft(Handle handle, SignedIn signedIn) {
    if (isRequired(handle, signedIn.merchantId()) && !hasFactor(handle, signedIn)) {
      throw new Refused(
          Problem.conflict(
              "LAST_SECOND_FACTOR",
              "Your team requires a second factor; set up another one first"));
    }
  }
}
