package dev.paylink.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.cli.io.Json;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Carries MCP over two streams, one JSON-RPC message per line. It takes the place of the SDK's own
 * transport, which gives up early. This one
 *
 * <ul>
 *   <li>answers a line that is not JSON-RPC with an error, and reads on;
 *   <li>refuses a request before the handshake, which the SDK would leave without an answer;
 *   <li>still answers the calls under way when the input ends.
 * </ul>
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
  private static final int MAX_LINE_BYTES = 1024 * 1024;
  private static final int MAX_CALLS = 16;

  private final McpJsonMapper mapper;
  private final InputStream in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final Semaphore free = new Semaphore(MAX_CALLS);
  private @Nullable McpServerSession session;
  private boolean initialized;

  LineTransport(McpJsonMapper mapper, InputStream in, OutputStream out) {
    this.mapper = mapper;
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  /** Serves until the input ends and all calls are answered. */
  void run() throws IOException {
    try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Line line = readLine(); line != null; line = readLine()) {
        if (line.isTooLong()) {
          refuse(null, ErrorCodes.INVALID_REQUEST, "a message has at most 1 MiB");
        } else if (!line.text().isBlank()) {
          take(line.text(), calls);
        }
      }
    }
  }

  private void take(String line, ExecutorService calls) {
    Json json = Json.read(line.getBytes(UTF_8));
    if (json == null) {
      refuse(null, ErrorCodes.PARSE_ERROR, "not JSON: each line is one JSON-RPC 2.0 object");
      return;
    }
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, line);
    } catch (IOException | RuntimeException e) {
      refuse(
          json.get("id"),
          ErrorCodes.INVALID_REQUEST,
          "not a JSON-RPC 2.0 message: it needs \"jsonrpc\":\"2.0\", a method, and an id if it is"
              + " a request");
      return;
    }
    if (message instanceof JSONRPCRequest request && !mayCome(request)) {
      return;
    }
    if (isHandshake(message)) {
      handle(message); // before the next line: what follows relies on it
      return;
    }
    free.acquireUninterruptibly();
    calls.execute(
        () -> {
          try {
            handle(message);
          } finally {
            free.release();
          }
        });
  }

  /** Answers a request that comes before the handshake. */
  private boolean mayCome(JSONRPCRequest request) {
    if (initialized || request.method().equals(McpSchema.METHOD_INITIALIZE)) {
      return true;
    }
    if (request.method().equals(McpSchema.METHOD_PING)) {
      write(Json.of("jsonrpc", "2.0", "id", request.id(), "result", Map.of()).toString());
    } else {
      refuse(
          request.id(),
          ErrorCodes.INVALID_REQUEST,
          "not initialized: send initialize, then notifications/initialized, then "
              + request.method());
    }
    return false;
  }

  private boolean isHandshake(JSONRPCMessage message) {
    boolean done =
        message instanceof JSONRPCNotification notification
            && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
    initialized |= done;
    return done
        || (message instanceof JSONRPCRequest request
            && request.method().equals(McpSchema.METHOD_INITIALIZE));
  }

  private void handle(JSONRPCMessage message) {
    try {
      Objects.requireNonNull(session, "the server sets it").handle(message).block();
    } catch (RuntimeException e) {
      System.err.println("paylink mcp: " + e);
    }
  }

  private void refuse(@Nullable Object id, int code, String fault) {
    Object known = id instanceof String || id instanceof Number ? id : null;
    Json error = Json.of("code", code, "message", fault);
    write(Json.of("jsonrpc", "2.0", "id", known, "error", error).toString());
  }

  private void write(String line) {
    writing.lock();
    try {
      out.write((line + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the client reads no more", e);
    } finally {
      writing.unlock();
    }
  }

  /** One line of the input; one that is too long is read to its end and dropped. */
  private record Line(String text, boolean isTooLong) {}

  private @Nullable Line readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      tooLong |= line.size() == MAX_LINE_BYTES;
      if (!tooLong) {
        line.write(next);
      }
    }
    return new Line(line.toString(UTF_8), tooLong);
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(this);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromCallable(
        () -> {
          write(mapper.writeValueAsString(message));
          return null;
        });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return mapper.convertValue(data, type);
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Objects.requireNonNull(session, "the server sets it").sendNotification(method, params);
  }

  @Override
  public List<String> protocolVersions() {
    return McpServerTransportProvider.super.protocolVersions();
  }

  /** Does nothing: the end of the input is the end. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {}
}
