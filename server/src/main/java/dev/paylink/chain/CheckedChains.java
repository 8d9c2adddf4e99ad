package dev.paylink.chain;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The chains whose contracts and tokens match the configuration, as a quorum of nodes has
 * confirmed. Payments are prepared only on these.
 *
 * <ul>
 *   <li>A mismatch at the start stops the start.
 *   <li>If too few nodes answer, the service starts without offering the chain, and asks again
 *       until they do. Payments that were prepared earlier are watched all the same.
 * </ul>
 */
final class CheckedChains implements AutoCloseable {
  private static final Logger LOG = System.getLogger(CheckedChains.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Map<Deployment, Quorum> sources;
  private final Set<Deployment> checked = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closing = new CountDownLatch(1);

  CheckedChains(List<ChainConfig> chains, Map<Deployment, Quorum> sources) {
    this.sources = sources;
    for (ChainConfig chain : chains) {
      try {
        List<String> faults = faults(chain);
        if (!faults.isEmpty()) {
          close();
          throw new IllegalStateException(String.join("; ", faults));
        }
        checked.add(chain.deployment());
        Thread.ofVirtual().name("state-" + chain.name()).start(() -> tellOfState(chain));
      } catch (ChainUnavailable e) {
        LOG.log(
            Level.WARNING,
            "chain {0} is not offered until its contracts could be checked: {1}",
            chain.name(),
            e.getMessage());
        Thread.ofVirtual().name("check-" + chain.name()).start(() -> keepAsking(chain));
      }
    }
  }

  boolean isChecked(ChainConfig chain) {
    return checked.contains(chain.deployment());
  }

  @Override
  public void close() {
    closing.countDown();
  }

  private void keepAsking(ChainConfig chain) {
    List<String> told = List.of();
    try {
      while (!isChecked(chain) && !closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          List<String> faults = faults(chain);
          if (faults.isEmpty()) {
            checked.add(chain.deployment());
            tellOfState(chain);
            LOG.log(Level.INFO, "chain {0} is offered: its contracts are checked", chain.name());
          } else if (!faults.equals(told)) {
            told = faults;
            LOG.log(
                Level.ERROR,
                "chain {0} is not offered: {1}",
                chain.name(),
                String.join("; ", faults));
          }
        } catch (ChainUnavailable e) {
          // Already logged; the next round asks again.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells of nodes that cannot say what the contract held at a certain block: without them a
   * payment is neither confirmed nor expired.
   */
  private void tellOfState(ChainConfig chain) {
    Quorum quorum = source(chain);
    List<ChainNode> without = quorum.withoutStateByHash();
    boolean tooFew = quorum.nodes().size() - without.size() < chain.agreeing();
    without.forEach(
        node ->
            LOG.log(
                tooFew ? Level.ERROR : Level.WARNING,
                "node {0} of chain {1} refuses to tell the state of a block by its hash (EIP-1898):"
                    + " it does not count for payments that were made or have ended; replace it",
                node,
                chain.name()));
  }

  private List<String> faults(ChainConfig chain) {
    return source(chain).faults();
  }

  private Quorum source(ChainConfig chain) {
    return Objects.requireNonNull(sources.get(chain.deployment()));
  }
}
