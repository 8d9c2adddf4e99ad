package dev.paylink.chain.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.Quorum;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A node is believed when its answer is whole and fits the question; otherwise the next is asked.
 */
final class JsonRpcSourceTest {
  private static final String HASH = "0x" + "a".repeat(64);
  private static final String BLOCK =
      "{\"number\":\"0x10\",\"hash\":\"%s\",\"parentHash\":\"%s\",\"timestamp\":\"0x64\"}"
          .formatted(HASH, HASH);

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void header_is_read() {
    Header header = source(node(BLOCK)).head();
    assertThat(header.number()).isEqualTo(16);
    assertThat(header.time().getEpochSecond()).isEqualTo(100);
    assertThat(source(node("null")).header(17)).isNull();
  }

  @Test
  void block_that_was_not_asked_for_is_no_answer() {
    assertThatThrownBy(() -> source(node(BLOCK)).header(17)).isInstanceOf(ChainUnavailable.class);
    assertThat(source(node(BLOCK)).header(16)).isNotNull();
  }

  @Test
  void final_and_early_blocks_are_asked_for_as_the_operator_chose() {
    JsonRpcSource source = source(node(BLOCK));
    assertThat(source.finalized().number()).isEqualTo(16);
    assertThat(asked.getLast()).contains("\"finalized\"");
    assertThat(source.early().number()).isEqualTo(16);
    assertThat(asked.getLast()).contains("\"safe\"");
  }

  @Test
  void next_node_is_asked_when_one_fails_and_stays_the_first_to_be_asked() {
    URI dead = URI.create("http://127.0.0.1:1");
    Quorum both = quorum(dead, node(BLOCK));
    assertThat(both.head()).isEqualTo(16);
    assertThat(both.head()).isEqualTo(16);
    assertThatThrownBy(() -> quorum(dead, dead).head()).isInstanceOf(ChainUnavailable.class);
  }

  @Test
  void node_of_another_chain_is_never_believed() {
    URI other =
        node(
            question ->
                question.get("method").asString().equals("eth_chainId") ? "\"0x2\"" : BLOCK);
    assertThatThrownBy(() -> source(other).head())
        .isInstanceOf(ChainUnavailable.class)
        .hasMessageContaining("chain 2");
    assertThat(quorum(other, node(BLOCK)).head()).isEqualTo(16);
  }

  @Test
  void logs_of_other_refs_than_asked_for_are_no_answer() {
    URI node = node("[" + log(16) + "]");
    assertThat(source(node).logsOf(List.of(new Bytes32(HASH)), 16, 16)).hasSize(1);
    Bytes32 other = new Bytes32("0x" + "b".repeat(64));
    assertThatThrownBy(() -> source(node).logsOf(List.of(other), 16, 16))
        .isInstanceOf(ChainUnavailable.class);
  }

  @Test
  void transfers_are_only_taken_from_what_was_asked_for() {
    EvmAddress token = EvmAddress.of("0x" + "1".repeat(40));
    EvmAddress to = EvmAddress.of("0x" + "2".repeat(40));
    EvmAddress other = EvmAddress.of("0x" + "3".repeat(40));
    URI node = node("[" + transfer(token, to, 16) + "]");
    assertThat(source(node).transfers(List.of(token), List.of(to, other), 16, 16))
        .extracting(log -> log.units().intValue())
        .containsExactly(255);
    assertThat(asked.getLast())
        .contains("\"address\":[\"" + token.hex() + "\"]", "null,[\"0x" + "0".repeat(24) + "2222");
    for (List<EvmAddress> wrong : List.of(List.of(other, to), List.of(token, other))) {
      assertThatThrownBy(
              () ->
                  source(node)
                      .transfers(List.of(wrong.getFirst()), List.of(wrong.getLast()), 16, 16))
          .isInstanceOf(ChainUnavailable.class);
    }
    assertThatThrownBy(() -> source(node).transfers(List.of(token), List.of(to), 17, 18))
        .isInstanceOf(ChainUnavailable.class);
    assertThat(source(node("[]")).transfers(List.of(), List.of(to), 16, 16)).isEmpty();
    URI collectible =
        node(
            "["
                + transfer(token, to, 16).replace("],\"data\"", ",\"" + HASH + "\"],\"data\"")
                + "]");
    assertThat(source(collectible).transfers(List.of(token), List.of(to), 16, 16)).isEmpty();
  }

  private static String transfer(EvmAddress token, EvmAddress to, int block) {
    return """
        {"address":"%s","topics":["%s","0x%s","0x%s"],"data":"0x%064x","blockNumber":"0x%x","blockHash":"%s",\
        "transactionHash":"%s","logIndex":"0x0","removed":false}\
        """
        .formatted(
            token.hex(),
            TokenCalls.TRANSFER_TOPIC,
            "0".repeat(60) + "dead",
            "0".repeat(24) + to.hex().substring(2),
            255,
            block,
            HASH,
            HASH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "\"0x10\"",
        "{\"number\":\"16\",\"hash\":\"x\",\"parentHash\":\"x\",\"timestamp\":\"0x1\"}",
        "{\"number\":\"0x010\"}"
      })
  void malformed_head_is_an_outage(String answer) {
    assertThatThrownBy(() -> source(node(answer)).head()).isInstanceOf(ChainUnavailable.class);
  }

