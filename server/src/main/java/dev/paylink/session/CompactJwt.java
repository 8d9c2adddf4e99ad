package dev.paylink.session;

import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes a signed JWT apart, strictly: Nimbus skips characters that base64url does not have. */
final class CompactJwt {
  private static final int MAX_LENGTH = 4096;
  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

  private CompactJwt() {}

  /** The JWT, nothing about it verified; null when the text is not one. */
  static @Nullable SignedJWT parse(String text) {
    if (text.length() > MAX_LENGTH || !FORM.matcher(text).matches()) {
      return null;
    }
    try {
      return SignedJWT.parse(text);
    } catch (ParseException | RuntimeException e) { // whatever a parser makes of hostile bytes
      return null;
    }
  }
}
