package dev.paylink.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.TestService;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One client in its own language, which makes the calls that a test asks for. */
final class ClientDriver implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Process process;
  private final BufferedWriter calls;
  private final BufferedReader results;
  private final String secretKey;

  ClientDriver(Language language, TestService service) {
    secretKey = service.merchant().secretKey().reveal();
    process = language.startDriver(service.clientVariables());
    calls = process.outputWriter(StandardCharsets.UTF_8);
    results = process.inputReader(StandardCharsets.UTF_8);
  }

  /** A call to the sandbox that succeeds. */
  JsonNode call(String name, Object... arguments) {
    return value(send(wish(name, arguments)));
  }

  /** A call that fails, and how. */
  JsonNode failure(String name, Object... arguments) {
    return error(send(wish(name, arguments)));
  }

  /** The same client at another address, with other options. */
  At at(String baseUrl, Map<String, Object> options) {
    return new At(baseUrl, options);
  }

  final class At {
    private final String baseUrl;
    private final Map<String, Object> options;

    private At(String baseUrl, Map<String, Object> options) {
      this.baseUrl = baseUrl;
      this.options = options;
    }

    JsonNode call(String name, Object... arguments) {
      return value(send(here(wish(name, arguments))));
    }

    JsonNode failure(String name, Object... arguments) {
      return error(send(here(wish(name, arguments))));
    }

    private ObjectNode here(ObjectNode wish) {
      return wish.put("baseUrl", baseUrl).set("options", JSON.valueToTree(options));
    }
  }

  /** What the client makes of a secret that cannot be sent. */
  JsonNode failureWithSecret(String secret) {
    return error(send(wish("get", "pay_1").put("secretKey", secret)));
  }

  /** "genuine", or the check that failed. */
  String verdict(
      List<String> secrets, Object headers, String body, long now, Map<String, Object> options) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    ObjectNode wish =
        wish("verify", secrets, headers, Base64.getEncoder().encodeToString(bytes), now);
    JsonNode result = send(wish.set("options", JSON.valueToTree(options)));
    return result.has("value") ? "genuine" : result.at("/error/failed").asString();
  }

  private static ObjectNode wish(String name, Object... arguments) {
    return JSON.createObjectNode().put("call", name).set("args", JSON.valueToTree(arguments));
  }

  private JsonNode send(JsonNode wish) {
    try {
      calls.write(wish.toString());
      calls.newLine();
      calls.flush();
      String line = results.readLine();
      assertThat(line).as("the client ended at %s", wish).isNotNull();
      assertThat(line).as("a secret in what %s gave", wish).doesNotContain(secretKey);
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode value(JsonNode result) {
    assertThat(result.has("error")).as(result.toString()).isFalse();
    return result.required("value");
  }

  private static JsonNode error(JsonNode result) {
    assertThat(result.has("error")).as(result.toString()).isTrue();
    return result.required("error");
  }

  @Override
  public void close() {
    try {
      calls.close(); // the end of its input ends it
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
