package dev.paylink.session;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * A signed JWT in its three parts, not verified in any way. It is read strictly: Nimbus skips
 * characters outside the base64url alphabet.
 */
record CompactJwt(String header, String payload, String signature) {
  private static final int MAX_LENGTH = 4096;

  /** Returns the parts; null if the text is not a JWT. */
  static @Nullable CompactJwt split(String text) {
    int first = text.indexOf('.');
    int second = text.indexOf('.', first + 1);
    if (text.length() > MAX_LENGTH
        || !isEncoded(text, 0, first)
        || !isEncoded(text, first + 1, second)
        || !isEncoded(text, second + 1, text.length())) {
      return null;
    }
    return new CompactJwt(
        text.substring(0, first), text.substring(first + 1, second), text.substring(second + 1));
  }

  /** Whether these characters, at least one, are all of the base64url alphabet. */
  private static boolean isEncoded(String text, int from, int to) {
    for (int i = from; i < to; i++) { // each poll comes here, and a pattern is slow
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean digit = c >= '0' && c <= '9';
      if (!letter && !digit && c != '-' && c != '_') {
        return false;
      }
    }
    return from < to;
  }

  /** Returns the JWT; null if the text is not a JWT. */
  static @Nullable SignedJWT parse(String text) {
    @Nullable CompactJwt jwt = split(text);
    if (jwt == null) {
      return null;
    }
    try {
      return new SignedJWT(
          new Base64URL(jwt.header), new Base64URL(jwt.payload), new Base64URL(jwt.signature));
    } catch (ParseException | RuntimeException e) { // anything a parser throws on hostile bytes
      return null;
    }
  }

  /** Returns the bytes that the signature covers. */
  byte[] signed() {
    return (header + '.' + payload).getBytes(StandardCharsets.US_ASCII);
  }
}
