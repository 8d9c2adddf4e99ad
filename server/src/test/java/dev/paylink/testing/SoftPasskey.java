package dev.paylink.testing;

import com.upokecenter.cbor.CBORObject;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/**
 * An authenticator with one passkey, and the browser around it, which lie when they are told to: a
 * test says from which origin, with which counter, for whom.
 */
public final class SoftPasskey {
  private static final int PRESENT_AND_VERIFIED = 0x05;
  private static final int PRESENT = 0x01;
  private static final int WITH_CREDENTIAL = 0x40;

  private final KeyPair keys = keys();
  private final byte[] id = new byte[32];
  private final String origin;
  private String userHandle = "";
  private boolean verifies = true;

  /** The number of signatures so far; 0 for one that does not count. */
  public long counter = 1;

  public SoftPasskey(String origin) {
    this.origin = origin;
    new SecureRandom().nextBytes(id);
  }

  /** Signs without asking for a finger or a PIN from now on. */
  public void stopVerifying() {
    verifies = false;
  }

  /** Claims to belong to the user of another passkey from now on. */
  public void claim(SoftPasskey other) {
    userHandle = other.userHandle;
  }

  public String id() {
    return text(id);
  }

  /** What {@code navigator.credentials.create} answers to these options. */
  public String create(Reply options) {
    userHandle = options.json().at("/user/id").asString();
    CBORObject attestation =
        CBORObject.NewMap()
            .Add("fmt", "none")
            .Add("attStmt", CBORObject.NewMap())
            .Add("authData", authenticatorData(options.json().at("/rp/id").asString(), true));
    return """
    {"id":"%s","rawId":"%s","type":"public-key","clientExtensionResults":{},\
    "response":{"clientDataJSON":"%s","attestationObject":"%s","transports":["internal"]}}\
    """
        .formatted(
            id(),
            id(),
            text(clientData("webauthn.create", origin, options.text("challenge"))),
            text(attestation.EncodeToBytes()));
  }

  /** What {@code navigator.credentials.get} answers to these options. */
  public String sign(Reply options) {
    return signAt(origin, options);
  }

  /** The same in a browser that shows a page of this origin. */
  public String signAt(String page, Reply options) {
    return sign(page, options.text("challenge"), options.text("rpId"));
  }

  /** The same for a challenge that no options carry, or for another host. */
  public String signFor(String challenge, String host) {
    return sign(origin, challenge, host);
  }

  private String sign(String page, String challenge, String host) {
    byte[] clientData = clientData("webauthn.get", page, challenge);
    byte[] data = authenticatorData(host, false);
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(data);
      signature.update(sha256(clientData));
      return """
      {"id":"%s","type":"public-key","response":{"clientDataJSON":"%s","authenticatorData":"%s",\
      "signature":"%s","userHandle":"%s"}}\
      """
          .formatted(id(), text(clientData), text(data), text(signature.sign()), userHandle);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] clientData(String type, String page, String challenge) {
    return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}"
        .formatted(type, challenge, page)
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] authenticatorData(String host, boolean created) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(sha256(host.getBytes(StandardCharsets.UTF_8)));
    data.write((verifies ? PRESENT_AND_VERIFIED : PRESENT) | (created ? WITH_CREDENTIAL : 0));
    data.writeBytes(ByteBuffer.allocate(4).putInt((int) counter).array());
    if (counter > 0) {
      counter++;
    }
    if (created) {
      data.writeBytes(new byte[16]);
      data.writeBytes(ByteBuffer.allocate(2).putShort((short) id.length).array());
      data.writeBytes(id);
      data.writeBytes(cose());
    }
    return data.toByteArray();
  }

  private byte[] cose() {
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    return CBORObject.NewMap()
        .Add(1, 2)
        .Add(3, -7)
        .Add(-1, 1)
        .Add(-2, coordinate(key.getW().getAffineX()))
        .Add(-3, coordinate(key.getW().getAffineY()))
        .EncodeToBytes();
  }

  private static byte[] coordinate(BigInteger number) {
    byte[] digits = number.toByteArray(); // with a sign, or without leading zeros
    byte[] bytes = new byte[32];
    int length = Math.min(digits.length, bytes.length);
    System.arraycopy(digits, digits.length - length, bytes, bytes.length - length, length);
    return bytes;
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
