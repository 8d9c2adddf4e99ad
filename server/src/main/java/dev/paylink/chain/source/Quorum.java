package dev.paylink.chain.source;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A chain as a quorum of its nodes sees it. In this class "enough nodes" means a quorum. While
 * fewer nodes than the quorum lie, fork or lag:
 *
 * <ul>
 *   <li>A header is returned only if enough nodes gave it.
 *   <li>A settlement is proven when enough nodes have its log in the same block, and enough say
 *       that its ref is settled in the state of that block.
 *   <li>A plain transfer is proven when enough nodes have its log in the same block.
 *   <li>A ref is open, or settled, when enough nodes say so in the state of one block.
 *   <li>A log that one node shows is checked, even if the others do not show it.
 *   <li>Too few answers decide nothing: {@link ChainUnavailable}. Answers that contradict each
 *       other leave only their own subject undecided.
 * </ul>
 *
 * A node that a quorum contradicts is named in the log, counted, and asked last for a while.
 */
public final class Quorum {
  private static final Logger LOG = System.getLogger(Quorum.class.getName());

  private static final int MAX_TOLD = 1000;

  private final String chain;
  private final int quorum;
  private final List<ChainNode> nodes;
  private final NodeVotes votes;
  private final Set<Bytes32> told = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Header newestFinal;

  public Quorum(String chain, int quorum, List<ChainNode> nodes) {
    this.chain = chain;
    this.quorum = quorum;
    this.nodes = List.copyOf(nodes);
    this.votes = new NodeVotes(chain, quorum, this.nodes);
  }

  /** Creates a quorum of one trusted source: a simulated chain. */
  public static Quorum of(String chain, ChainSource source) {
    return new Quorum(chain, 1, List.of(new ChainNode(chain, source)));
  }

  public List<ChainNode> nodes() {
    return nodes;
  }

  /**
   * The result of checking sighted settlements.
   *
   * @param disputed refs of those that could neither be proven nor refuted
   */
  public record Verdict(List<SettledLog> proven, Set<Bytes32> disputed) {}

  /**
   * The result of checking sighted transfers.
   *
   * @param disputed those that too few nodes have, and too few lack
   */
  public record TransferVerdict(List<TransferLog> proven, List<TransferLog> disputed) {}

  /** Returns the number of a block that enough nodes have reached. */
  public long head() {
    return votes.reached(source -> source.head().number());
  }

  /** Returns the newest block that enough nodes call final, and know by the same hash. */
  public Header finalized() {
    Header header = reached(source -> source.finalized().number());
    newestFinal = header;
    return header;
  }

  /** Returns the newest block that enough nodes call early, and know by the same hash. */
  public Header early() {
    return reached(source -> source.early().number());
  }

  private Header reached(ToLongFunction<ChainSource> question) {
    long number = votes.reached(question);
    Header header = header(number);
    if (header == null) {
      throw new ChainUnavailable("too few nodes have block " + number);
    }
    return header;
  }

  /** Returns the block with that number, or null if too few nodes have it yet. */
  public @Nullable Header header(long number) {
    // A node without the block lags; a node with another block disagrees.
    return votes
        .agreed(
            "block " + number,
            source -> Optional.ofNullable(source.header(number)),
            (answer, other) -> answer.isPresent() && other.isPresent())
        .orElse(null);
  }

  /** Returns the nodes that refuse to tell the state of a block by its hash. */
  public List<ChainNode> withoutStateByHash() {
    List<ChainNode> all = new ArrayList<>();
    for (ChainNode node : nodes) {
      Boolean answers = votes.of(node, ChainSource::answersByHash);
      if (answers != null && !answers) {
        all.add(node);
      }
    }
    return all;
  }

  /** Returns how the chain differs from the configuration, as enough nodes report. */
  public List<String> faults() {
    return votes.agreed("its contracts", ChainSource::faults, (answer, other) -> false);
  }

  /** Returns whether there is a contract at the address, as enough nodes report. */
  public boolean hasCode(EvmAddress address) {
    return votes.agreed(
        "the code of " + address, source -> source.hasCode(address), (answer, other) -> false);
  }

