package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Who pays, as the merchant told the service. */
public final class Customer extends Values {
  private final @Nullable String name;
  private final @Nullable String email;

  public Customer(@Nullable String name, @Nullable String email) {
    this.name = name;
    this.email = email;
  }

  /** Returns the name; null if none was given. */
  public @Nullable String name() {
    return name;
  }

  /** Returns the e-mail address; null if none was given. */
  public @Nullable String email() {
    return email;
  }

  static @Nullable Customer from(@Nullable JsonObject body) {
    return body == null ? null : new Customer(body.textOrNull("name"), body.textOrNull("email"));
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"name", name, "email", email};
  }
}
