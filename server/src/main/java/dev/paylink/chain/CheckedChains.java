package dev.paylink.chain;

import dev.paylink.chain.evm.ContractVersion;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Findings;
import dev.paylink.chain.source.Quorum;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
  private final Map<Deployment, ContractVersion> checked = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  CheckedChains(List<ChainConfig> chains, Map<Deployment, Quorum> sources) {
    this.sources = sources;
    for (ChainConfig chain : chains) {
      try {
        Findings found = findings(chain);
        if (!found.faults().isEmpty()) {
          close();
          throw new IllegalStateException(String.join("; ", found.faults()));
        }
        checked.put(chain.deployment(), found.version());
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

  /** Returns the version of the chain's settlement contract, or null while it is not checked. */
  @Nullable ContractVersion version(ChainConfig chain) {
    return checked.get(chain.deployment());
  }

  @Override
  public void close() {
    closing.countDown();
  }

  private void keepAsking(ChainConfig chain) {
    List<String> told = List.of();
    try {
      while (version(chain) == null && !closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          Findings found = findings(chain);
          List<String> faults = found.faults();
          if (faults.isEmpty()) {
            checked.put(chain.deployment(), found.version());
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

  private Findings findings(ChainConfig chain) {
    return Objects.requireNonNull(sources.get(chain.deployment())).findings();
  }
}
