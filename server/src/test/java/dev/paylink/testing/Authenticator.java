package dev.paylink.testing;

import dev.paylink.platform.crypto.Totp;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;

/** An authenticator app: it was given a secret in base32 and shows a code. */
public record Authenticator(String secret) {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  /** Sets up the second factor of whoever is signed in; the code of now is used up by it. */
  public static Authenticator setUp(Browser user) {
    Authenticator app =
        new Authenticator(
            user.post("/merchant/two-factor", People.PROOF).expect(200).text("secret"));
    String code = app.codeAt(Instant.now());
    user.post("/merchant/two-factor/confirm", "{\"code\":\"" + code + "\"}").expect(200);
    return app;
  }

  public String codeAt(Instant time) {
    return Totp.code(bytes(), time.getEpochSecond() / Totp.STEP_SECONDS);
  }

  private byte[] bytes() {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < secret.length(); i++) {
      number = number.shiftLeft(5).add(BigInteger.valueOf(ALPHABET.indexOf(secret.charAt(i))));
    }
    byte[] digits = number.toByteArray(); // with a sign, or without leading zeros
    byte[] bytes = new byte[Totp.SECRET_BYTES];
    int length = Math.min(digits.length, bytes.length);
    System.arraycopy(
        Arrays.copyOfRange(digits, digits.length - length, digits.length),
        0,
        bytes,
        bytes.length - length,
        length);
    return bytes;
  }
}
