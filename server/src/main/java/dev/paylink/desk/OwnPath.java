package dev.paylink.desk;

import dev.paylink.platform.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where signing in leads to: the page of the desk somebody wanted, and never another site. */
final class OwnPath {
  static final String SIGN_IN = Section.DESK + "/sign-in";
  static final String NEXT = "next";

  private static final int LONGEST = 500;

  /** No scheme, no host, no second slash or backslash that browsers would read as one. */
  private static final Pattern OURS =
      Pattern.compile("/admin(?:/desk(?:/[A-Za-z0-9_-]+)*)?(?:\\?[A-Za-z0-9_.~=&%:+-]*)?");

  private OwnPath() {}

  /** The page asked for if it is one of the desk, the overview otherwise. */
  static String orHome(@Nullable String asked) {
    return asked != null && asked.length() <= LONGEST && OURS.matcher(asked).matches()
        ? asked
        : Section.ROOT;
  }

  /** The page to sign in on, which leads back to what this request asked for if that is a page. */
  static String signInFor(Request request) {
    String target = request.method().equals("POST") ? Section.ROOT : orHome(request.target());
    return target.equals(Section.ROOT)
        ? SIGN_IN
        : SIGN_IN + '?' + NEXT + '=' + URLEncoder.encode(target, StandardCharsets.UTF_8);
  }
}
