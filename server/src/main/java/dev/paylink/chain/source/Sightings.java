package dev.paylink.chain.source;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Logs that nodes say are in some blocks, with the nodes that saw them. What a single node saw is
 * included, so that no node can hide a log that another one shows.
 */
public final class Sightings<L> {
  private final Map<L, Set<ChainNode>> holders = new LinkedHashMap<>();
  private final Set<ChainNode> asked = new LinkedHashSet<>();

  Sightings() {}

  /** Returns none, of no nodes. */
  public static <L> Sightings<L> none() {
    return new Sightings<>();
  }

  public List<L> logs() {
    return List.copyOf(holders.keySet());
  }

  void add(ChainNode node, List<L> logs) {
    asked.add(node);
    logs.forEach(log -> holders.computeIfAbsent(log, it -> new LinkedHashSet<>()).add(node));
  }

  Set<ChainNode> holders(L log) {
    return holders.getOrDefault(log, Set.of());
  }

  /** Returns the nodes that answered, whether they have a log or not. */
  Set<ChainNode> asked() {
    return asked;
  }
}
