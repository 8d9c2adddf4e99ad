package dev.paylink.cli.io;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** A webhook's signing secret, which signs as the service does; {@code toString} hides it. */
public final class WebhookSecret {
  private static final String PREFIX = "whsec_";
  private static final int KEY_BYTES = 32;

  private final String text;
  private final byte[] key;

  private WebhookSecret(String text, byte[] key) {
    this.text = text;
    this.key = key;
  }

  public static WebhookSecret random() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new WebhookSecret(PREFIX + Base64.getEncoder().encodeToString(key), key);
  }

  /** Reads a secret without quoting it when it is none. */
  public static WebhookSecret of(String text) {
    String stripped = text.strip();
    if (!stripped.startsWith(PREFIX)) {
      throw new CliError(
          "this is not the signing secret of a webhook",
          "It begins with whsec_"
              + (stripped.startsWith("sk_") ? "; sk_ is the secret of an API key." : "."));
    }
    try {
      byte[] key = Base64.getDecoder().decode(stripped.substring(PREFIX.length()));
      if (key.length > 0) {
        return new WebhookSecret(stripped, key);
      }
    } catch (IllegalArgumentException e) {
      // falls through: the message must not quote any of it
    }
    throw new CliError(
        "the signing secret is not whsec_ followed by base64", "Copy all of it, to the last =.");
  }

  public String reveal() {
    return text;
  }

  /** Returns the value of {@code x-service-signature}. */
  public String ofBody(byte[] body) {
    return HexFormat.of().formatHex(RequestSigner.hmacSha256(text, body));
  }

  /** Returns one value of {@code webhook-signature}. */
  public String ofTimed(String id, String timestamp, byte[] body) {
    return "v1," + Base64.getEncoder().encodeToString(timedMac(id, timestamp, body));
  }

  /** Returns the bytes that {@link #ofTimed} writes as base64. */
  public byte[] timedMac(String id, String timestamp, byte[] body) {
    byte[] before = (id + '.' + timestamp + '.').getBytes(StandardCharsets.UTF_8);
    return RequestSigner.hmacSha256(key, before, body);
  }

  @Override
  public String toString() {
    return "WebhookSecret[redacted]";
  }
}
