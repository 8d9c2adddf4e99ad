package dev.paylink.credential;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;

/**
 * The one thing kept of a secret: SHA-256 over key and secret together. Both are random, so a fast
 * hash is enough; the key serves as the salt. Looking up this hash is SEED §5.1's "matches on
 * both".
 */
final class PairHash {
  private PairHash() {}

  static byte[] of(String apiKey, String secretKey) {
    return RequestSigner.sha256((apiKey + '\0' + secretKey).getBytes(StandardCharsets.UTF_8));
  }
}
