package dev.paylink.credential;

import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The only stored form of a secret: SHA-256 over key and secret together. Both are random, so a
 * fast hash is enough; the key serves as the salt. A key and secret match a record if this hash
 * finds it.
 */
record PairHash(byte[] bytes) {
  static PairHash of(String apiKey, String secretKey) {
    return new PairHash(
        RequestSigner.sha256((apiKey + '\0' + secretKey).getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PairHash that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
