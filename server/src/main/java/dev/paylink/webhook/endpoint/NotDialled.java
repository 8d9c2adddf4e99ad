package dev.paylink.webhook.endpoint;

import java.net.UnknownHostException;

/**
 * No connection was tried; {@link #why} explains it to the owner of the target. It is an {@link
 * UnknownHostException} because a resolver of OkHttp may throw nothing else.
 */
final class NotDialled extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  private final String why;
  private final boolean resolverAway;

  NotDialled(String why) {
    this(why, false);
  }

  private NotDialled(String why, boolean resolverAway) {
    super(why);
    this.why = why;
    this.resolverAway = resolverAway;
  }

  /** A name whose address nobody could tell, which says nothing about the name. */
  static NotDialled resolverAway(String why) {
    return new NotDialled(why, true);
  }

  boolean isResolverAway() {
    return resolverAway;
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
