package dev.paylink.platform.oidc;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Request;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that binds a sign-in at a provider to the browser that began it. No script can read
 * it; it comes along when the provider sends the person back, which is why it is not strict.
 */
public final class FlowCookie {
  private final String name;
  private final String attributes;

  private FlowCookie(String name, String attributes) {
    this.name = name;
    this.attributes = attributes;
  }

  /** Returns a cookie of this whole host. */
  public static FlowCookie ofHost(String name, boolean secure) {
    return new FlowCookie((secure ? "__Host-" : "") + name, attributes("/", secure));
  }

  /** Returns a cookie that is sent below this path only. */
  public static FlowCookie below(String path, String name, boolean secure) {
    return new FlowCookie((secure ? "__Secure-" : "") + name, attributes(path, secure));
  }

  private static String attributes(String path, boolean secure) {
    return "; Path=" + path + "; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }

  /** Returns the {@code Set-Cookie} value that stores it. */
  public String set(Secret kept) {
    return name + '=' + kept.reveal() + "; Max-Age=" + OidcFlow.LIFETIME.toSeconds() + attributes;
  }

  /** Returns the {@code Set-Cookie} value that deletes it. */
  public String cleared() {
    return name + "=; Max-Age=0" + attributes;
  }

  /** Returns what the browser keeps; null if it keeps nothing. */
  public @Nullable String read(Request request) {
    return request.cookie(name);
  }
}
