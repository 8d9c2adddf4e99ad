package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.NodeTimeout;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.Sightings;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.EvmAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the transfers to addresses in questions that the nodes can answer: for a hundred addresses
 * at most, then for fewer of them, then for fewer blocks. Anyone can send money to an address, and
 * so make many logs. Whatever comes to one address, the others are read.
 */
final class TransferLogs {
  static final int GROUP = 100;

  private final Quorum quorum;
  private final Set<EvmAddress> listed = new LinkedHashSet<>();

  /** The number of addresses per question that the nodes accepted last. */
  private int group = GROUP;

  TransferLogs(ChainConfig chain, Quorum quorum) {
    this.quorum = quorum;
    chain.tokens().stream()
        .filter(token -> !token.isCoin())
        .map(Token::address)
        .forEach(listed::add);
  }

  /**
   * The transfers that nodes saw.
   *
   * @param unread addresses that have more logs in one block than the nodes return
   */
  record Found(List<Sightings<TransferLog>> sightings, Set<EvmAddress> unread) {
    static Found nothing() {
      return new Found(new ArrayList<>(), new HashSet<>());
    }
  }

  /** Reads the transfers of all listed tokens, and of these, to the addresses in these blocks. */
  Found read(Set<EvmAddress> addresses, Set<EvmAddress> tokens, long from, long to) {
    Set<EvmAddress> all = new LinkedHashSet<>(listed);
    all.addAll(tokens);
    Found found = Found.nothing();
    List<EvmAddress> left = List.copyOf(addresses);
    int start = 0;
    while (start < left.size()) {
      List<EvmAddress> some = left.subList(start, Math.min(left.size(), start + group));
      try {
        found.sightings.add(quorum.transfers(all, some, from, to));
        group = Math.min(GROUP, 2 * group);
        start += some.size();
      } catch (TooManyLogs e) {
        if (some.size() == 1) {
          readHalves(some.getFirst(), all, from, to, found);
          start++;
        }
        group = Math.max(1, some.size() / 2);
      } catch (NodeTimeout e) {
        group = Math.max(1, some.size() / 2); // for the next round
        throw e;
      }
    }
    return found;
  }

  private void readHalves(
      EvmAddress address, Set<EvmAddress> all, long from, long to, Found found) {
    if (from == to) {
      found.unread.add(address);
      return;
    }
    long middle = from + (to - from) / 2;
    readOne(address, all, from, middle, found);
    readOne(address, all, middle + 1, to, found);
  }

  private void readOne(EvmAddress address, Set<EvmAddress> all, long from, long to, Found found) {
    try {
      found.sightings.add(quorum.transfers(all, List.of(address), from, to));
    } catch (TooManyLogs e) {
      readHalves(address, all, from, to, found);
    }
  }
}
