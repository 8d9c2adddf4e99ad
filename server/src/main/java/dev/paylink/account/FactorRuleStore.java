package dev.paylink.account;

import dev.paylink.ids.RealmId;
import org.jdbi.v3.core.Handle;

/** Keeps which realms require a second factor or a passkey of everybody, and who has one. */
public final class FactorRuleStore {
  private static final String IS_REQUIRED =
      "select exists (select 1 from second_factor_rule where realm_id = :realm)";
  private static final String REQUIRE =
      """
      insert into second_factor_rule (realm_id) values (:realm)
      on conflict (realm_id) do nothing
      """;
  private static final String RELEASE = "delete from second_factor_rule where realm_id = :realm";
  private static final String HAS_ANY =
      """
      select exists (select 1 from second_factor
                      where realm_id = :realm and user_id = :userId
                        and confirmed_at is not null)
          or exists (select 1 from passkey
                      where realm_id = :realm and user_id = :userId)
      """;

  public boolean isRequired(Handle handle, RealmId realm) {
    return handle.createQuery(IS_REQUIRED).bind("realm", realm).mapTo(Boolean.class).one();
  }

  /** Requires it from now on; false when it was required already. */
  public boolean require(Handle handle, RealmId realm) {
    return handle.createUpdate(REQUIRE).bind("realm", realm).execute() == 1;
  }

  /** Requires it no longer; false when it was not required. */
  public boolean release(Handle handle, RealmId realm) {
    return handle.createUpdate(RELEASE).bind("realm", realm).execute() == 1;
  }

  /** Tells whether the user has an authenticator app or a passkey. */
  public boolean hasFactor(Handle handle, Person person) {
    return person.bindTo(handle.createQuery(HAS_ANY)).mapTo(Boolean.class).one();
  }
}
