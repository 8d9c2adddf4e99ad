package dev.paylink.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A real HTTP server on the loopback address that keeps every request as it arrived and gives the
 * answers it was told to give, one after the other.
 */
final class LoopbackService implements AutoCloseable {
  static final String API_KEY = "pk_test_key";
  static final String SECRET_KEY = "sk_7Qm2vX9pLrT4aZ0cWnE8uYbK1dGhJ5sF";

  /** What the server does with one request. */
  interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  /** A request as it arrived. */
  record Received(String method, String target, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return String.join("|", headers.getOrDefault(name, List.of("absent")));
    }

    /** What {@code X-Signature} must be for the bytes that arrived. */
    String expectedSignature() {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      String key = headers.containsKey("X-idempotency-key") ? header("X-idempotency-key") : null;
      String canonical = RequestSigner.canonical(method, target, header("X-timestamp"), bytes, key);
      return RequestSigner.signature(SECRET_KEY, canonical);
    }
  }

  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Reply> replies = new ArrayDeque<>();
  private final List<Received> received = Collections.synchronizedList(new ArrayList<>());

  LoopbackService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(executor);
    server.start();
  }

  URI baseUrl() {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
  }

  LoopbackService then(Reply reply) {
    synchronized (replies) {
      replies.add(reply);
    }
    return this;
  }

  LoopbackService then(int status, String contentType, String body, String... headers) {
    return then(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", contentType);
          for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
          }
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  LoopbackService thenOk(String body) {
    return then(200, "application/json", body);
  }

  LoopbackService thenProblem(int status, String code, String... headers) {
    String body =
        """
        {"type":"about:blank","title":"Refused","status":%d,"detail":"why","code":"%s"}\
        """
            .formatted(status, code);
    return then(status, "application/problem+json", body, headers);
  }

  /** Takes the request in and hangs up without a word. */
  LoopbackService thenHangUp() {
    return then(HttpExchange::close);
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  Received onlyRequest() {
    if (received.size() != 1) {
      throw new AssertionError("expected one request, not " + received.size());
    }
    return received.getFirst();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      received.add(
          new Received(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              Map.copyOf(exchange.getRequestHeaders()),
              new String(body, StandardCharsets.UTF_8)));
      Reply reply;
      synchronized (replies) {
        reply = replies.remove();
      }
      reply.to(exchange);
    }
  }
}
