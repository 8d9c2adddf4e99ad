package dev.paylink.chain.rpc;

import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.NodeTimeout;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Sends JSON-RPC questions to one node: several in one request, each answer matched to its
 * question. One timeout covers everything from the connection to the last byte.
 */
final class JsonRpc implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;
  private static final int MAX_MESSAGE = 200;

  /**
   * Statuses with which nodes, or the gateways in front of them, refuse a request that is too
   * large.
   */
  private static final Set<Integer> TOO_MUCH = Set.of(400, 413, 500, 502, 504);

  private static final JsonMapper JSON = JsonMapper.shared();

  private final URI node;
  private final HttpClient client;

  JsonRpc(URI node) {
    this.node = node;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
  }

  /** A method and its parameters as JSON. */
  record Question(String method, String parameters) {}

  JsonNode ask(String method, String parameters) {
    return ask(List.of(new Question(method, parameters))).getFirst();
  }

  /** Returns the results, in the order of the questions. */
  List<JsonNode> ask(List<Question> questions) {
    JsonNode answer = parse(send(body(questions)));
    if (questions.size() == 1) {
      return List.of(result(answer, 0));
    }
    if (!(answer instanceof ArrayNode answers) || answers.size() != questions.size()) {
      throw new NodeRefused("the node did not answer each question");
    }
    List<JsonNode> results = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      results.add(result(withId(answers, i), i));
    }
    return results;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private static String body(List<Question> questions) {
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      calls.add(
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
              .formatted(i, questions.get(i).method, questions.get(i).parameters));
    }
    return calls.size() == 1 ? calls.getFirst() : "[" + String.join(",", calls) + "]";
  }

  private byte[] send(String body) {
    HttpRequest request =
        HttpRequest.newBuilder(node)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, head -> new LimitedBody(MAX_ANSWER_BYTES));
    try {
      HttpResponse<byte[]> response = sent.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (TOO_MUCH.contains(response.statusCode())) {
        throw new NodeRefused("the node answers with status " + response.statusCode());
      }
      if (response.statusCode() != 200) {
        throw new ChainUnavailable("the node answers with status " + response.statusCode());
      }
      return response.body();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LimitedBody.TooLong) {
        throw new NodeRefused("the node's answer is longer than we take");
      }
      throw new ChainUnavailable("the node does not answer: " + reason(e), e);
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new NodeTimeout("the node does not answer within " + PATIENCE.toSeconds() + " s");
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new ChainUnavailable("interrupted", e);
    }
  }

  /**
   * Returns the kind of failure only: the message may contain the node's address and so its key.
   */
  private static String reason(ExecutionException e) {
    return e.getCause() instanceof IOException io ? io.getClass().getSimpleName() : "it failed";
  }

  private static JsonNode parse(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException e) {
      throw new ChainUnavailable("the node's answer is not JSON");
    }
  }

  /** Finds the answer with this id. The answers to one request may come in any order. */
  private static JsonNode withId(ArrayNode answers, int id) {
    for (JsonNode answer : answers) {
      if (answer.path("id").asInt(-1) == id) {
        return answer;
      }
    }
    throw new ChainUnavailable("the node left out an answer");
  }

  private static JsonNode result(JsonNode answer, int id) {
    JsonNode error = answer.path("error");
    if (error.isObject()) {
      String message = error.path("message").asString("");
      throw new NodeRefused(
          "the node refuses: " + message.substring(0, Math.min(message.length(), MAX_MESSAGE)));
    }
    JsonNode result = answer.get("result");
    if (answer.path("id").asInt(-1) != id || result == null) {
      throw new ChainUnavailable("the node's answer is to another question");
    }
    return result;
  }
}
