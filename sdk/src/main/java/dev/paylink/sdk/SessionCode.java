package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A code that opens one session for one payment, for the customer's page. */
public final class SessionCode extends Values {
  private final String code;
  private final Duration expiresIn;

  public SessionCode(String code, Duration expiresIn) {
    this.code = code;
    this.expiresIn = expiresIn;
  }

  /** Returns the code, which works once. */
  public String code() {
    return code;
  }

  /** Returns for how long the code works. */
  public Duration expiresIn() {
    return expiresIn;
  }

  static SessionCode from(JsonObject body) {
    return new SessionCode(body.text("code"), Duration.ofSeconds(body.integer("expiresIn")));
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"code", code, "expiresIn", expiresIn};
  }
}
