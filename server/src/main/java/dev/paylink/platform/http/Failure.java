package dev.paylink.platform.http;

import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.error.Rejection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Turns an exception of a handler into a problem, and logs unexpected ones. */
public final class Failure {
  private static final Logger LOG = System.getLogger(Failure.class.getName());

  private Failure() {}

  public static Problem problem(Request request, Throwable thrown) {
    if (thrown instanceof Refused || thrown instanceof Rejection) {
      return refusal((RuntimeException) thrown);
    }
    if (thrown instanceof Unavailable || Outage.isBehind(thrown)) {
      OutageLog.DATABASE.refused();
      LOG.log(Level.DEBUG, () -> "request " + request.id() + " unavailable: " + thrown);
      return Problem.unavailable();
    }
    LOG.log(Level.ERROR, "request " + request.id() + " failed", thrown);
    return Problem.internalError();
  }

  /** Returns the problem of a {@link Refused} or a {@link Rejection}. */
  public static Problem refusal(RuntimeException refusal) {
    return refusal instanceof Rejection rejection
        ? Problem.of(rejection)
        : ((Refused) refusal).problem();
  }
}
