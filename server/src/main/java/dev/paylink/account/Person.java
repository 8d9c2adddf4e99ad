package dev.paylink.account;

import dev.paylink.ids.RealmId;
import dev.paylink.ids.UserId;
import org.jdbi.v3.core.statement.SqlStatement;

/** A person of a realm: the key of everything stored about them. */
public interface Person {
  RealmId realm();

  UserId userId();

  static Person of(RealmId realm, UserId userId) {
    return new Key(realm, userId);
  }

  /** Binds the key as {@code :realm} and {@code :userId}. */
  default <T extends SqlStatement<T>> T bindTo(T statement) {
    return statement.bind("realm", realm()).bind("userId", userId());
  }

  /** The key alone. */
  record Key(RealmId realm, UserId userId) implements Person {}
}
