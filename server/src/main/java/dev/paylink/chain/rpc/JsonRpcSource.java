package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.rpc.JsonRpc.Question;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.NodeTimeout;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A real chain, through one of its nodes. Answers of a node on another chain are never accepted.
 */
public final class JsonRpcSource implements ChainSource, AutoCloseable {
  private static final Logger LOG = System.getLogger(JsonRpcSource.class.getName());
  private static final int MAX_CALLS = 100;
  private static final int MAX_REFS = 100;

  /** The code of an account with a key that has lent its calls to a contract (EIP-7702). */
  private static final String DELEGATED = "0xef0100";

  private final ChainConfig chain;
  private final Deployment deployment;
  private final JsonRpc rpc;
  private volatile boolean verified;

  /** The number of calls per request that the node accepted last. */
  private volatile int calls = MAX_CALLS;

  public JsonRpcSource(ChainConfig chain, URI node) {
    this.chain = chain;
    this.deployment = chain.deployment();
    this.rpc = new JsonRpc(node);
  }

  @Override
  public Header head() {
    return tagged("latest");
  }

  @Override
  public Header finalized() {
    return newest(chain.finality());
  }

  @Override
  public Header early() {
    Finality early = chain.early();
    return early == null ? ChainSource.super.early() : newest(early);
  }

  private Header newest(Finality finality) {
    return switch (finality) {
      case Finality.Tag tag -> tagged(tag.name());
      case Finality.Depth depth -> {
        long number = Math.max(0, head().number() - depth.blocks());
        Header header = header(number);
        if (header == null) {
          throw new ChainUnavailable("the node lacks block " + number);
        }
        yield header;
      }
    };
  }

  @Override
  public @Nullable Header header(long number) {
    JsonNode block = verified().ask("eth_getBlockByNumber", "[\"0x%x\",false]".formatted(number));
    if (block.isNull()) {
      return null;
    }
    Header header = RpcValues.header(block);
    if (header.number() != number) {
      throw new ChainUnavailable("the node answered with another block than " + number);
    }
    return header;
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    return logs("\"" + ContractCalls.SETTLED_TOPIC + "\"", from, to);
  }

