package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Gives a class of named values the equality and the text of a record, which Java 11 lacks. */
abstract class Values {

  /** Returns each name, followed by its value. */
  abstract @Nullable Object[] namesAndValues();

  /** Returns the same of what the service said, fields that this client does not know included. */
  static @Nullable Object[] namesAndValues(JsonObject body) {
    List<@Nullable Object> all = new ArrayList<>();
    body.fields()
        .forEach(
            (name, value) -> {
              all.add(name);
              all.add(value);
            });
    return all.toArray();
  }

  @Override
  @SuppressWarnings("EqualsGetClass") // every subclass is final
  public final boolean equals(@Nullable Object other) {
    return other != null
        && other.getClass() == getClass()
        && Arrays.equals(namesAndValues(), ((Values) other).namesAndValues());
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(namesAndValues());
  }

  @Override
  public final String toString() {
    StringJoiner text = new StringJoiner(", ", getClass().getSimpleName() + "[", "]");
    @Nullable Object[] all = namesAndValues();
    for (int i = 0; i < all.length; i += 2) {
      text.add(all[i] + "=" + all[i + 1]);
    }
    return text.toString();
  }
}
