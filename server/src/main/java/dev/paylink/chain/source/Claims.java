package dev.paylink.chain.source;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Logs that nodes claim are in some blocks, with the nodes that claim them. Claims of a single node
 * are included, so that no node can hide a log that another one shows.
 */
public final class Claims<L> {
  private final Map<L, Set<ChainNode>> holders = new LinkedHashMap<>();
  private final Set<ChainNode> asked = new LinkedHashSet<>();

  Claims() {}

  /** Returns no claims, of no nodes. */
  public static <L> Claims<L> none() {
    return new Claims<>();
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
