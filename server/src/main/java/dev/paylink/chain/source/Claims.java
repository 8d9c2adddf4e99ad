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
public final class Claims {
  /** No claims, of no nodes. */
  public static final Claims NONE = new Claims();

  private final Map<SettledLog, Set<ChainNode>> holders = new LinkedHashMap<>();
  private final Set<ChainNode> asked = new LinkedHashSet<>();

  Claims() {}

  public List<SettledLog> logs() {
    return List.copyOf(holders.keySet());
  }

  void add(ChainNode node, List<SettledLog> logs) {
    asked.add(node);
    logs.forEach(log -> holders.computeIfAbsent(log, it -> new LinkedHashSet<>()).add(node));
  }

  Set<ChainNode> holders(SettledLog log) {
    return holders.getOrDefault(log, Set.of());
  }

  /** Returns the nodes that answered, whether they have a log or not. */
  Set<ChainNode> asked() {
    return asked;
  }
}
