package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import java.time.Instant;
import java.util.Base64;
import org.jdbi.v3.core.mapper.PropagateNull;

/** The newest hash of a trail at one time, signed by the service. */
public record SignedHead(
    MerchantId merchantId,
    long number,
    @PropagateNull byte[] hash,
    Instant signedAt,
    byte[] publicKey,
    byte[] signature) {

  /** Returns the key that signed, as it is published. */
  public String publicKeyText() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(publicKey);
  }
}