  /** Returns whether any node says that it has the transaction. Good to wait for, no proof. */
  public boolean hasTransaction(Bytes32 hash, Bytes32 id) {
    Boolean known = votes.first(source -> source.hasTransaction(hash, id), it -> it);
    return known != null && known;
  }

  /** Returns whether any node says that the call would go through now. No proof. */
  public boolean accepts(EvmAddress from, WalletCall call) {
    Boolean accepted = votes.first(source -> source.accepts(from, call), it -> it);
    return accepted != null && accepted;
  }

  /**
   * Returns the balance of each place in the state of exactly this block, as enough nodes report.
   */
  public List<Optional<BigInteger>> heldAt(Header block, List<Place> places) {
    return votes.agreed(
        "what lies at transfer addresses",
        source -> source.held(block.hash(), places),
        (answer, other) -> true);
  }

  /** Returns the current balance of each place, as one node reports it. For display only. */
  public List<Optional<BigInteger>> heldNow(List<Place> places) {
    List<Optional<BigInteger>> held = votes.first(source -> source.held(null, places), any -> true);
    if (held == null) {
      throw new ChainUnavailable("no node answers");
    }
    return held;
  }

  /** Returns the contracts that say they moved something to the address, as one node says. */
  public Map<EvmAddress, Integer> tokensSentTo(EvmAddress address, long from, long last) {
    Map<EvmAddress, Integer> tokens =
        votes.first(source -> source.tokensSentTo(address, from, last), any -> true);
    return tokens == null ? Map.of() : tokens;
  }

  /** Returns all settlements that any of a quorum of nodes has in these blocks. */
  public Sightings<SettledLog> logs(long from, long to) {
    return votes.sightings(source -> source.logs(from, to));
  }

