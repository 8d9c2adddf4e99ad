package dev.paylink.webhook.endpoint;

import dev.paylink.platform.crypto.Authorities;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.Authenticator;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.Interceptor.Chain;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * An HTTP client that does nothing on its own: no retry, no redirect, no proxy, no cookie, no
 * credentials, no thread per call. A call runs on its caller's thread and dials only what its reach
 * allows.
 */
final class Transport implements AutoCloseable {
  /** Short enough that an address that swallows packets leaves time for the name's next one. */
  static final Duration CONNECT_LIMIT = Duration.ofSeconds(4);

  /** Receivers keep a connection for 2 s (gunicorn), 5 s (Node, Apache) or more; we close first. */
  private static final Duration KEEP_ALIVE = Duration.ofMillis(1500);

  /**
   * For each call OkHttp looks at, and locks, every connection of its pool: in one pool, endpoints
   * that hang would slow down all others. All connections to one host are in one pool, to be
   * reused, but for those to its endpoints that are slow, which are in a pool of the second half.
   */
  private static final int POOLS = 64;

  /** For endpoints that were silent, each by its whole address: none of these keeps connections. */
  private static final int SILENT_POOLS = 256;

  private static final int MAX_IDLE_IN_POOL = 128;

  private final Duration budget;
  private final OkHttpClient common;
  private final List<OkHttpClient> clients;
  private final List<OkHttpClient> silentClients;
  private final SilentEndpoints silent = new SilentEndpoints();
  private volatile boolean closed;

  Transport(AllowedAddresses reach, OwnNetwork own, Lookups lookups, Duration budget) {
    this.budget = budget;
    this.common =
        trusting(reach, own)
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionSpecs(
                List.of(reach.isPlain() ? ConnectionSpec.CLEARTEXT : ConnectionSpec.MODERN_TLS))
            .dns(new GuardedDns(reach, lookups, budget))
            .socketFactory(new GuardedSockets(reach))
            .proxy(Proxy.NO_PROXY)
            .cookieJar(CookieJar.NO_COOKIES)
            .authenticator(Authenticator.NONE)
            .proxyAuthenticator(Authenticator.NONE)
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .fastFallback(false) // it would dial on threads of its own
            .callTimeout(budget)
            .connectTimeout(CONNECT_LIMIT)
            .readTimeout(Duration.ZERO) // the budget of the call covers these two
            .writeTimeout(Duration.ZERO)
            .eventListener(new Progress(silent))
            .build();
    this.clients = Stream.generate(() -> withPool(MAX_IDLE_IN_POOL)).limit(POOLS).toList();
    this.silentClients = Stream.generate(() -> withPool(0)).limit(SILENT_POOLS).toList();
  }

  private OkHttpClient withPool(int maxIdle) {
    ConnectionPool pool = new ConnectionPool(maxIdle, KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS);
    KeptConnections kept = new KeptConnections(pool::evictAll);
    return common
        .newBuilder()
        .connectionPool(pool)
        .addInterceptor(this::refuseWhenClosed)
        .addInterceptor(kept::untilOpen)
        .addNetworkInterceptor(kept::checkFirst)
        .addNetworkInterceptor(Transport::withoutRetryAfter)
        .build();
  }

  /** Returns a client that also believes the operator's own authorities, if there are some. */
  private static OkHttpClient.Builder trusting(AllowedAddresses reach, OwnNetwork own) {
    OkHttpClient.Builder client = new OkHttpClient.Builder();
    if (own.authorities().isEmpty() || reach.isPlain()) {
      return client;
    }
    InsideTrust trust = new InsideTrust(reach, own.authorities());
    return client.sslSocketFactory(Authorities.context(trust).getSocketFactory(), trust);
  }

  Call newCall(Request request) {
    return client(request.url()).newCall(request);
  }

  OkHttpClient client(HttpUrl url) {
    if (silent.has(url)) {
      return silentClients.get(Math.floorMod(url.hashCode(), SILENT_POOLS));
    }
    int byHost = Math.floorMod(url.host().hashCode() + url.port(), POOLS / 2);
    return clients.get(silent.isSlow(url) ? POOLS / 2 + byHost : byHost);
  }

  Duration budget() {
    return budget;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    Dispatcher shared = clients.getFirst().dispatcher();
    shared.cancelAll();
    shared.executorService().shutdown();
    clients.forEach(client -> client.connectionPool().evictAll());
  }

  /**
   * Refuses a call when closed. A call is listed before it comes here: either closing cancels it or
   * it sees the mark.
   */
  private Response refuseWhenClosed(Chain chain) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    return chain.proceed(chain.request());
  }

  /**
   * Removes the header: OkHttp obeys "503, Retry-After: 0" by sending again, and fails on a number
   * too large.
   */
  private static Response withoutRetryAfter(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    return response.header("Retry-After") == null
        ? response
        : response.newBuilder().removeHeader("Retry-After").build();
  }

  /** Tells the attempt how far it got, always on the caller's thread, and who was silent. */
  private static final class Progress extends EventListener {
    private final SilentEndpoints silent;

    private Progress(SilentEndpoints silent) {
      this.silent = silent;
    }

    @Override
    public void callStart(Call call) {
      silent.begun(call.request().url());
    }

    @Override
    public void requestHeadersStart(Call call) {
      Attempt.of(call).writing();
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
      Attempt.of(call).answered(response.code());
    }

    @Override
    public void callEnd(Call call) {
      silent.ended(call.request().url());
      silent.answered(call.request().url());
    }

    @Override
    public void callFailed(Call call, IOException e) {
      silent.ended(call.request().url());
      if (e instanceof InterruptedIOException) {
        silent.add(call.request().url());
      }
    }
  }
}
