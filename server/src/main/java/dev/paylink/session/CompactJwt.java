package dev.paylink.session;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A signed JWT in its three parts, not verified in any way. It is read strictly: Nimbus skips
 * characters outside the base64url alphabet.
 */
record CompactJwt(String header, String payload, String signature) {
  private static final int MAX_LENGTH = 4096;
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)");

  /** Returns the parts; null if the text is not a JWT. */
  static @Nullable CompactJwt split(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    Matcher parts = FORM.matcher(text);
    return parts.matches() ? new CompactJwt(parts.group(1), parts.group(2), parts.group(3)) : null;
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
