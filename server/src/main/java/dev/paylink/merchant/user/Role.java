package dev.paylink.merchant.user;

import dev.paylink.platform.language.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a user may do: each role may do all that the ones before it may. */
public enum Role {
  /** Sees everything and changes nothing but its own password, second factor and sessions. */
  viewer,
  /** Also manages API keys, webhooks, redelivery and payment links. */
  developer,
  /** Also changes the profile, where money goes, the verification and the team. */
  owner;

  public static final Message KNOWN = Message.of("field.role");

  /** Returns the role of that name, or null when there is none. */
  public static @Nullable Role parse(String name) {
    return Arrays.stream(values())
        .filter(role -> role.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
