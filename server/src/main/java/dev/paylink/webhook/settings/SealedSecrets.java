package dev.paylink.webhook.settings;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Seals signing secrets for the database and opens them. They are sealed for one merchant and
 * scope: copied to another row they do not open.
 */
final class SealedSecrets {
  private static final Logger LOG = System.getLogger(SealedSecrets.class.getName());
  private static final int MAX_OPENED = 10_000;
  private static final Duration OPENED_FOR = Duration.ofMinutes(10);

  private final Vault vault;

  /** Secrets opened recently: every delivery signs, so they are not decrypted each time. */
  private final Cache<Place, SigningSecret> opened =
      Caffeine.newBuilder().maximumSize(MAX_OPENED).expireAfterAccess(OPENED_FOR).build();

  SealedSecrets(Vault vault) {
    this.vault = vault;
  }

  /**
   * The cache key. It includes the row, or one row's secret would open from the cache for another.
   */
  private record Place(MerchantId merchantId, WebhookScope scope, ByteBuffer sealed) {}

  byte[] seal(MerchantId merchantId, WebhookScope scope, SigningSecret secret) {
    byte[] text = secret.reveal().getBytes(StandardCharsets.UTF_8);
    return vault.seal(text, context(merchantId, scope));
  }

  SigningSecret open(MerchantId merchantId, WebhookScope scope, byte[] sealed) {
    return opened.get(
        new Place(merchantId, scope, ByteBuffer.wrap(sealed)),
        place -> decrypt(sealed, context(merchantId, scope)));
  }

  /**
   * Opens the previous secret; null if it cannot be read, since rotating must work after the key is
   * lost.
   */
  @Nullable SigningSecret openPrevious(
      MerchantId merchantId, WebhookScope scope, byte @Nullable [] sealed) {
    if (sealed == null) {
      return null;
    }
    try {
      return open(merchantId, scope, sealed);
    } catch (IllegalStateException e) {
      LOG.log(
          Level.WARNING,
          "the old signing secret cannot be read and no longer signs: {0}",
          e.getMessage());
      return null;
    }
  }

  private SigningSecret decrypt(byte[] sealed, String context) {
    String text = new String(vault.open(sealed, context), StandardCharsets.UTF_8);
    return new SigningSecret(new Secret(text));
  }

  private static String context(MerchantId merchantId, WebhookScope scope) {
    return "signing secret of " + merchantId + ' ' + scope;
  }
}
