package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.chain.ChainComponent;
import dev.paylink.payment.read.PaymentWaits;
import dev.paylink.platform.db.NodeHints;
import dev.paylink.platform.log.LineSink;
import dev.paylink.sandbox.SandboxClock;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.hold.SuspendedTokens;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.webhook.delivery.Dispatcher;
import java.time.InstantSource;

/**
 * A node that only watches the chains, while other nodes serve requests. It listens on the internal
 * address for health and metrics only. The other nodes send the webhooks: this one tells them that
 * there are new events. All nodes send letters.
 */
final class WatchNode implements AutoCloseable {
  private final Node node;

  WatchNode(Config config, LineSink log) {
    refuseIncomplete(config);
    this.node = new Node(config, log, InstantSource.system());
    try {
      if (config.sandbox()) {
        node.add(new SandboxClock(node.database()));
      }
      NodeHints deliveries = node.add(Dispatcher.hintsOn(node.database()));
      NodeHints changes = node.add(PaymentWaits.hintsOn(node.database()));
      ApplyReport.Listener listener =
          (changed, haveNews) -> {
            if (!haveNews.isEmpty()) {
              deliveries.send();
            }
            if (!changed.isEmpty()) {
              changes.send();
            }
          };
      ApplyReport apply =
          node.add(
              new ApplyReport(
                  node.database(),
                  node.currencies(),
                  config.sandbox(),
                  node.letters().receipts(),
                  node.letters().flags(),
                  listener));
      apply.meter(node.registry());
      ApplyRefunds refunds =
          new ApplyRefunds(
              node.database(), config.sandbox(), node.letters().refunds(), apply, listener);
      node.add(
              new ChainComponent(
                  config.chains().list(),
                  node.database(),
                  node.currencies(),
                  new SuspendedTokens(node.database().jdbi()),
                  config.sandbox()))
          .watch(apply, refunds, node.registry());
      Health health = new Health(node, null);
      node.listenInternally(health.routes());
      node.report(config.listeners().internal().port(), () -> false);
      health.started();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    node.close();
  }

  private static void refuseIncomplete(Config config) {
    if (config.storage().databaseUrl() == null) {
      throw new ConfigError("watch needs database.url: the database that the other nodes use");
    }
    if (config.chains().list().isEmpty()) {
      throw new ConfigError("watch needs a chain: set chain.<name>.id and its other settings");
    }
  }
}
