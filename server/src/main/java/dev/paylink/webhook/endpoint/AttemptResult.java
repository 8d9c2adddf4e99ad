package dev.paylink.webhook.endpoint;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt ended.
 *
 * @param status the answer's status; null if none came
 * @param error why it does not count as delivered; null if it does
 * @param responseBody the start of the answer as text; null if none came
 * @param reach how far it got, which tells endpoints that are down from a broken way out
 */
public record AttemptResult(
    @Nullable Integer status,
    Duration duration,
    @Nullable String error,
    @Nullable String responseBody,
    Reach reach) {
  /** How far an attempt got. */
  public enum Reach {
    /** Something answered there, rightly or wrongly. */
    ENDPOINT,
    /** No connection came about. */
    NO_CONNECTION,
    /** Nobody could tell the address of the name. */
    NO_RESOLVER,
    /** Nothing was tried, or the name does not exist: it says nothing about the way there. */
    NOT_TRIED
  }

  /** A result that is known from its status alone. */
  public AttemptResult(
      @Nullable Integer status,
      Duration duration,
      @Nullable String error,
      @Nullable String responseBody) {
    this(status, duration, error, responseBody, status == null ? Reach.NOT_TRIED : Reach.ENDPOINT);
  }

  public boolean isDelivered() {
    return error == null;
  }
}
