package dev.paylink.session;

import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses a signed JWT strictly: Nimbus skips characters outside the base64url alphabet. */
final class CompactJwt {
  private static final int MAX_LENGTH = 4096;
  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

  private CompactJwt() {}

  /** Returns the JWT, not verified in any way; null if the text is not a JWT. */
  static @Nullable SignedJWT parse(String text) {
    if (text.length() > MAX_LENGTH || !FORM.matcher(text).matches()) {
      return null;
    }
    try {
      return SignedJWT.parse(text);
    } catch (ParseException | RuntimeException e) { // anything a parser throws on hostile bytes
      return null;
    }
  }
}
