package dev.paylink.platform.crypto;

import org.bouncycastle.crypto.digests.KeccakDigest;

/** Keccak-256 as Ethereum uses it: the submission to the SHA-3 contest, not the later standard. */
public final class Keccak {
  private Keccak() {}

  public static byte[] hash256(byte[] message) {
    KeccakDigest digest = new KeccakDigest(256);
    digest.update(message, 0, message.length);
    byte[] hash = new byte[32];
    digest.doFinal(hash, 0);
    return hash;
  }
}
