package dev.paylink.platform.web;

import dev.paylink.platform.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the page after signing in: the requested one, and never another site. */
public final class LocalPath {
  /** The form field that holds it until then. */
  public static final String NEXT = "next";

  private static final int MAX_LENGTH = 500;

  /** No scheme, no host, no second slash or backslash that browsers would read as one. */
  private static final String PATH_AND_QUERY = "(?:/[A-Za-z0-9_-]+)*(?:\\?[A-Za-z0-9_.~=&%:+-]*)?";

  private final String home;
  private final String signIn;
  private final Pattern ours;

  /** Accepts the page {@code home} and the pages below {@code folder}. */
  public LocalPath(String home, String folder, String signIn) {
    this.home = home;
    this.signIn = signIn;
    this.ours = Pattern.compile(Pattern.quote(folder) + PATH_AND_QUERY);
  }

  /** Accepts the pages below these folders. */
  public LocalPath(String home, List<String> folders) {
    this.home = home;
    this.signIn = home;
    this.ours =
        Pattern.compile(
            folders.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")"))
                + PATH_AND_QUERY);
  }

  /** Returns the requested page if it is ours, otherwise the home page. */
  public String orHome(@Nullable String asked) {
    return asked != null && asked.length() <= MAX_LENGTH && ours.matcher(asked).matches()
        ? asked
        : home;
  }

  /**
   * Returns the path of the sign-in page, which leads back to the requested page if this request
   * asks for a page.
   */
  String signInFor(Request request) {
    String target = request.method().equals("POST") ? home : orHome(request.target());
    return target.equals(home)
        ? signIn
        : signIn + '?' + NEXT + '=' + URLEncoder.encode(target, StandardCharsets.UTF_8);
  }
}
