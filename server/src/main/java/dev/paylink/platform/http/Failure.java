package dev.paylink.platform.http;

import dev.paylink.platform.Outage;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.json.InvalidFields;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Turns an exception of a handler into a problem, and logs unexpected ones. */
public final class Failure {
  private static final Logger LOG = System.getLogger(Failure.class.getName());

  private Failure() {}

  public static Problem problem(Request request, Throwable thrown) {
    if (thrown instanceof Refused refused) {
      return refused.problem();
    }
    if (thrown instanceof InvalidFields invalid) {
      return Refused.of(invalid).problem();
    }
    if (thrown instanceof Unavailable || Outage.isBehind(thrown)) {
      LOG.log(Level.DEBUG, () -> "request " + request.id() + " unavailable: " + thrown);
      return Problem.unavailable();
    }
    LOG.log(Level.ERROR, "request " + request.id() + " failed", thrown);
    return Problem.internalError();
  }
}