  /** Returns the settlements of these refs that any of a quorum of nodes has in these blocks. */
  public Sightings<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to) {
    return votes.sightings(source -> source.logsOf(refs, from, to));
  }

  /** Returns the transfers to these addresses that any of a quorum of nodes has in these blocks. */
  public Sightings<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last) {
    return votes.sightings(source -> source.transfers(tokens, to, from, last));
  }

  /** Returns the logs that enough nodes have. Asks further nodes about logs that too few have. */
  public List<SettledLog> held(Sightings<SettledLog> sightings, List<SettledLog> logs) {
    return held(sightings, logs, Quorum::again);
  }

  private <L> List<L> held(
      Sightings<L> sightings, List<L> logs, BiFunction<ChainSource, List<L>, List<L>> again) {
    votes.further(
        node -> !sightings.asked().contains(node),
        () -> {
          List<L> few =
              logs.stream().filter(log -> sightings.holders(log).size() < quorum).toList();
          return few.isEmpty() ? null : few;
        },
        again,
        sightings::add);
    return logs.stream().filter(log -> sightings.holders(log).size() >= quorum).toList();
  }

  /**
   * Separates the settlements that count from those that a node only asserts. The blocks must be
   * final.
   */
  public Verdict judge(Sightings<SettledLog> sightings, List<SettledLog> logs) {
    if (logs.isEmpty()) {
      return new Verdict(List.of(), Set.of());
    }
    Set<SettledLog> held = new HashSet<>(held(sightings, logs));
    List<RefState> states =
        votes.poll(logs, "a settlement", (source, some) -> statesAt(source, some));
    List<SettledLog> proven = new ArrayList<>();
    Set<Bytes32> disputed = new LinkedHashSet<>();
    for (int i = 0; i < logs.size(); i++) {
      SettledLog log = logs.get(i);
      String about = "the settlement of " + log.ref();
      if (states.get(i) == RefState.OPEN) {
        sightings.holders(log).forEach(node -> node.disagreed(chain, about));
      } else if (states.get(i) == RefState.SETTLED && held.contains(log)) {
        proven.add(log);
        sightings.asked().stream()
            .filter(node -> !sightings.holders(log).contains(node))
            .forEach(node -> node.disagreed(chain, about));
      } else {
        disputed.add(log.ref());
        tellOfDispute("the settlement of", log.ref(), sightings.holders(log), log.blockNumber());
      }
    }
    proven.forEach(log -> disputed.remove(log.ref())); // a forged log next to the real one
    return new Verdict(proven, disputed);
  }

  /**
   * Separates the transfers that count from those that a node only asserts. The blocks must be
   * final.
   */
  public TransferVerdict judgeTransfers(Sightings<TransferLog> sightings, List<TransferLog> logs) {
    Set<TransferLog> held = new HashSet<>(held(sightings, logs, Quorum::transfersAgain));
    List<TransferLog> proven = new ArrayList<>();
    List<TransferLog> disputed = new ArrayList<>();
    for (TransferLog log : logs) {
      Set<ChainNode> holders = sightings.holders(log);
      Set<ChainNode> others = new HashSet<>(sightings.asked());
      others.removeAll(holders);
      String about = "the transfer " + log.transaction();
      if (held.contains(log)) {
        proven.add(log);
        others.forEach(node -> node.disagreed(chain, about));
      } else if (others.size() >= quorum) {
        holders.forEach(node -> node.disagreed(chain, about));
      } else {
        disputed.add(log);
        tellOfDispute("the transfer", log.transaction(), holders, log.blockNumber());
      }
    }
    return new TransferVerdict(proven, disputed);
  }

  /** Logs a dispute once, because the same subject is asked for again and again. */
  private void tellOfDispute(String what, Bytes32 key, Set<ChainNode> holders, long blockNumber) {
    if (told.size() >= MAX_TOLD) {
      told.clear();
    }
    if (told.add(key)) {
      LOG.log(
          Level.WARNING,
          "the nodes of chain {0} disagree about {1} {2}: only {3} have it in block {4}; its payment"
              + " waits until {5} agree",
          chain,
          what,
          key,
          holders,
          Long.toString(blockNumber),
          Integer.toString(quorum));
    }
  }

  /** Returns what the nodes say about each ref in the state of exactly this block. */
  public List<RefState> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    return votes.poll(
        refs, "block " + number, (source, some) -> source.settled(number, hash, some));
  }

  private static List<SettledLog> again(ChainSource source, List<SettledLog> logs) {
    List<SettledLog> found = new ArrayList<>();
    Map<Long, List<SettledLog>> byBlock =
        logs.stream().collect(Collectors.groupingBy(SettledLog::blockNumber));
    byBlock.forEach(
        (number, some) ->
            found.addAll(
                source.logsOf(some.stream().map(SettledLog::ref).toList(), number, number)));
    return found;
  }

  private static List<TransferLog> transfersAgain(ChainSource source, List<TransferLog> logs) {
    List<TransferLog> found = new ArrayList<>();
    Map<Long, List<TransferLog>> byBlock =
        logs.stream().collect(Collectors.groupingBy(TransferLog::blockNumber));
    byBlock.forEach(
        (number, some) ->
            found.addAll(
                source.transfers(
                    some.stream().map(TransferLog::token).collect(Collectors.toSet()),
                    some.stream().map(TransferLog::to).collect(Collectors.toSet()),
                    number,
                    number)));
    return found;
  }

  /**
   * Returns whether each log's ref is settled in the state of its own block. A node that no longer
   * has that state, or never had that block, is asked about the newest final block instead: no
   * settlement is undone.
   */
  private List<Boolean> statesAt(ChainSource source, List<SettledLog> logs) {
    Map<SettledLog, Boolean> states = new HashMap<>();
    Map<Bytes32, List<SettledLog>> byBlock =
        logs.stream().collect(Collectors.groupingBy(SettledLog::blockHash));
    byBlock.forEach(
        (hash, some) -> {
          List<Bytes32> refs = some.stream().map(SettledLog::ref).toList();
          List<Boolean> answers = stateAt(source, some.getFirst().blockNumber(), hash, refs);
          for (int i = 0; i < some.size(); i++) {
            states.put(some.get(i), answers.get(i));
          }
        });
    return logs.stream().map(log -> states.getOrDefault(log, false)).toList();
  }

  private List<Boolean> stateAt(ChainSource source, long number, Bytes32 hash, List<Bytes32> refs) {
    try {
      return source.settled(number, hash, refs);
    } catch (ChainUnavailable e) {
      Header newest = newestFinal;
      if (newest == null || newest.hash().equals(hash)) {
        throw e;
      }
      return source.settled(newest.number(), newest.hash(), refs);
    }
  }
}
