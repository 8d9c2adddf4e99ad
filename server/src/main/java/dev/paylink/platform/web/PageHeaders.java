package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;

/** The headers that keep everything foreign out of a page, and the page out of every cache. */
public final class PageHeaders {
  /** Nothing but what we serve ourselves, nothing inline, and nobody may frame it. */
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private PageHeaders() {}

  public static Answer on(Answer answer) {
    return hardened(answer).with(Headers.REFERRER_POLICY, "no-referrer");
  }

  /**
   * As {@link #on}, for pages whose forms are taken from our own pages only: without any referrer a
   * browser would not say that they come from here.
   */
  public static Answer onForms(Answer answer) {
    return hardened(answer).with(Headers.REFERRER_POLICY, "same-origin");
  }

  private static Answer hardened(Answer answer) {
    return answer
        .with(Headers.CONTENT_SECURITY_POLICY, POLICY)
        .with(Headers.CACHE_CONTROL, "no-store");
  }
}
