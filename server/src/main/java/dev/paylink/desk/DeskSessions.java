package dev.paylink.desk;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The operator's sessions. A cookie contains the end of the session and a MAC of it, under a key
 * derived from the admin token. Nothing is stored, every node can verify it, and a new token ends
 * all sessions.
 */
final class DeskSessions {
  static final Duration LIFETIME = Duration.ofHours(8);

  private static final String PURPOSE = "operator's desk, session cookie, 1";
  private static final int MAX_COOKIE = 100;

  private final Secret key;
  private final InstantSource clock;
  private final String cookieName;
  private final String cookieAttributes;

  /**
   * @param secure whether the listener uses TLS, so that the cookie may require it
   */
  DeskSessions(Secret adminToken, boolean secure, InstantSource clock) {
    byte[] purpose = PURPOSE.getBytes(StandardCharsets.UTF_8);
    this.key = new Secret(text(RequestSigner.hmacSha256(adminToken.reveal(), purpose)));
    this.clock = clock;
    // Not __Host-: such a cookie is sent to every path, and so to the public listener of the same
    // host.
    this.cookieName = secure ? "__Secure-paylink-desk" : "paylink_desk";
    this.cookieAttributes =
        "; Path="
            + DeskPaths.HOME.to()
            + "; HttpOnly; SameSite=Strict"
            + (secure ? "; Secure" : "");
  }

  /** Returns the {@code Set-Cookie} value that begins a session. */
  String begin() {
    String until = Long.toString(clock.instant().plus(LIFETIME).getEpochSecond());
    return cookieName
        + '='
        + until
        + '.'
        + mac(until)
        + "; Max-Age="
        + LIFETIME.toSeconds()
        + cookieAttributes;
  }

  /** Returns the {@code Set-Cookie} value that makes the browser forget its session. */
  String end() {
    return cookieName + "=; Max-Age=0" + cookieAttributes;
  }

  /** Returns when the session of this request ends, or null if there is no valid session. */
  @Nullable Instant until(Request request) {
    String cookie = cookie(request);
    int dot = cookie == null ? -1 : cookie.indexOf('.');
    if (cookie == null || dot < 1 || cookie.length() > MAX_COOKIE) {
      return null;
    }
    String until = cookie.substring(0, dot);
    byte[] expected = mac(until).getBytes(StandardCharsets.UTF_8);
    byte[] presented = cookie.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, presented)) {
      return null;
    }
    Instant end = Instant.ofEpochSecond(Long.parseLong(until)); // we wrote it, so it is a number
    return clock.instant().isBefore(end) ? end : null;
  }

  private @Nullable String cookie(Request request) {
    String header = request.header(Headers.COOKIE);
    if (header == null) {
      return null;
    }
    for (String pair : header.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equals(cookieName)) {
        return pair.substring(equals + 1).strip();
      }
    }
    return null;
  }

  private String mac(String until) {
    return text(RequestSigner.hmacSha256(key.reveal(), until.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
