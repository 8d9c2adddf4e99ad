package dev.paylink.webhook.endpoint;

import java.net.UnknownHostException;

/**
 * No connection was tried; {@link #why} explains it to the owner of the target. It is an {@link
 * UnknownHostException} because a resolver of OkHttp may throw nothing else.
 */
final class NotDialled extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  private final String why;

  NotDialled(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }

  /**
   * Skips the stack trace: thousands are thrown when a name server is away, and caught close by.
   */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
