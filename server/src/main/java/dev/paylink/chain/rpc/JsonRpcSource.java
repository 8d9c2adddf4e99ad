package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.rpc.JsonRpc.Question;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.SettledLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A real chain, through its nodes. The node that answered last is asked first; when it fails, the
 * others are. A node of another chain is never believed.
 */
public final class JsonRpcSource implements ChainSource, AutoCloseable {
  private static final Logger LOG = System.getLogger(JsonRpcSource.class.getName());
  private static final int MAX_CALLS = 100;

  private final Deployment deployment;
  private final Finality finality;
  private final List<Node> nodes;
  private volatile int preferred;

  private static final class Node {
    final JsonRpc rpc;
    volatile boolean verified;

    Node(JsonRpc rpc) {
      this.rpc = rpc;
    }
  }

  public JsonRpcSource(ChainConfig chain) {
    this.deployment = chain.deployment();
    this.finality = chain.finality();
    this.nodes = chain.rpc().stream().map(url -> new Node(new JsonRpc(url))).toList();
  }

  @Override
  public Header head() {
    return asked(rpc -> tagged(rpc, "latest"));
  }

  @Override
  public Header finalized() {
    return asked(
        rpc ->
            switch (finality) {
              case Finality.Tag tag -> tagged(rpc, tag.name());
              case Finality.Depth depth -> {
                long number = Math.max(0, tagged(rpc, "latest").number() - depth.blocks());
                Header header = numbered(rpc, number);
                if (header == null) {
                  throw new ChainUnavailable("the node lacks block " + number);
                }
                yield header;
              }
            });
  }

  @Override
  public @Nullable Header header(long number) {
    return asked(rpc -> Optional.ofNullable(numbered(rpc, number))).orElse(null);
  }

  @Override
  public void doubt() {
    preferred = (preferred + 1) % nodes.size();
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    return logs("\"" + ContractCalls.SETTLED_TOPIC + "\"", from, to);
  }

  @Override
  public List<SettledLog> logsOf(Bytes32 ref, long from, long to) {
    return logs("\"" + ContractCalls.SETTLED_TOPIC + "\",\"" + ref + "\"", from, to);
  }

  @Override
  public List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    List<Boolean> all = new ArrayList<>();
    for (int i = 0; i < refs.size(); i += MAX_CALLS) {
      List<Question> calls =
          refs.subList(i, Math.min(refs.size(), i + MAX_CALLS)).stream()
              .map(ref -> settledCall(ref, hash))
              .toList();
      asked(rpc -> rpc.ask(calls)).forEach(answer -> all.add(RpcValues.bool(answer)));
    }
    return all;
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.rpc.close());
  }

  /** By the block's hash (EIP-1898): a node that has another block there cannot answer. */
  private Question settledCall(Bytes32 ref, Bytes32 hash) {
    return new Question(
        "eth_call",
        "[{\"to\":\"%s\",\"data\":\"%s\"},{\"blockHash\":\"%s\",\"requireCanonical\":true}]"
            .formatted(deployment.contract().hex(), ContractCalls.settled(ref), hash));
  }

  private List<SettledLog> logs(String topics, long from, long to) {
    String filter =
        "[{\"address\":\"%s\",\"topics\":[%s],\"fromBlock\":\"0x%x\",\"toBlock\":\"0x%x\"}]"
            .formatted(deployment.contract().hex(), topics, from, to);
    return asked(
        rpc -> {
          JsonNode answer = rpc.ask("eth_getLogs", filter);
          if (!answer.isArray()) {
            throw new ChainUnavailable("the node's answer is not a list of logs");
          }
          List<SettledLog> logs = new ArrayList<>();
          for (JsonNode log : answer) {
            logs.add(RpcValues.log(log, deployment.contract(), from, to));
          }
          return logs;
        });
  }

  private static Header tagged(JsonRpc rpc, String tag) {
    JsonNode block = rpc.ask("eth_getBlockByNumber", "[\"" + tag + "\",false]");
    if (block.isNull()) {
      throw new ChainUnavailable("the node has no " + tag + " block");
    }
    return RpcValues.header(block);
  }

  private static @Nullable Header numbered(JsonRpc rpc, long number) {
    JsonNode block = rpc.ask("eth_getBlockByNumber", "[\"0x%x\",false]".formatted(number));
    if (block.isNull()) {
      return null;
    }
    Header header = RpcValues.header(block);
    if (header.number() != number) {
      throw new ChainUnavailable("the node answered with another block than " + number);
    }
    return header;
  }

  private <T> T asked(Function<JsonRpc, T> question) {
    ChainUnavailable last = new ChainUnavailable("no node is configured");
    int first = preferred;
    for (int i = 0; i < nodes.size(); i++) {
      int index = (first + i) % nodes.size();
      try {
        T answer = question.apply(verified(nodes.get(index)));
        preferred = index;
        return answer;
      } catch (ChainUnavailable e) {
        last = e;
      }
    }
    throw last;
  }

  private JsonRpc verified(Node node) {
    if (!node.verified) {
      long id = RpcValues.quantity(node.rpc.ask("eth_chainId", "[]"));
      if (id != deployment.chainId()) {
        LOG.log(
            Level.ERROR,
            "a node configured for chain {0} belongs to chain {1}",
            Long.toString(deployment.chainId()),
            Long.toString(id));
        throw new ChainUnavailable("the node belongs to chain " + id);
      }
      node.verified = true;
    }
    return node.rpc;
  }
}
