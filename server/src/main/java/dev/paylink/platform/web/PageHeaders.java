package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;

/** The headers that keep all foreign content out of a page, and the page out of every cache. */
public final class PageHeaders {
  /** Allows only our own files, nothing inline, and no framing. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  /** {@link #POLICY} plus images inside the page itself: a picture cannot run code or send data. */
  public static final String POLICY_WITH_INLINE_IMAGES =
      POLICY.replace("img-src 'self'", "img-src 'self' data:");

  private PageHeaders() {}

  public static Answer on(Answer answer, String policy) {
    return hardened(answer, policy).with(Headers.REFERRER_POLICY, "no-referrer");
  }

  /** Sets the headers as {@link #on} does, for a page that is the same for everybody. */
  public static Answer onPublic(Answer answer) {
    return answer
        .with(Headers.CONTENT_SECURITY_POLICY, POLICY)
        .with(Headers.REFERRER_POLICY, "no-referrer")
        .with(Headers.CACHE_CONTROL, "public, max-age=300");
  }

  /**
   * Sets the headers as {@link #on} does, for pages whose forms are accepted from our own pages
   * only: without any referrer a browser would not say that they come from here.
   */
  static Answer onForms(Answer answer) {
    return hardened(answer, POLICY).with(Headers.REFERRER_POLICY, "same-origin");
  }

  private static Answer hardened(Answer answer, String policy) {
    return answer
        .with(Headers.CONTENT_SECURITY_POLICY, policy)
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
