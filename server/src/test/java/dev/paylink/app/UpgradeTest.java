package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylink.platform.db.Migrations;
import dev.paylink.testing.Await;
import dev.paylink.testing.HaProxy;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./paylink soak upgrade}: two nodes behind HAProxy are replaced, one after the other, by
 * the present build and then again by the previous release, on a schema that was migrated before.
 * No request fails that was repeated once.
 */
final class UpgradeTest {
  private static final @Nullable String PREVIOUS = System.getProperty("paylink.previous");
  private static final int STOP_SECONDS = 30;

  @TempDir Path folder;

  @Test
  void nodes_are_replaced_forth_and_back_without_a_failed_request() {
    assumeTrue(Boolean.getBoolean("paylink.soak"), "only in ./paylink soak upgrade");
    assumeTrue(HaProxy.isThere(), "needs haproxy; see ./paylink soak upgrade");
    HeldPort port = new HeldPort();
    String url = TestDatabase.freshUrl();
    Migrations.run(url, TestDatabase.serviceUrl(url)); // the expand before the upgrade
    Map<String, String> settings =
        Map.of(
            "PAYLINK_DATABASE_MIGRATE", "off",
            "PAYLINK_STOP_DRAIN", "3s",
            "PAYLINK_KEY_LIMIT", "1000000",
            "PAYLINK_TRUSTED_PROXIES", "127.0.0.1",
            "PAYLINK_BASE_URL", port.url());
    try (port;
        TwoNodes nodes = new TwoNodes(folder, TestDatabase.serviceUrl(url), settings)) {
      nodes.startSecond();
      List<ServiceProcess> both = List.of(nodes.first(), nodes.second());
      try (HaProxy proxy = new HaProxy(folder, port, both)) {
        Await.until(
            "the balancer has a node", () -> nodes.first().calls().create("{}").status() == 200);
        both.forEach(node -> replace(node, true));
        SignedCalls calls = nodes.first().calls();
        BalancedLoad load = new BalancedLoad(calls);
        Await.until("requests are answered", () -> load.answered() > 200);
        for (int round = 0; round < Rounds.of(1, 3); round++) {
          both.forEach(node -> replace(node, false));
          int forth = load.answered();
          both.forEach(node -> replace(node, true));
          Await.until("requests are answered", () -> load.answered() > forth + 200);
        }
        load.stop();
        load.verify(nodes.stored());
        System.out.printf(
            "soak upgrade: %d requests over the balancer while %s and the present build replaced each"
                + " other on two nodes; %d needed a second try, none failed%n",
            load.answered(),
            PREVIOUS == null ? "the present build (there is no tag)" : PREVIOUS,
            load.repeated());
        assertThat(proxy).isNotNull();
      }
    }
  }

  private static void replace(ServiceProcess node, boolean byPrevious) {
    assertThat(node.terminate(STOP_SECONDS)).isZero();
    if (byPrevious && PREVIOUS != null) {
      node.restartAs(Path.of(PREVIOUS));
    } else {
      node.restartAsPresent();
    }
  }
}
