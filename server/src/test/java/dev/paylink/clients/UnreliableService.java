package dev.paylink.clients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real server that gives the answers it was told to, one after the other, and hangs up then. */
final class UnreliableService implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Answers one request. */
  private interface Reply {
    void to(HttpExchange exchange) throws IOException, InterruptedException;
  }

  /** A request as it arrived. */
  record Received(String target, String idempotencyKey, String signature, String body) {}

  UnreliableService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  UnreliableService then(int status, String contentType, String body, String... headers) {
    replies.add(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", contentType);
          for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
          }
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
        });
    return this;
  }

  UnreliableService thenProblem(int status, String code, String... headers) {
    String body = "{\"status\":%d,\"detail\":\"why\",\"code\":\"%s\"}".formatted(status, code);
    return then(status, "application/problem+json", body, headers);
  }

  UnreliableService thenOk(String body) {
    return then(200, "application/json", body);
  }

  UnreliableService thenHangUp() {
    replies.add(exchange -> {});
    return this;
  }

  /** Begins an answer, and never ends it. */
  UnreliableService thenStall() {
    replies.add(
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          closing.await();
        });
    return this;
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var headers = exchange.getRequestHeaders();
      received.add(
          new Received(
              exchange.getRequestURI().toString(),
              String.valueOf(headers.getFirst("X-Idempotency-Key")),
              String.valueOf(headers.getFirst("X-Signature")),
              body));
      Reply reply = replies.poll();
      if (reply != null) {
        reply.to(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
