package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Distribution;
import dev.paylink.platform.db.embedded.CitusCluster;
import dev.paylink.testing.Await;
import dev.paylink.testing.People;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The service on a Citus cluster whose workers come and go. */
@EnabledIfSystemProperty(named = "paylink.soak", matches = "true")
@EnabledIf(
    value = "dev.paylink.platform.db.embedded.CitusCluster#isInstalled",
    disabledReason = "Citus is not installed: ./paylink soak citus tells how to get it")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class CitusServiceTest {
  private static final int SOME = 8;
  private static final Duration BALANCE_LIMIT = Duration.ofMinutes(10);

  private static CitusCluster cluster;
  private static TestService service;
  private static final List<String> told = new ArrayList<>();

  /** A merchant, and the port of its worker. */
  private record Placed(SignedCalls calls, int port) {}

  @BeforeAll
  static void start() throws Exception {
    cluster = CitusCluster.start(2);
    Distribution.run(cluster.url(), told::add);
    service = TestService.builder().database(cluster.url()).start();
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void first_journeys() {
    FirstJourneyTest.walk(service);
  }

  @Test
  @Order(2)
  void worker_that_is_killed_costs_its_own_merchants_alone() throws Exception {
    Map<Integer, Placed> byWorker = merchantOnEachWorker();
    CitusCluster.Server killed = cluster.workers().getFirst();
    MerchantLoad hit = load(byWorker.get(killed.port()));
    MerchantLoad spared = load(byWorker.get(cluster.workers().getLast().port()));
    Await.until("both work", () -> hit.createdSoFar() >= SOME && spared.createdSoFar() >= SOME);

    killed.kill();
    Await.until("its merchants get 503", () -> hit.unavailableSoFar() >= SOME);
    int before = spared.createdSoFar();
    Await.until("the others work on", () -> spared.createdSoFar() >= before + SOME);
    assertThat(spared.unavailableSoFar()).as("503 of the others").isZero();
    killed.restart();
    int back = hit.createdSoFar();
    Await.until("its merchants are back", () -> hit.createdSoFar() >= back + SOME);

    hit.stop();
    spared.stop();
    assertThat(spared.unavailableSoFar()).as("503 of the others").isZero();
    hit.verifyNothingLost();
    spared.verifyNothingLost();
  }

  @Test
  @Order(3)
  void third_worker_takes_its_share_under_load() throws Exception {
    List<MerchantLoad> loads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      loads.add(load(newMerchant()));
    }
    CitusCluster.Server third = cluster.addWorker();
    cluster.onCoordinator("select citus_rebalance_start()");
    awaitBalance(third.port());
    int before = loads.getFirst().createdSoFar();
    Await.until("payments go on", () -> loads.getFirst().createdSoFar() >= before + SOME);
    for (MerchantLoad load : loads) {
      load.stop();
      load.verifyNothingLost();
    }
  }

  @Test
  @Order(4)
  void distributing_again_changes_nothing() throws Exception {
    service.close();
    List<String> again = new ArrayList<>();
    Distribution.run(cluster.url(), again::add);
    assertThat(again).hasSize(2);
    assertThat(told).hasSizeGreaterThan(again.size());
  }

  /** Moving shards takes longer than anything else that tests wait for. */
  private static void awaitBalance(int port) {
    Instant end = Instant.now().plus(BALANCE_LIMIT);
    while (!isBalanced(port)) {
      assertThat(Instant.now()).as("the shards are spread over three").isBefore(end);
      LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    }
  }

  private static boolean isBalanced(int port) {
    try {
      return "0"
              .equals(
                  cluster.onCoordinator(
                      "select count(*) from pg_dist_background_job where state <> 'finished'"))
          && Integer.parseInt(
                  Objects.requireNonNull(
                      cluster.onCoordinator(
                          "select count(*) from citus_shards where table_name = 'payment'::regclass"
                              + " and nodeport = "
                              + port)))
              >= 8;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<Integer, Placed> merchantOnEachWorker() throws SQLException {
    Map<Integer, Placed> found = new HashMap<>();
    while (found.size() < cluster.workers().size()) {
      Placed placed = newMerchant();
      found.put(placed.port(), placed);
    }
    return found;
  }

  private static Placed newMerchant() throws SQLException {
    String email = People.newEmail();
    SignedCalls calls = service.newMerchant(email, "0x" + "a1".repeat(20));
    String id =
        service.stored().text("select realm_id::text from account_user where email = ?", email);
    String port =
        cluster.onCoordinator(
            "select nodeport from citus_shards where table_name = 'payment'::regclass and shardid ="
                + " get_shard_id_for_distribution_column('payment', '"
                + id
                + "'::uuid)");
    return new Placed(calls, Integer.parseInt(Objects.requireNonNull(port)));
  }

  private static MerchantLoad load(Placed merchant) {
    return new MerchantLoad(merchant.calls(), service.callback());
  }
}
