package dev.paylink.operator.approval;

import dev.paylink.account.Actor;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads where an operator's account came from. */
final class OriginQueries {
  static final String FIND =
      """
      select invited_by, created_at > now() - make_interval(secs => :seconds) as is_new
        from account_user
       where email = :email and realm_id = '00000000-0000-0000-0000-000000000001'
      """;

  /**
   * Who made an account, and whether it is younger than was asked for.
   *
   * @param invitedBy the name of an actor; null for somebody whom the identity provider brought
   */
  record Origin(@Nullable String invitedBy, boolean isNew) {}

  /** Returns the origin of the operator with this name; null for the admin token. */
  @Nullable Origin find(Handle handle, String name, Duration age) {
    if (!name.startsWith(Actor.OPERATOR)) {
      return null;
    }
    return handle
        .createQuery(FIND)
        .bind("email", name.substring(Actor.OPERATOR.length()))
        .bind("seconds", age.toSeconds())
        .mapTo(Origin.class)
        .findOne()
        .orElse(null);
  }
}
