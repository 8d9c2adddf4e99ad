package dev.paylink.platform.http;

import dev.paylink.platform.ApiVersion;
import dev.paylink.platform.http.edge.Edge;
import dev.paylink.platform.id.TypeId;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.log.LineSink;
import dev.paylink.platform.trace.Span;
import dev.paylink.platform.trace.Traces;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One listening socket. Every request through it gets, in any case: an id, an answer (a problem if
 * all else fails) that names the API's version, one line in the access log, one count in the
 * metrics, and its span while traces are on.
 */
public final class HttpListener implements AutoCloseable {
  private static final Header NOSNIFF = HeaderValues.X_CONTENT_TYPE_OPTIONS_NOSNIFF;
  private static final Map<String, Header> VERSIONS =
      ApiVersion.KNOWN.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  version -> version,
                  version -> HeaderValues.createCached(Headers.PAYLINK_VERSION, version)));
  private static final Header CURRENT_VERSION =
      Objects.requireNonNull(VERSIONS.get(ApiVersion.CURRENT));
  private static final String NO_ROUTE = "(none)";
  private static final int MAX_HEAD_BYTES = 16 * 1024;
  private static final Duration DRAIN = Duration.ofMillis(300);

  private final Router router;
  private final ClientAddress clientAddress;
  private final AccessLog accessLog;
  private final RequestMetrics metrics;
  private final String docsAddress;
  private final @Nullable Traces traces;
  private final Edge edge;
  private final BodyRoom room = new BodyRoom();
  private final WebServer server;
  private volatile boolean draining;
  private volatile long drainedAtNanos;

  public HttpListener(
      ListenerOptions options, Router router, LineSink accessLog, MeterRegistry registry) {
    this.router = router;
    this.clientAddress = new ClientAddress(options.trustedProxies());
    this.accessLog = new AccessLog(accessLog);
    this.metrics = new RequestMetrics(registry, options.name(), options.latencies());
    this.traces = options.traces();
    this.docsAddress = options.docsAddress();
    this.edge =
        new Edge(
            options.name(),
            options.limits(),
            options.tls() != null,
            clientAddress::isProxy,
            registry);
    this.server = start(options);
  }

  /**
   * Throws what a listener at this address would throw because of another program's, so that a
   * start can end before it has begun. Nobody can connect meanwhile: it only binds.
   */
  public static void requireFree(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true); // as the listener does
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw cannotListen(host, port);
    }
  }

  private static UncheckedIOException cannotListen(String host, int port) {
    return new UncheckedIOException(new BindException("cannot listen on " + host + ":" + port));
  }

  public int port() {
    return server.port();
  }

  /**
   * Tells clients to leave: one that keeps its connection open gets {@code Connection: close}, so
   * that it does not send its next request into a closed socket. Requests are still answered.
   */
  public void drain() {
    if (!draining) {
      drainedAtNanos = System.nanoTime() + DRAIN.toNanos();
      draining = true;
    }
  }

  /**
   * Drains, for so long as that is not done yet, stops accepting, lets requests under way finish
   * within the grace period, then closes.
   */
  @Override
  public void close() {
    drain();
    LockSupport.parkNanos(drainedAtNanos - System.nanoTime());
    server.stop();
    edge.close();
  }

  private WebServer start(ListenerOptions options) {
    WebServerConfig.Builder config =
        WebServer.builder()
            .host(options.host())
            .port(options.port())
            .backlog(1024)
            .shutdownHook(false)
            .shutdownGracePeriod(options.shutdownGrace())
            .maxPayloadSize(Request.MAX_PUSHED_BYTES)
            .directHandlers(transportProblems())
            .routing(HttpRouting.builder().any(this::handle));
    edge.under(config, Http1Config.builder().maxHeadersSize(MAX_HEAD_BYTES));
    @Nullable Tls tls = options.tls();
    if (tls != null) {
      config.tls(tls);
    }
    WebServer started = config.build().start();
    if (!started.isRunning()) { // Helidon has only logged why
      throw cannotListen(options.host(), options.port());
    }
    edge.start();
    return started;
  }

  private void handle(ServerRequest request, ServerResponse response) {
    if (traces == null) {
      serve(request, response, null);
    } else {
      try (Span span = traces.request(traceparent(request))) {
        serve(request, response, span);
      }
    }
  }

  private void serve(ServerRequest request, ServerResponse response, @Nullable Span span) {
    long start = System.nanoTime();
    String id = newRequestId();
    String source = clientAddress.of(request);
    String method = request.prologue().method().text();
    String template = NO_ROUTE;
    String shownPath = "";
    Request wrapped = null;
    Answer answer;
    Header version = version(request);
    if (version == null) {
      version = CURRENT_VERSION;
      answer = unknownVersion().answer(id, docsAddress);
    } else if (Request.hasIntactTarget(request)) {
      Router.Found found = router.find(method, request.prologue().uriPath().rawPath());
      shownPath = found.shownPath();
      switch (found) {
        case Router.Found.Match match -> {
          template = match.route().template();
          wrapped = new Request(request, id, source, match.parameters(), room, docsAddress);
          answer = guarded(match.route().handler(), wrapped);
          wrapped.answerHeaders().forEach(answer::with);
        }
        case Router.Found.OtherMethod other -> {
          wrapped =
              new Request(request, id, source, Map.of(), room, docsAddress)
                  .unanswered(Problem.methodNotAllowed(other.allow()));
          answer = otherwise(other.otherwise(), wrapped);
        }
        case Router.Found.Nothing nothing -> {
          wrapped =
              new Request(request, id, source, Map.of(), room, docsAddress)
                  .unanswered(
                      Problem.notFound(
                          "NOT_FOUND", nothing(request.prologue().uriPath().rawPath())));
          answer = otherwise(nothing.otherwise(), wrapped);
        }
      }
    } else {
      answer = Problem.transport(400, Message.of("http.target")).answer(id, docsAddress);
    }
    boolean head = method.equals("HEAD");
    String actor = wrapped == null ? null : wrapped.actor();
    BodyStream stream = new BodyStream();
    try (StreamedBody body = answer.stream) {
      sendHead(response, answer, version, id);
      if (head) {
        response.contentLength(answer.body.length);
        response.send();
      } else if (body == null) {
        BodyStream.sendWhole(response, answer.body);
      } else {
        stream.send(response, body, id);
      }
    } finally {
      if (wrapped != null) {
        wrapped.giveBackRoom();
      }
      long nanos = System.nanoTime() - start;
      metrics.record(head ? "GET" : metricMethod(method, template), template, answer.status, nanos);
      accessLog.write(
          id,
          source,
          method,
          shownPath,
          answer.status,
          answer.body.length + stream.bytes(),
          nanos,
          actor);
      if (span != null) {
        describe(span, id, metricMethod(method, template), template, answer);
      }
      if (wrapped != null) {
        wrapped.answered(shownPath, answer.status, answer.code, nanos);
      }
    }
    ConnectionEnd.after(request, response, wrapped != null && wrapped.isBodyBroken());
  }

  /** Returns the caller's place in a trace; null if it has none, or claims several. */
  private static @Nullable String traceparent(ServerRequest request) {
    if (!request.headers().contains(Headers.TRACEPARENT)) {
      return null;
    }
    Header header = request.headers().get(Headers.TRACEPARENT);
    return header.valueCount() == 1 ? header.get() : null;
  }

  /** Tells the span what no client can invent. */
  private static void describe(
      Span span, String requestId, String method, String template, Answer answer) {
    if (!template.equals(NO_ROUTE)) {
      span.rename(method + ' ' + template);
      span.put("http.request.method", method);
      span.put("http.route", template);
    }
    span.put("http.response.status_code", answer.status);
    span.put("paylink.request_id", requestId);
    String code = answer.code;
    if (answer.status >= 500) {
      span.failed(code == null ? Integer.toString(answer.status) : code);
    } else if (code != null) {
      span.put("error.type", code);
    }
  }

  private static Answer guarded(Handler handler, Request request) {
    try {
      return handler.handle(request);
    } catch (RuntimeException | Error e) {
      return Failure.problem(request, e).answer(request);
    }
  }

  /** Says what is usually wrong with a path at which there is nothing. */
  private static Message nothing(String path) {
    if (path.startsWith("/v1/")) {
      return Message.of("http.unversioned");
    }
    return path.length() > 1 && path.endsWith("/")
        ? Message.of("http.slash")
        : Message.of("http.nothing");
  }

  /** Answers a request that no route answers. */
  private static Answer otherwise(@Nullable Route route, Request request) {
    return route == null ? request.problem().answer(request) : guarded(route.handler(), request);
  }

  /** Returns the version that the request asks for, or the current one; null if it is unknown. */
  private static @Nullable Header version(ServerRequest request) {
    if (!request.headers().contains(Headers.PAYLINK_VERSION)) {
      return CURRENT_VERSION;
    }
    Header asked = request.headers().get(Headers.PAYLINK_VERSION);
    return asked.valueCount() == 1 ? VERSIONS.get(asked.get()) : null;
  }

  private static Problem unknownVersion() {
    String known = String.join(", ", ApiVersion.KNOWN);
    return Problem.badRequest("UNKNOWN_VERSION", Message.of("http.version", known))
        .with("knownVersions", known);
  }

  private void sendHead(ServerResponse response, Answer answer, Header version, String id) {
    response.status(answer.status);
    for (Header header : answer.headers) {
      response.headers().add(header);
    }
    response.header(NOSNIFF);
    response.header(version);
    response.header(Headers.X_REQUEST_ID, id);
    if (draining) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
  }

  /**
   * Returns the handlers that answer a broken request line, oversized headers or a wrong version.
   */
  private DirectHandlers transportProblems() {
    DirectHandler handler =
        (request, event, status, headers, message) -> {
          String id = newRequestId();
          // Helidon's messages may quote the request; its status alone says enough.
          byte[] body =
              Problem.transport(status.code(), Message.of("foreign", status.reasonPhrase()))
                  .json(id, docsAddress);
          metrics.record("(other)", NO_ROUTE, status.code(), 0);
          accessLog.write(id, "", "", "", status.code(), body.length, 0, null);
          return DirectHandler.TransportResponse.builder()
              .status(status)
              .headers(headers)
              .header(HeaderValues.create("Content-Type", "application/problem+json"))
              .header(HeaderValues.create(Headers.X_REQUEST_ID, id))
              .header(CURRENT_VERSION)
              .keepAlive(false)
              .entity(body)
              .build();
        };
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
      handlers.addHandler(type, handler);
    }
    return handlers.build();
  }

  private static String metricMethod(String method, String template) {
    return template.equals(NO_ROUTE) ? "(other)" : method;
  }

  private static String newRequestId() {
    return TypeId.format("req", UuidV7.at(System.currentTimeMillis()));
  }
}
