package dev.paylink.sdk;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Sends a request until the service gives its own answer, a bounded number of times and with
 * bounded waits in between. Each attempt is signed again, so a wait can never make the timestamp
 * too old.
 *
 * <p>Only for requests that may be repeated: reads, cancels, and creates under an idempotency key.
 */
final class RetryingTransport {
  static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;

  /** Too many requests, and the three statuses of a service that is briefly unavailable. */
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(200);

  /** Waits; a test can observe the waits instead of sitting through them. */
  interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  private final HttpClient http;
  private final ClientOptions options;
  private final Pause pause;

  RetryingTransport(HttpClient http, ClientOptions options, Pause pause) {
    this.http = http;
    this.options = options;
    this.pause = pause;
  }

  /** Returns the first successful answer; {@code call} names the request in exceptions. */
  HttpResponse<byte[]> send(String call, Supplier<HttpRequest> signed) {
    return send(call, signed, Duration.ZERO);
  }

  /** Sends a request that asks the service to hold its answer back for {@code held}. */
  HttpResponse<byte[]> send(String call, Supplier<HttpRequest> signed, Duration held) {
    return send(call, signed, held, options.maxTries());
  }

  /** Sends a request that must not be repeated. */
  HttpResponse<byte[]> sendUnrepeated(String call, Supplier<HttpRequest> signed) {
    return send(call, signed, Duration.ZERO, 1);
  }

  private HttpResponse<byte[]> send(
      String call, Supplier<HttpRequest> signed, Duration held, int maxTries) {
    Duration timeout = options.requestTimeout().plus(held);
    for (int tries = 1; ; tries++) {
      try {
        Duration wait = backoff(tries);
        try {
          HttpResponse<byte[]> answer = sendOnce(signed.get(), timeout);
          if (answer.statusCode() / 100 == 2) {
            return answer;
          }
          wait = waitAfter(Refusal.of(answer), tries, maxTries, wait);
        } catch (IOException e) {
          if (tries == maxTries) {
            throw new NoAnswerException(call, tries, e);
          }
        }
        pause.pause(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NoAnswerException(call, tries, e);
      }
    }
  }

  @SuppressWarnings("PatternMatchingInstanceof") // Java 11 has none
  private HttpResponse<byte[]> sendOnce(HttpRequest request, Duration timeout)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> pending =
        http.sendAsync(request, answer -> new BoundedBody(MAX_ANSWER_BYTES));
    try {
      // Timed here, because the timeout of an HttpRequest stops counting at the headers.
      return pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no complete answer within " + timeout);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
    } finally {
      pending.cancel(true); // frees the connection of an abandoned try
    }
  }

  /** Returns how long to wait before the next try, or throws the refusal if there is none. */
  private Duration waitAfter(
      PaymentLinkException refusal, int tries, int maxTries, Duration backoff) {
    if (!PASSING.contains(refusal.status()) || tries == maxTries) {
      throw refusal;
    }
    Duration asked = refusal.retryAfter();
    if (asked == null || asked.compareTo(backoff) < 0) {
      return backoff;
    }
    if (asked.compareTo(options.maxWait()) > 0) {
      throw refusal;
    }
    return asked;
  }

  /**
   * Returns a wait that doubles with each try; the random half keeps clients from retrying in step.
   */
  private Duration backoff(int tries) {
    Duration doubled = FIRST_BACKOFF.multipliedBy(1L << (tries - 1));
    Duration most = doubled.compareTo(options.maxWait()) < 0 ? doubled : options.maxWait();
    long nanos = most.toNanos();
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(nanos / 2, nanos + 1));
  }
}
