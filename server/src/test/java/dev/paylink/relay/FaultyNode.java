package dev.paylink.relay;

import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node that may drop questions, lose what it has taken, answer late, or lag: then it knows none
 * of the newest blocks, whatever it is asked.
 */
final class FaultyNode implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int LAG = 2;
  private static final String NOTHING = "\"result\":null";

  /** How it is at the moment. */
  enum Mood {
    HONEST,
    DROPS,
    LOSES,
    LATE,
    LAGS
  }

  private final DevChain chain;
  private final NodeProxy proxy;
  private final Random random;
  private volatile Mood mood = Mood.HONEST;

  FaultyNode(DevChain chain, Random random) {
    this.chain = chain;
    this.random = random;
    this.proxy = new NodeProxy(chain);
    proxy.plays(this::answer);
  }

  URI url() {
    return proxy.url();
  }

  void is(Mood other) {
    mood = other;
  }

  private @Nullable String answer(JsonNode question) {
    String method = question.get("method").stringValue();
    return switch (mood) {
      case HONEST -> null;
      case DROPS ->
          random.nextBoolean() ? "\"error\":{\"code\":-32005,\"message\":\"busy\"}" : null;
      case LOSES ->
          method.equals("eth_sendRawTransaction") ? "\"result\":\"0x%064x\"".formatted(1) : null;
      case LATE -> {
        LockSupport.parkNanos(random.nextInt(60_000_000));
        yield null;
      }
      case LAGS -> outdated(method, question.get("params"));
    };
  }

  /** The answer of the chain as it was some blocks ago. */
  private @Nullable String outdated(String method, JsonNode params) {
    String known = "0x" + Long.toHexString(Math.max(0, chain.head() - LAG));
    if (method.equals("eth_blockNumber")) {
      return "\"result\":\"" + known + "\"";
    }
    JsonNode real =
        JSON.readTree(
            chain.forward(
                method, JSON.readTree(params.toString().replace("\"latest\"", '"' + known + '"'))));
    if (real.has("error")) {
      return "\"error\":" + real.get("error");
    }
    JsonNode result = real.get("result");
    return method.equals("eth_getTransactionReceipt")
            && !result.isNull()
            && Long.decode(result.get("blockNumber").stringValue()) > Long.decode(known)
        ? NOTHING
        : "\"result\":" + result;
  }

  @Override
  public void close() {
    proxy.close();
  }
}
