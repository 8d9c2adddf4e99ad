package dev.paylink.platform.crypto;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A value that must never be printed: {@code toString} is redacted, comparison takes constant time.
 */
public final class Secret {
  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** Returns the value; call this only where it is used, never where it could be logged. */
  public String reveal() {
    return value;
  }

  /** Returns the hash by which a random token is stored: it cannot be turned back. */
  public byte[] sha256() {
    return RequestSigner.sha256(value.getBytes(StandardCharsets.UTF_8));
  }

  public boolean matches(String candidate) {
    return MessageDigest.isEqual(
        value.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && matches(that.value);
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode(); // reveals nothing about the value
  }

  @Override
  public String toString() {
    return "***";
  }
}
