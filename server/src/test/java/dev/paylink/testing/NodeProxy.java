package dev.paylink.testing;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node of a local chain that answers some questions itself: a liar, or one with limits. */
public final class NodeProxy implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final DevChain chain;
  private final LocalServer server;
  private volatile Trick trick = question -> null;
  private volatile int mostCalls = Integer.MAX_VALUE;

  /** Returns the whole {@code "result":…} or {@code "error":…} member; null asks the chain. */
  public interface Trick {
    @Nullable String answer(JsonNode question);
  }

  public NodeProxy(DevChain chain) {
    this.chain = chain;
    server = new LocalServer().on("/", this::answer);
  }

  public URI url() {
    return URI.create(server.url());
  }

  /** Its name in logs and metrics. */
  public String name() {
    return server.name();
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
    server.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
      LocalServer.answer(exchange, 200, answer(request));
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
