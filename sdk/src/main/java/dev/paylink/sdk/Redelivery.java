package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** What was asked to be sent again. */
public final class Redelivery extends Values {
  private final long redelivered;
  private final boolean more;

  public Redelivery(long redelivered, boolean more) {
    this.redelivered = redelivered;
    this.more = more;
  }

  /** Returns how many events will be sent again. */
  public long redelivered() {
    return redelivered;
  }

  /** Returns whether there may be more of them; then call again. */
  public boolean more() {
    return more;
  }

  static Redelivery from(JsonObject body) {
    return new Redelivery(body.integer("redelivered"), body.flag("more"));
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {"redelivered", redelivered, "more", more};
  }
}