  @Override
  public List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to) {
    List<Bytes32> all = List.copyOf(refs);
    List<SettledLog> logs = new ArrayList<>();
    for (int i = 0; i < all.size(); i += MAX_REFS) {
      String some =
          all.subList(i, Math.min(all.size(), i + MAX_REFS)).stream()
              .map(ref -> "\"" + ref + "\"")
              .collect(Collectors.joining(","));
      logs.addAll(logs("\"" + ContractCalls.SETTLED_TOPIC + "\",[" + some + "]", from, to));
    }
    Set<Bytes32> wanted = new HashSet<>(all);
    if (logs.stream().anyMatch(log -> !wanted.contains(log.ref()))) {
      throw new ChainUnavailable("the node's answer has logs that were not asked for");
    }
    return logs;
  }

  @Override
  public List<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last) {
    if (tokens.isEmpty() || to.isEmpty()) {
      return List.of();
    }
    String filter =
        "[{\"address\":[%s],\"topics\":[\"%s\",null,[%s]],\"fromBlock\":\"0x%x\",\"toBlock\":\"0x%x\"}]"
            .formatted(
                joined(tokens.stream().map(EvmAddress::hex)),
                TokenCalls.TRANSFER_TOPIC,
                joined(to.stream().map(address -> Bytes32.of(Abi.word(address)).hex())),
                from,
                last);
    List<TransferLog> transfers = new ArrayList<>();
    for (JsonNode log : logs(filter)) {
      TransferLog transfer = RpcValues.transfer(log, tokens, to, from, last);
      if (transfer != null) {
        transfers.add(transfer);
      }
    }
    return transfers;
  }

  private static String joined(Stream<String> texts) {
    return texts.map(text -> "\"" + text + "\"").collect(Collectors.joining(","));
  }

  @Override
  public List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    List<Boolean> all = new ArrayList<>();
    while (all.size() < refs.size()) {
      int size = Math.min(calls, refs.size() - all.size());
      List<Question> some =
          refs.subList(all.size(), all.size() + size).stream()
              .map(ref -> settledCall(ref, hash))
              .toList();
      try {
        verified().ask(some).forEach(answer -> all.add(RpcValues.bool(answer)));
        calls = Math.min(MAX_CALLS, 2 * calls);
      } catch (NodeRefused e) {
        if (size == 1) {
          throw e;
        }
        calls = size / 2;
      } catch (NodeTimeout e) {
        calls = Math.max(1, size / 2); // for the next time
        throw e;
      }
    }
    return all;
  }

  @Override
  public List<Optional<BigInteger>> held(@Nullable Bytes32 block, List<Place> places) {
    EvmAddress factory = chain.factory();
    if (factory == null) {
      throw new ChainUnavailable("the chain has no transfer addresses");
    }
    return new HeldQuestion(verified(), factory, block).ask(places);
  }

  @Override
  public Map<EvmAddress, Integer> tokensSentTo(EvmAddress address, long from, long last) {
    String filter =
        "[{\"topics\":[\"%s\",null,\"%s\"],\"fromBlock\":\"0x%x\",\"toBlock\":\"0x%x\"}]"
            .formatted(TokenCalls.TRANSFER_TOPIC, Bytes32.of(Abi.word(address)).hex(), from, last);
    return new SentTokens(verified()).of(logs(filter));
  }

  @Override
  public boolean hasTransaction(Bytes32 hash, Bytes32 id) {
    try {
      JsonNode known = verified().ask("eth_getTransactionByHash", "[\"" + hash + "\"]");
      return known.path("input").asString("").toLowerCase(Locale.ROOT).contains(id.digits());
    } catch (NodeRefused e) {
      return false; // it answers other questions
    }
  }

  @Override
  public boolean accepts(EvmAddress from, WalletCall call) {
    return EthCall.passes(verified(), from, call);
  }

  @Override
  public boolean hasCode(EvmAddress address) {
    String code =
        verified().ask("eth_getCode", "[\"" + address.hex() + "\",\"latest\"]").asString("");
    return code.length() > 2 && !code.startsWith(DELEGATED);
  }

  @Override
  public boolean answersByHash() {
    Header block = finalized();
    Bytes32 nothing = Bytes32.of(new byte[Bytes32.SIZE]);
    try {
      rpc.ask(List.of(settledCall(nothing, block.hash())));
      return true;
    } catch (NodeRefused e) {
      return false;
    }
  }

  @Override
  public List<String> faults() {
    return new DeploymentCheck(chain, verified()).faults();
  }

  @Override
  public void close() {
    rpc.close();
  }

  /**
   * Asks by the block's hash (EIP-1898): a node that has another block at that number cannot
   * answer.
   */
  private Question settledCall(Bytes32 ref, Bytes32 hash) {
    return new Question(
        "eth_call", EthCall.of(deployment.contract(), ContractCalls.settled(ref), hash));
  }

  private List<SettledLog> logs(String topics, long from, long to) {
    String filter =
        "[{\"address\":\"%s\",\"topics\":[%s],\"fromBlock\":\"0x%x\",\"toBlock\":\"0x%x\"}]"
            .formatted(deployment.contract().hex(), topics, from, to);
    List<SettledLog> logs = new ArrayList<>();
    for (JsonNode log : logs(filter)) {
      logs.add(RpcValues.log(log, deployment.contract(), from, to));
    }
    return logs;
  }

  private JsonNode logs(String filter) {
    JsonNode answer;
    try {
      answer = verified().ask("eth_getLogs", filter);
    } catch (NodeRefused e) {
      throw new TooManyLogs(String.valueOf(e.getMessage()));
    }
    if (!answer.isArray()) {
      throw new ChainUnavailable("the node's answer is not a list of logs");
    }
    return answer;
  }

  private Header tagged(String tag) {
    JsonNode block = verified().ask("eth_getBlockByNumber", "[\"" + tag + "\",false]");
    if (block.isNull()) {
      throw new ChainUnavailable("the node has no " + tag + " block");
    }
    return RpcValues.header(block);
  }

  private JsonRpc verified() {
    if (!verified) {
      long id = RpcValues.quantity(rpc.ask("eth_chainId", "[]"));
      if (id != deployment.chainId()) {
        LOG.log(
            Level.ERROR,
            "a node configured for chain {0} belongs to chain {1}",
            Long.toString(deployment.chainId()),
            Long.toString(id));
        throw new ChainUnavailable("the node belongs to chain " + id);
      }
      verified = true;
    }
    return rpc;
  }
}
