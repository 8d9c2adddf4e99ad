package dev.paylink.merchant.user;

import dev.paylink.platform.crypto.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the door: an address, a browser, and the token of the session it came with, which ends
 * when another begins.
 */
public record Visitor(String source, @Nullable String userAgent, @Nullable Secret presentedToken) {
  private static final int MAX_USER_AGENT = 255;

  public Visitor {
    userAgent = userAgent == null ? null : shown(userAgent);
  }

  /** Somebody without a browser, such as the service itself. */
  public static Visitor at(String source) {
    return new Visitor(source, null, null);
  }

  /** Cut, and nothing in it that a page, a log or a letter would trip over. */
  private static String shown(String userAgent) {
    String cut =
        userAgent.length() <= MAX_USER_AGENT ? userAgent : userAgent.substring(0, MAX_USER_AGENT);
    return cut.replaceAll("[^ -~]", "?");
  }
}
