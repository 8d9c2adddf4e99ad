package dev.paylink.sdk;

import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How a client calls: {@code ClientOptions.defaults()} changed step by step. Immutable; every wait
 * and the number of tries are bounded.
 *
 * @param requestTimeout for one try, from connecting to the last byte of the answer; a long poll
 *     has the time it asks the service to wait on top
 * @param maxTries the maximum number of tries, the first included
 * @param maxWait the longest wait between two tries; if the service asks for more, the client gives
 *     up
 * @param clock gives the time that is signed
 * @param httpClient the transport, or null for a client of its own
 */
public record ClientOptions(
    Duration requestTimeout,
    int maxTries,
    Duration maxWait,
    InstantSource clock,
    @Nullable HttpClient httpClient) {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MOST_TRIES = 10;

  public ClientOptions {
    if (!requestTimeout.isPositive() || requestTimeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("requestTimeout: more than nothing, at most an hour");
    }
    if (maxTries < 1 || maxTries > MOST_TRIES) {
      throw new IllegalArgumentException("maxTries: 1 to " + MOST_TRIES);
    }
    if (maxWait.isNegative() || maxWait.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("maxWait: nothing to an hour");
    }
    // The JDK's client repeats every header, the secret included, to the target of a redirect.
    if (httpClient != null && httpClient.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException("httpClient: must not follow redirects");
    }
  }

  /**
   * Returns the defaults: ten seconds for each of three tries, waits of at most ten seconds, the
   * system's clock.
   */
  public static ClientOptions defaults() {
    Duration tenSeconds = Duration.ofSeconds(10);
    return new ClientOptions(tenSeconds, 3, tenSeconds, InstantSource.system(), null);
  }

  public ClientOptions withRequestTimeout(Duration time) {
    return new ClientOptions(time, maxTries, maxWait, clock, httpClient);
  }

  public ClientOptions withMaxTries(int tries) {
    return new ClientOptions(requestTimeout, tries, maxWait, clock, httpClient);
  }

  public ClientOptions withMaxWait(Duration time) {
    return new ClientOptions(requestTimeout, maxTries, time, clock, httpClient);
  }

  public ClientOptions withClock(InstantSource source) {
    return new ClientOptions(requestTimeout, maxTries, maxWait, source, httpClient);
  }

  public ClientOptions withHttpClient(HttpClient client) {
    return new ClientOptions(requestTimeout, maxTries, maxWait, clock, client);
  }
}
