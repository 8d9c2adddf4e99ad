package dev.paylink.relay;

import dev.paylink.chain.rpc.JsonRpcSender;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.SendingNode;
import dev.paylink.chain.source.SendingNode.Fees;
import dev.paylink.chain.source.SendingNode.Receipt;
import dev.paylink.chain.source.SendingNode.Reverts;
import dev.paylink.chain.source.SendingNode.Trial;
import dev.paylink.chain.source.SendingNode.Works;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The nodes of a chain, as a relay asks them. Where answers differ, the one counts that costs least
 * if it is false: what ends an order needs a quorum, what only repeats work does not.
 */
final class RelayNodes implements AutoCloseable {
  private static final Logger LOG = System.getLogger(RelayNodes.class.getName());

  private final ChainConfig chain;
  private final List<SendingNode> nodes;

  RelayNodes(ChainConfig chain, List<SendingNode> nodes) {
    this.chain = chain;
    this.nodes = nodes;
  }

  /** Returns the nodes that are configured. */
  static RelayNodes of(ChainConfig chain) {
    return new RelayNodes(
        chain,
        chain.rpc().stream().<SendingNode>map(node -> new JsonRpcSender(chain, node)).toList());
  }

  /** Returns what a node says that fees are: a wrong answer is bounded by the highest fee. */
  Fees fees() {
    return atLeast(1, SendingNode::fees).getFirst();
  }

  BigInteger balance(EvmAddress account) {
    return atLeast(1, node -> node.balance(account)).stream()
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Returns the first nonce that may not be in a block: if too low, something is sent again. */
  long nonce(EvmAddress account) {
    return atLeast(1, node -> node.nonce(account)).stream()
        .mapToLong(nonce -> nonce)
        .min()
        .orElseThrow();
  }

  /** Returns a nonce that a quorum has reached in final blocks. */
  long finalNonce(EvmAddress account) {
    return atLeast(chain.agreeing(), node -> node.finalNonce(account)).stream()
        .sorted(Comparator.reverseOrder())
        .skip(chain.agreeing() - 1L)
        .findFirst()
        .orElseThrow();
  }

  /** Tries a call; it works if a quorum of nodes says so and none that was asked says otherwise. */
  Trial attempt(EvmAddress from, RelayedCall call) {
    BigInteger most = BigInteger.ZERO;
    for (Trial trial :
        atLeast(chain.agreeing(), node -> node.attempt(from, call.to(), call.data()))) {
      switch (trial) {
        case Reverts reverts -> {
          return reverts;
        }
        case Works works -> most = most.max(works.gas());
      }
    }
    return new Works(most);
  }

  /** Returns what lies at the address of a sweep: the least that a quorum of nodes says. */
  BigInteger held(RelayedCall.Sweep sweep) {
    return atLeast(chain.agreeing(), node -> node.held(sweep.factory(), sweep.place())).stream()
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Returns the cost of the transaction on top of its gas: the highest that any node reports. */
  BigInteger otherFee(byte[] raw) {
    return atLeast(1, node -> node.otherFee(raw)).stream()
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Returns the receipt on which a quorum agrees; empty if a quorum has none. */
  Optional<Receipt> receipt(Bytes32 hash) {
    Map<Optional<Receipt>, Integer> votes = new HashMap<>();
    atLeast(chain.agreeing(), node -> node.receipt(hash))
        .forEach(receipt -> votes.merge(receipt, 1, Integer::sum));
    return votes.entrySet().stream()
        .filter(vote -> vote.getValue() >= chain.agreeing())
        .max(Comparator.comparing(vote -> vote.getKey().isPresent()))
        .map(Map.Entry::getKey)
        .orElseThrow(() -> new ChainUnavailable("the nodes disagree about " + hash));
  }

  /**
   * Tells whether something else has used the nonce: a quorum of nodes says of its own final blocks
   * that it is used, and knows none of these transactions. A node that lags counts for nothing.
   */
  boolean isUsedByOthers(EvmAddress account, long nonce, List<Bytes32> ours) {
    return atLeast(chain.agreeing(), node -> lacksAll(node, account, nonce, ours)).stream()
            .filter(says -> says)
            .count()
        >= chain.agreeing();
  }

  private static boolean lacksAll(
      SendingNode node, EvmAddress account, long nonce, List<Bytes32> ours) {
    return node.finalNonce(account) > nonce
        && ours.stream().allMatch(hash -> node.receipt(hash).isEmpty());
  }

  /** Hands a transaction to all nodes. What they say about it proves nothing. */
  void send(byte[] raw) {
    for (SendingNode node : nodes) {
      try {
        node.send(raw);
      } catch (ChainUnavailable e) {
        LOG.log(
            Level.DEBUG, "a node of chain {0} did not take it: {1}", chain.name(), e.getMessage());
      }
    }
  }

  private <T> List<T> atLeast(int least, Function<SendingNode, T> question) {
    List<T> answers = new ArrayList<>();
    String why = "no node answers";
    for (SendingNode node : nodes) {
      try {
        answers.add(question.apply(node));
      } catch (ChainUnavailable e) {
        why = String.valueOf(e.getMessage());
      }
    }
    if (answers.size() < least) {
      throw new ChainUnavailable("too few nodes answer: " + why);
    }
    return answers;
  }

  @Override
  public void close() {
    nodes.forEach(SendingNode::close);
  }
}
