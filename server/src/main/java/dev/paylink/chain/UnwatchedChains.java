package dev.paylink.chain;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.watch.WatchedRefQueries;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * Warns at the start of chains that payers can still pay on but no setting watches: their payments
 * are neither confirmed nor expired.
 */
final class UnwatchedChains {
  private static final Logger LOG = System.getLogger(UnwatchedChains.class.getName());

  private final Jdbi jdbi;
  private final List<ChainConfig> watched;
  private final InstantSource clock;

  UnwatchedChains(Jdbi jdbi, List<ChainConfig> watched, InstantSource clock) {
    this.jdbi = jdbi;
    this.watched = watched;
    this.clock = clock;
  }

  void tell() {
    for (AddressFactory factory : jdbi.withHandle(new TransferAddressQueries()::factories)) {
      if (watched.stream().noneMatch(chain -> chain.addressFactory().equals(factory))) {
        LOG.log(
            Level.ERROR,
            "payments wait for transfers on chain {0}, but no entry has this id and deposits ="
                + " {1}: they are neither confirmed nor expired until one has",
            Long.toString(factory.chainId()),
            factory.contract());
      }
    }
    WatchedRefQueries refs = new WatchedRefQueries();
    for (Deployment open : jdbi.withHandle(handle -> refs.deployments(handle, clock.instant()))) {
      if (watched.stream().noneMatch(chain -> chain.deployment().equals(open))) {
        LOG.log(
            Level.ERROR,
            "payments were prepared for contract {1} on chain {0}, which no entry watches: they are"
                + " neither confirmed nor expired until one does",
            Long.toString(open.chainId()),
            open.contract());
      }
    }
  }
}
