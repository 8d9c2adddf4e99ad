package dev.paylink.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node of a local chain that answers some questions itself: a liar, or one with limits. */
public final class NodeProxy implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final DevChain chain;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile Trick trick = question -> null;
  private volatile int mostCalls = Integer.MAX_VALUE;

  /** Returns the whole {@code "result":…} or {@code "error":…} member; null asks the chain. */
  public interface Trick {
    @Nullable String answer(JsonNode question);
  }

  public NodeProxy(DevChain chain) {
    this.chain = chain;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public URI url() {
    return URI.create("http://" + name());
  }

  /** Its name in logs and metrics. */
  public String name() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public void plays(Trick newTrick) {
    trick = newTrick;
  }

  /** Refuses a request with more calls. */
  public void takesAtMost(int calls) {
    mostCalls = calls;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
      byte[] bytes = answer(request).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private String answer(JsonNode request) {
    if (!request.isArray()) {
      return one(request);
    }
    if (request.size() > mostCalls) {
      return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"batch too"
          + " large\"}}";
    }
    List<String> answers = new ArrayList<>();
    request.forEach(question -> answers.add(one(question)));
    return answers.toString();
  }

  private String one(JsonNode question) {
    String own = trick.answer(question);
    if (own == null) {
      JsonNode real =
          JSON.readTree(
              chain.forward(question.get("method").stringValue(), question.get("params")));
      own =
          real.has("error") ? "\"error\":" + real.get("error") : "\"result\":" + real.get("result");
    }
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(question.get("id"), own);
  }
}
