package dev.paylink.sdk;

import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a client calls: {@code ClientOptions.defaults()} changed step by step. Immutable; every wait
 * and the number of tries are bounded.
 */
public final class ClientOptions extends Values {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MOST_TRIES = 10;

  private final Duration requestTimeout;
  private final int maxTries;
  private final Duration maxWait;
  private final Supplier<Instant> clock;
  private final @Nullable HttpClient httpClient;
  private final boolean plainHttp;

  public ClientOptions(
      Duration requestTimeout,
      int maxTries,
      Duration maxWait,
      Supplier<Instant> clock,
      @Nullable HttpClient httpClient,
      boolean plainHttp) {
    if (requestTimeout.isNegative()
        || requestTimeout.isZero()
        || requestTimeout.compareTo(LONGEST) > 0) {
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
    this.requestTimeout = requestTimeout;
    this.maxTries = maxTries;
    this.maxWait = maxWait;
    this.clock = clock;
    this.httpClient = httpClient;
    this.plainHttp = plainHttp;
  }

  /**
   * Returns the time for one try, from connecting to the last byte of the answer; a call that asks
   * the service to wait has that time on top.
   */
  public Duration requestTimeout() {
    return requestTimeout;
  }

  /** Returns the maximum number of tries, the first included. */
  public int maxTries() {
    return maxTries;
  }

  /**
   * Returns the longest wait between two tries; if the service asks for more, the client gives up.
   */
  public Duration maxWait() {
    return maxWait;
  }

  /** Returns the clock whose time is signed. */
  public Supplier<Instant> clock() {
    return clock;
  }

  /** Returns the transport, or null for a client of its own. */
  public @Nullable HttpClient httpClient() {
    return httpClient;
  }

  /** Returns whether http to other machines is allowed. */
  public boolean plainHttp() {
    return plainHttp;
  }

  /**
   * Returns the defaults: ten seconds for each of three tries, waits of at most ten seconds, the
   * system's clock.
   */
  public static ClientOptions defaults() {
    Duration tenSeconds = Duration.ofSeconds(10);
    return new ClientOptions(tenSeconds, 3, tenSeconds, Instant::now, null, false);
  }

  public ClientOptions withRequestTimeout(Duration time) {
    return new ClientOptions(time, maxTries, maxWait, clock, httpClient, plainHttp);
  }

  public ClientOptions withMaxTries(int tries) {
    return new ClientOptions(requestTimeout, tries, maxWait, clock, httpClient, plainHttp);
  }

  public ClientOptions withMaxWait(Duration time) {
    return new ClientOptions(requestTimeout, maxTries, time, clock, httpClient, plainHttp);
  }

  public ClientOptions withClock(Supplier<Instant> source) {
    return new ClientOptions(requestTimeout, maxTries, maxWait, source, httpClient, plainHttp);
  }

  public ClientOptions withHttpClient(HttpClient client) {
    return new ClientOptions(requestTimeout, maxTries, maxWait, clock, client, plainHttp);
  }

  /**
   * Returns options that allow http to other machines, for example inside a network of containers.
   * Otherwise http is for loopback only, because every call carries the secret key.
   */
  public ClientOptions withPlainHttp() {
    return new ClientOptions(requestTimeout, maxTries, maxWait, clock, httpClient, true);
  }

  @Override
  @Nullable Object[] namesAndValues() {
    return new @Nullable Object[] {
      "requestTimeout",
      requestTimeout,
      "maxTries",
      maxTries,
      "maxWait",
      maxWait,
      "clock",
      clock,
      "httpClient",
      httpClient,
      "plainHttp",
      plainHttp
    };
  }
}