  @Test
  void logs_are_only_taken_from_what_was_asked_for() {
    assertThat(source(node("[]")).logs(1, 20)).isEmpty();
    assertThat(source(node("[" + log(16) + "]")).logs(16, 16)).hasSize(1);
    for (String wrong :
        List.of(
            log(17),
            log(15),
            log(16).replace("0x5fbdb2", "0x5fbdb3"),
            log(16).replace("0x77aab5", "0x77aab6"),
            log(16).replace("\"removed\":false", "\"removed\":true"),
            log(16).replace("\"data\":\"0x", "\"data\":\"0x00"),
            log(16).replace("\"data\":\"0x00", "\"data\":\"0x01"))) {
      assertThatThrownBy(() -> source(node("[" + wrong + "]")).logs(16, 16))
          .as(wrong)
          .isInstanceOf(ChainUnavailable.class);
    }
    assertThatThrownBy(() -> source(node("null")).logs(1, 20)).isInstanceOf(ChainUnavailable.class);
  }

  @Test
  void settled_is_asked_of_the_block_by_its_hash() {
    Bytes32 hash = new Bytes32(HASH);
    Bytes32 ref = new Bytes32("0x" + "b".repeat(64));
    assertThat(source(node("\"0x" + "0".repeat(63) + "1\"")).settled(16, hash, List.of(ref, ref)))
        .containsExactly(true, true);
    assertThat(asked.getLast())
        .contains("\"blockHash\":\"" + HASH + "\"", "\"requireCanonical\":true", "d945af1d");
    assertThat(source(node("\"0x" + "0".repeat(64) + "\"")).settled(16, hash, List.of(ref)))
        .containsExactly(false);
    for (String wrong : List.of("\"0x\"", "\"0x" + "0".repeat(63) + "2\"", "null")) {
      assertThatThrownBy(() -> source(node(wrong)).settled(16, hash, List.of(ref)))
          .isInstanceOf(ChainUnavailable.class);
    }
  }

  @Test
  void refusal_of_a_node_is_an_outage_that_tells_why() {
    URI refusing =
        serve(
            request ->
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32000,\"message\":\"too many"
                    + " blocks\"}}");
    assertThatThrownBy(() -> source(refusing).logs(1, 20))
        .isInstanceOf(ChainUnavailable.class)
        .hasMessage("the node refuses: too many blocks");
  }

  private static String log(long number) {
    return """
    {"address":"0x5fbdb2315678afecb367f032d93f642f64180aa3","topics":["%s","%s","%s","0x%s"],\
    "data":"0x%s","blockNumber":"0x%x","blockHash":"%s","transactionHash":"%s","logIndex":"0x0",\
    "removed":false}\
    """
        .formatted(
            ContractCalls.SETTLED_TOPIC,
            HASH,
            HASH,
            "0".repeat(24) + "1".repeat(40),
            "0".repeat(192),
            number,
            HASH,
            HASH);
  }

  private static Quorum quorum(URI... nodes) {
    List<ChainNode> all = new ArrayList<>();
    for (URI node : nodes) {
      all.add(new ChainNode(node.toString(), source(node)));
    }
    return new Quorum("test", 1, all);
  }

  private static JsonRpcSource source(URI node) {
    return new JsonRpcSource(
        new ChainConfig(
            "test",
            "Test",
            new Deployment(1, EvmAddress.of("0x5FbDB2315678afecb367f032d93F642f64180aa3")),
            List.of(node),
            1,
            new Finality.Tag("finalized"),
            new Finality.Tag("safe"),
            1000,
            Duration.ofSeconds(1),
            0,
            null,
            null,
            List.of(),
            null),
        node);
  }

  /** A node of chain 1 that answers everything else with this. */
  private URI node(String result) {
    return node(
        question -> question.get("method").asString().equals("eth_chainId") ? "\"0x1\"" : result);
  }

  private URI node(Function<JsonNode, String> result) {
    return serve(
        request -> {
          if (!request.isArray()) {
            return answer(request, result);
          }
          List<String> answers = new ArrayList<>();
          request.forEach(question -> answers.addFirst(answer(question, result)));
          return answers.toString();
        });
  }

  private static String answer(JsonNode question, Function<JsonNode, String> result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
        .formatted(question.get("id"), result.apply(question));
  }

  private URI serve(Function<JsonNode, String> answer) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(body);
            byte[] bytes =
                answer.apply(JsonMapper.shared().readTree(body)).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
          });
      server.start();
      servers.add(server);
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
