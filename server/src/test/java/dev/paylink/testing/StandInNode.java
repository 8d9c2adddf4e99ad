package dev.paylink.testing;

import com.sun.net.httpserver.HttpExchange;
import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.money.Bytes32;
import dev.paylink.platform.crypto.Keccak;
import java.io.IOException;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node that says what is deployed and no more, for chains on which nothing happens. */
public final class StandInNode implements AutoCloseable {
  private static final int SELECTOR = 10;

  private final Deployment deployment;
  private final List<Token> tokens;
  private final String refOf;
  private final String code;
  private final Map<String, String> inputs = new ConcurrentHashMap<>();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final LocalServer server;

  /** A node of a chain with the contract that we publish. */
  public StandInNode(Deployment deployment, List<Token> tokens) {
    this(deployment, tokens, ContractCalls.REF_OF, code("PaymentSettlement"));
  }

  /** The code of a published contract. */
  public static String code(String contract) {
    return Artifacts.read(contract + ".json").get("deployedBytecode").stringValue();
  }

  /**
   * @param refOf the selector of the only call that the contract answers
   * @param code what is at each address
   */
  public StandInNode(Deployment deployment, List<Token> tokens, String refOf, String code) {
    this.deployment = deployment;
    this.tokens = tokens;
    this.refOf = refOf;
    this.code = code;
    this.server = new LocalServer().on("/", this::answer);
  }

  /** From now on it has a transaction that waits, with this input. */
  public void has(String hash, String input) {
    inputs.put(hash, input);
  }

  /** From now on it says that calls with this selector go through, if this account sends them. */
  public void takes(String selector, String from) {
    taken.add(selector + from.toLowerCase(Locale.ROOT));
  }

  public URI url() {
    return URI.create(server.url());
  }

  @Override
  public void close() {
    server.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode question = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
      String member =
          switch (question.get("method").stringValue()) {
            case "eth_chainId" -> "\"result\":\"0x%x\"".formatted(deployment.chainId());
            case "eth_getCode" -> "\"result\":\"" + code + "\"";
            case "eth_call" -> call(question.at("/params/0"));
            case "eth_getTransactionByHash" -> transaction(question.at("/params/0").stringValue());
            default -> "\"error\":{\"code\":-32601,\"message\":\"nothing happens here\"}";
          };
      String answer = "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(question.get("id"), member);
      LocalServer.answer(exchange, 200, answer);
    }
  }

  private String transaction(String hash) {
    String input = inputs.get(hash);
    return input == null ? "\"result\":null" : "\"result\":{\"input\":\"" + input + "\"}";
  }

  private String call(JsonNode call) {
    String data = call.get("data").stringValue();
    boolean isContract = call.get("to").stringValue().equalsIgnoreCase(deployment.contract().hex());
    JsonNode from = call.get("from");
    if (from != null && taken.contains(data.substring(0, SELECTOR) + from.stringValue())) {
      return "\"result\":\"0x\"";
    }
    return from != null || (isContract && !data.startsWith(refOf))
        ? "\"error\":{\"code\":3,\"message\":\"execution reverted\"}"
        : "\"result\":\"" + answer(call, data) + "\"";
  }

  private Bytes32 answer(JsonNode call, String data) {
    if (call.get("to").stringValue().equalsIgnoreCase(deployment.contract().hex())) {
      return Bytes32.of(
          Keccak.hash256(
              Abi.concat(
                  Abi.word(deployment.chainId()),
                  Abi.word(deployment.contract()),
                  HexFormat.of().parseHex(data.substring(SELECTOR)))));
    }
    Token token =
        tokens.stream()
            .filter(it -> it.address().hex().equalsIgnoreCase(call.get("to").stringValue()))
            .findFirst()
            .orElseThrow();
    if (data.equals(TokenCalls.DECIMALS)) {
      return Bytes32.of(Abi.word(token.decimals()));
    }
    TokenDomain domain = Objects.requireNonNull(token.domain());
    return domain.separator(deployment.chainId(), token.address());
  }
}
