package dev.paylink.testing;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.EvmAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real EVM chain on this machine, with both settlement contracts, a test dollar and a payer who
 * has a million of them. A transaction makes a block at once, and nothing else does, so a test
 * decides how deep anything lies. Who closes one leaves it to the next test of this JVM, which
 * finds it as if it were new. It ends with the test's process, whatever happens to that.
 */
public final class DevChain implements AutoCloseable {
  private static final Path FOLDER = Path.of("../contracts").toAbsolutePath().normalize();
  private static final JsonMapper JSON = JsonMapper.shared();

  /** Chains that nobody uses at the moment. */
  private static final Set<DevChain> IDLE = new HashSet<>();

  private final Process process;
  private final JsonNode description;
  private String asNew;
  private final HttpClient client = // the node takes an offer of HTTP/2 for a mistake
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private DevChain(Process process, JsonNode description) {
    this.process = process;
    this.description = description;
    this.asNew = call("evm_snapshot").stringValue();
  }

  public static DevChain start() {
    return start(31_337);
  }

  /** A chain of that id: another one, though its contracts have the same addresses. */
  public static DevChain start(long chainId) {
    DevChain chain = idle(chainId).orElseGet(() -> launch(chainId));
    chain.beginAnew();
    return chain;
  }

  private static Optional<DevChain> idle(long chainId) {
    synchronized (IDLE) {
      Optional<DevChain> idle =
          IDLE.stream().filter(it -> it.chainId() == chainId && it.process.isAlive()).findFirst();
      idle.ifPresent(IDLE::remove);
      return idle;
    }
  }

  /**
   * Whatever a test did is undone, and the chain's clock is this machine's, which takes a block.
   */
  private void beginAnew() {
    call("evm_revert", asNew);
    asNew = call("evm_snapshot").stringValue();
    automine(true);
    call("evm_setNextBlockTimestamp", System.currentTimeMillis() / 1000);
    mine(1);
  }

