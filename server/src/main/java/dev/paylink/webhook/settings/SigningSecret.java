package dev.paylink.webhook.settings;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import java.util.Base64;

/** The secret that signs deliveries: {@code whsec_} and base64, as Standard Webhooks defines it. */
public record SigningSecret(Secret text) {
  private static final String PREFIX = "whsec_";
  private static final int KEY_BYTES = 32;

  public SigningSecret {
    if (!text.reveal().startsWith(PREFIX)) {
      throw new IllegalArgumentException("not a signing secret");
    }
  }

  public static SigningSecret random() {
    byte[] key = RandomToken.bytes(KEY_BYTES);
    return new SigningSecret(new Secret(PREFIX + Base64.getEncoder().encodeToString(key)));
  }

  /** Returns the whole text; call this only to sign, to seal, or to show it to its owner. */
  public String reveal() {
    return text.reveal();
  }

  /** Returns the bytes behind the prefix, with which Standard Webhooks sign. */
  public byte[] keyBytes() {
    return Base64.getDecoder().decode(text.reveal().substring(PREFIX.length()));
  }
}
