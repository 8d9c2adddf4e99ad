package dev.paylink.platform.crypto;

/** RFC 4648 base32 without padding: accepted by authenticator apps, and typeable by people. */
public final class Base32 {
  private Base32() {}

  public static String encode(byte[] bytes) {
    return org.bouncycastle.util.encoders.Base32.toBase32String(bytes).replace("=", "");
  }
}
