package dev.paylink.bench.chain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylink.platform.crypto.Keccak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A chain's node on loopback: blocks with the settlements that the bench puts into them. */
final class BenchNode implements AutoCloseable {
  static final long CHAIN_ID = 31_338;
  static final String CONTRACT = "0x5fbdb2315678afecb367f032d93f642f64180aa3";

  private static final String TOPIC =
      "0x77aab50dca3782491e5f643cb4e192054723573cc6f211e6240a75b03fe246b3";
  private static final String PAYER_WORD = "0".repeat(60) + "dead";
  private static final int WORD = 64;
  private static final int DECIMALS = 6;
  private static final int SELECTOR = 10;

  /** "USDC" in one word, as old tokens say it. */
  private static final String NAME = "0x" + "55534443" + "0".repeat(56);

  /** The code that the service expects of the contract; tokens may have any. */
  private static final String CODE = publishedCode();

  private final HttpServer server;
  private final TreeMap<Long, List<String>> logs = new TreeMap<>();
  private final Set<String> settled = new HashSet<>();
  private long head;
  private volatile long readAtNanos;

  BenchNode() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  private static String publishedCode() {
    try {
      Path classes =
          Path.of(BenchNode.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path artifact = classes.resolve("../../../contracts/artifact/PaymentSettlement.json");
      return JsonMapper.shared()
          .readTree(artifact.normalize().toFile())
          .get("deployedBytecode")
          .asString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** When logs were last given away, of those that there were. */
  long readAtNanos() {
    return readAtNanos;
  }

  /** The next block, final at once, with what these calls would have logged. */
  synchronized long mine(List<Call> calls) {
    long number = head + 1;
    List<String> block = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      block.add(log(number, i, calls.get(i)));
      settled.add(calls.get(i).ref);
    }
    logs.put(number, block);
    head = number;
    return number;
  }

  /** A ref and the call data that pays it. */
  record Call(String ref, String data) {
    String word(int index) {
      int start = SELECTOR + index * WORD;
      return data.substring(start, start + WORD);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) {
    try (exchange) {
      JsonNode request = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
      List<String> answers = new ArrayList<>();
      (request.isArray() ? request : List.of(request)).forEach(each -> answers.add(one(each)));
      String body = request.isArray() ? answers.toString() : answers.getFirst();
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String one(JsonNode question) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
        .formatted(question.get("id"), result(question));
  }

  private synchronized String result(JsonNode question) {
    JsonNode params = question.get("params");
    return switch (question.get("method").asString()) {
      case "eth_chainId" -> quantity(CHAIN_ID);
      case "eth_getBlockByNumber" -> block(params.get(0).asString());
      case "eth_getLogs" -> logs(params.get(0));
      case "eth_getCode" -> "\"" + CODE + "\"";
      case "eth_call" -> call(params.get(0).get("data").asString());
      default -> throw new IllegalArgumentException(question.toString());
    };
  }

  private String call(String data) {
    return switch (data.substring(0, SELECTOR)) {
      case "0x313ce567" -> word(DECIMALS);
      case "0xd945af1d" -> word(settled.contains("0x" + data.substring(SELECTOR)) ? 1 : 0);
      case "0x1c1ae0f9" -> "\"" + refOf(data.substring(SELECTOR)) + "\"";
      case "0x06fdde03", "0x95d89b41" -> "\"" + NAME + "\""; // of the token, and its symbol
      default -> throw new IllegalArgumentException(data);
    };
  }

  /** As the contract makes it: chain and contract before the payment's own words. */
  private static String refOf(String words) {
    String all = "%064x%s%s%s".formatted(CHAIN_ID, "0".repeat(24), CONTRACT.substring(2), words);
    return "0x" + HexFormat.of().formatHex(Keccak.hash256(HexFormat.of().parseHex(all)));
  }

  private static String word(long number) {
    return "\"0x%064x\"".formatted(number);
  }

  private String block(String which) {
    long number = which.startsWith("0x") ? Long.decode(which) : head;
    long now = System.currentTimeMillis() / 1000;
    return number > head
        ? "null"
        : "{\"number\":%s,\"hash\":\"%s\",\"parentHash\":\"%s\",\"timestamp\":%s}"
            .formatted(quantity(number), hash(number), hash(number - 1), quantity(now));
  }

  private String logs(JsonNode filter) {
    List<String> found = new ArrayList<>();
    for (Map.Entry<Long, List<String>> block :
        logs.subMap(
                Long.decode(filter.get("fromBlock").asString()),
                true,
                Long.decode(filter.get("toBlock").asString()),
                true)
            .entrySet()) {
      found.addAll(block.getValue());
    }
    if (!found.isEmpty()) {
      readAtNanos = System.nanoTime();
    }
    return "[" + String.join(",", found) + "]";
  }

  /**
   * The words of a call are id, payee, root and deadline of the payment, where the price is, until
   * when the call is valid, and the price: token, amount and proof.
   */
  private static String log(long number, int index, Call call) {
    return """
    {"address":"%s","topics":["%s","%s","0x%s","0x%s"],"data":"0x%s%s%s","blockNumber":%s,\
    "blockHash":"%s","transactionHash":"%s","logIndex":%s,"removed":false}\
    """
        .formatted(
            CONTRACT,
            TOPIC,
            call.ref,
            call.word(0),
            call.word(1),
            call.word(6),
            call.word(7),
            PAYER_WORD,
            quantity(number),
            hash(number),
            call.ref,
            quantity(index));
  }

  private static String quantity(long number) {
    return "\"0x%x\"".formatted(number);
  }

  private static String hash(long number) {
    return "0x%064x".formatted(Math.max(0, number + 1));
  }
}
