package dev.paylink.platform.web;

import dev.paylink.platform.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where signing in leads to: the page somebody wanted, and never another site. */
public final class OwnPath {
  /** The field that holds it meanwhile. */
  public static final String NEXT = "next";

  private static final int MAX_LENGTH = 500;

  /** No scheme, no host, no second slash or backslash that browsers would read as one. */
  private static final String PATH_AND_QUERY = "(?:/[A-Za-z0-9_-]+)*(?:\\?[A-Za-z0-9_.~=&%:+-]*)?";

  private final String home;
  private final String signIn;
  private final Pattern ours;

  /** The pages are {@code home} and what lies below {@code folder}. */
  public OwnPath(String home, String folder, String signIn) {
    this.home = home;
    this.signIn = signIn;
    this.ours = Pattern.compile(Pattern.quote(folder) + PATH_AND_QUERY);
  }

  /** The page to sign in on. */
  public String signIn() {
    return signIn;
  }

  /** Returns the requested page if it is ours, otherwise the first one. */
  public String orHome(@Nullable String asked) {
    return asked != null && asked.length() <= MAX_LENGTH && ours.matcher(asked).matches()
        ? asked
        : home;
  }

  /** The page to sign in on, which leads back to what this request asked for if that is a page. */
  String signInFor(Request request) {
    String target = request.method().equals("POST") ? home : orHome(request.target());
    return target.equals(home)
        ? signIn
        : signIn + '?' + NEXT + '=' + URLEncoder.encode(target, StandardCharsets.UTF_8);
  }
}
