package dev.paylink.ids;

import dev.paylink.platform.id.TypeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of an operator's account: {@code op_…}. */
public record OperatorId(UUID value) implements Id {
  private static final String PREFIX = "op";

  /** Returns the id of an operator, who is a user of the instance's realm. */
  public static OperatorId of(UserId user) {
    return new OperatorId(user.value());
  }

  /** Returns the id of the same person as a user. */
  public UserId user() {
    return new UserId(value);
  }

  /** Returns the id, or null if the text is not one. */
  public static @Nullable OperatorId parse(String text) {
    return TypeId.parse(PREFIX, text, OperatorId::new);
  }

  @Override
  public String toString() {
    return TypeId.format(PREFIX, value);
  }
}
