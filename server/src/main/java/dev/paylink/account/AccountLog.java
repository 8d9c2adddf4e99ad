package dev.paylink.account;

import dev.paylink.ids.RealmId;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Where a realm records what happens to its accounts: a merchant's audit log, or the operators'
 * log. The entry is stored in the transaction of the change.
 */
public interface AccountLog {
  /**
   * Records a change.
   *
   * @param action a noun and a past participle, such as {@code user.signed_in}
   * @param concerned the e-mail addresses of the people whom it concerns
   */
  void record(
      Handle handle,
      RealmId realm,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after,
      List<String> concerned);

  /** Records a change that concerns nobody but the person who made it. */
  default void record(
      Handle handle,
      RealmId realm,
      Actor actor,
      String action,
      @Nullable String before,
      @Nullable String after) {
    record(handle, realm, actor, action, before, after, List.of());
  }

  /** Records a change in the realm of the person who made it, whom alone it concerns. */
  default void record(
      Handle handle, Acting by, String action, @Nullable String before, @Nullable String after) {
    record(handle, by.realm(), by.actor(), action, before, after);
  }

  /** Records a change in the realm of the person who made it, unless both values are the same. */
  default void recordIfChanged(
      Handle handle, Acting by, String action, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      record(handle, by, action, Objects.toString(before, null), Objects.toString(after, null));
    }
  }
}