  private static DevChain launch(long chainId) {
    if (!Files.isDirectory(FOLDER.resolve("node_modules"))) {
      throw new IllegalStateException(
          "the local chain is not installed: npm ci in contracts/, which ./paylink test does");
    }
    try {
      Process process =
          new ProcessBuilder(
                  "node",
                  "devnet.mjs",
                  "--port",
                  "0",
                  "--chain-id",
                  Long.toString(chainId),
                  "--automine",
                  "--with-stdin")
              .directory(FOLDER.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = output.readLine();
      if (line == null) {
        throw new IllegalStateException("the local chain ended with " + process.onExit().join());
      }
      return new DevChain(process, JSON.readTree(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String rpcUrl() {
    return description.get("rpcUrl").stringValue();
  }

  public long chainId() {
    return description.get("chainId").longValue();
  }

  public String settlement() {
    return description.get("settlement").stringValue();
  }

  /** Deploys the settlement contract once more, at an address of its own. */
  public String deployAnother() {
    return deploy("PaymentSettlement.json");
  }

  /** Deploys a contract of ours without arguments. */
  public String deploy(String artifact) {
    String code = Artifacts.read(artifact).get("bytecode").stringValue();
    String hash = call("eth_sendTransaction", Map.of("from", payer(), "data", code)).stringValue();
    return call("eth_getTransactionReceipt", hash).get("contractAddress").stringValue();
  }

  /** The factory of transfer addresses. */
  public String factory() {
    return description.get("deposits").stringValue();
  }

  /** The test dollar, which takes permits and authorizations and has six decimals. */
  public String token() {
    return description.at("/token/address").stringValue();
  }

  /** The test dollar as a service knows it; signatures of permits are taken if so. */
  public Token dollar(boolean permits) {
    TokenDomain domain = permits ? new TokenDomain("Test Dollar", "1") : null;
    return new Token("TUSD", EvmAddress.of(token()), 6, false, permits, domain);
  }

  /** The chain as an operator configures it, read often; these nodes are asked, or its own. */
  public ChainConfig config(
      String name,
      String contract,
      int depth,
      @Nullable Integer quorum,
      @Nullable String factory,
      List<URI> nodes,
      Token... tokens) {
    return new ChainConfig(
        name,
        "Local chain",
        new Deployment(chainId(), EvmAddress.of(contract)),
        nodes.isEmpty() ? List.of(URI.create(rpcUrl())) : nodes,
        quorum,
        new Finality.Depth(depth),
        null,
        1000,
        Duration.ofMillis(100),
        0,
        null,
        null,
        List.of(tokens),
        factory == null ? null : EvmAddress.of(factory));
  }

  /** An account with coins and test dollars. */
  public String payer() {
    return description.at("/payer/address").stringValue();
  }

  /** The account that {@code ./paylink devchain} has payments go to, and its key. */
  public String merchant() {
    return description.at("/merchant/address").stringValue();
  }

  public String merchantKey() {
    return description.at("/merchant/privateKey").stringValue();
  }

  /** Welcomes the user of a sandbox, as {@code ./paylink devchain} does; returns what it prints. */
  public String welcome(Path sandboxFile) {
    try {
      Path file = Files.createTempFile("chain", ".json");
      Files.writeString(file, description.toString());
      Process welcome =
          new ProcessBuilder("node", "scripts/welcome.mjs", file.toString(), sandboxFile.toString())
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .start();
      String printed = new String(welcome.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Files.delete(file);
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Further accounts, with coins and without test dollars. */
  public List<String> others() {
    return call("eth_accounts").valueStream().map(JsonNode::stringValue).skip(2).toList();
  }

  /** Lets the node send from this account, whose key nobody has, and gives it coins for fees. */
  public void impersonate(String account) {
    call("hardhat_impersonateAccount", account);
    call("hardhat_setBalance", account, "0xde0b6b3a7640000");
  }

  /** Sends test dollars from an account, in smallest units. */
  public void transfer(String from, String to, long units) {
    String data =
        "0xa9059cbb%064x%064x"
            .formatted(new BigInteger(to.substring(2), 16), BigInteger.valueOf(units));
    call("eth_sendTransaction", Map.of("from", from, "to", token(), "data", data));
  }

  /** Lets somebody take test dollars of an account, in smallest units. */
  public void approve(String owner, String spender, long units) {
    String data =
        "0x095ea7b3%064x%064x"
            .formatted(new BigInteger(spender.substring(2), 16), BigInteger.valueOf(units));
    call("eth_sendTransaction", Map.of("from", owner, "to", token(), "data", data));
  }

  /** The test dollars of an account that somebody may take, in smallest units. */
  public long allowance(String owner, String spender) {
    String data =
        "0xdd62ed3e%064x%064x"
            .formatted(
                new BigInteger(owner.substring(2), 16), new BigInteger(spender.substring(2), 16));
    String left = call("eth_call", Map.of("to", token(), "data", data), "latest").stringValue();
    return new BigInteger(left.substring(2), 16).longValueExact();
  }

  public long head() {
    return Long.decode(call("eth_blockNumber").stringValue());
  }

  /** Makes that many blocks without transactions, or with those that wait. */
  public void mine(int blocks) {
    for (int i = 0; i < blocks; i++) {
      call("evm_mine");
    }
  }

  /** Whether a transaction makes its block at once; otherwise it waits for {@link #mine}. */
  public void automine(boolean on) {
    call("evm_setAutomine", on);
  }

  /** Whatever is sent meanwhile waits, and is then mined together. */
  public void inOneBlock(Runnable sending) {
    automine(false);
    try {
      sending.run();
    } finally {
      mine(1);
      automine(true);
    }
  }

  /** Moves the clock of the blocks to come, against this machine's. */
  public void passSeconds(long seconds) {
    call("evm_increaseTime", seconds);
  }

  /** The result of a call; one that fails throws with what the node says. */
  public JsonNode call(String method, Object... params) {
    JsonNode answer = JSON.readTree(forward(method, JSON.valueToTree(params)));
    if (answer.has("error")) {
      throw new IllegalStateException(method + ": " + answer.get("error"));
    }
    return answer.get("result");
  }

  /** The answers of a contract to several questions, asked in one request. */
  public List<String> viewAll(String contract, List<String> questions) {
    List<Object> calls = new ArrayList<>();
    for (String data : questions) {
      List<Object> params = List.of(Map.of("to", contract, "data", data), "latest");
      calls.add(question(calls.size(), "eth_call", params));
    }
    Map<Integer, String> answers = new TreeMap<>();
    for (JsonNode answer : JSON.readTree(post(JSON.writeValueAsString(calls)))) {
      answers.put(answer.get("id").intValue(), answer.get("result").stringValue());
    }
    return List.copyOf(answers.values());
  }

  /** The node's whole answer to a call, as a wallet gets it. */
  public String forward(String method, JsonNode params) {
    return post(JSON.writeValueAsString(question(1, method, params)));
  }

  private static Map<String, Object> question(int id, String method, Object params) {
    return Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params);
  }

  private String post(String body) {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(rpcUrl()))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Leaves the chain to whoever starts one next. */
  @Override
  public void close() {
    synchronized (IDLE) {
      IDLE.add(this);
    }
  }
}
