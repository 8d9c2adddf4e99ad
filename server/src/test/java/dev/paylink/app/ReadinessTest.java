package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node is ready while it can store payments, not while it can read. */
@Timeout(600)
final class ReadinessTest {
  private static final String PROBES =
      """
      select count(*)::int from pg_stat_activity
       where state = 'active' and query like '%readiness_probe%' and pid <> pg_backend_pid()
      """;

  private static final int POLLERS = 200;
  private static final Duration SOME_SECONDS = Duration.ofSeconds(8);

  @TempDir Path folder;

  @Test
  void idle_node_whose_commits_wait_for_a_standby_is_not_ready_until_they_no_longer_do()
      throws Exception {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults());
        TestService service = TestService.impatientOn(postgres.jdbcUrl());
        Handle superuser = superuser(postgres)) {
      awaitReady(service);
      waitForStandby(superuser, "nobody");
      Await.until("it is not ready", () -> ready(service).status() == 503);
      for (int i = 0; i < 3; i++) {
        expectNotReadyInTime(service);
      }
      assertThat(superuser.createQuery(PROBES).mapTo(int.class).one()).isLessThan(2);
      new Browser(service.internalUrl()).get("/health/live").expect(200);
      service.calls().create("{}").expectProblem(503, "UNAVAILABLE");
      waitForStandby(superuser, "");
      awaitReady(service);
      awaitCreates(service);
      awaitReady(service);
    }
  }

  @Test
  void busy_node_whose_commits_wait_for_a_standby_is_not_ready_until_creates_work()
      throws Exception {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults());
        TestService service = TestService.impatientOn(postgres.jdbcUrl());
        Handle superuser = superuser(postgres)) {
      String payment = awaitCreates(service);
      waitForStandby(superuser, "nobody");
      Await.until("creates fail", () -> service.calls().create("{}").status() == 503);
      try (Standstill still = new Standstill()) {
        while (ready(service).status() == 200) {
          service.calls().create("{}").expectProblem(503, "UNAVAILABLE");
        }
        assertThat(still.took()).isLessThan(SOME_SECONDS);
      }
      Await.until( // all the while
          "reads work", () -> service.calls().get("/sdk/server/status/" + payment).status() == 200);
      waitForStandby(superuser, "");
      awaitCreates(service);
      awaitReady(service);
    }
  }

  @Test
  void node_whose_creates_only_time_out_is_not_ready_though_others_can_write() {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults());
        TestService service = TestService.impatientOn(postgres.jdbcUrl());
        Handle other = Jdbi.open(service.databaseUrl())) {
      awaitCreates(service);
      double before = timeouts(service); // none, unless this machine stood still
      other.begin();
      other.execute("lock table payment in share mode");
      try (Standstill still = new Standstill()) {
        do { // a busy machine may have it unready for other reasons in between
          service.calls().create("{}").expectProblem(503, "UNAVAILABLE");
          assertThat(still.took()).isLessThan(SOME_SECONDS);
        } while (!ready(service).body().contains("no payment could be stored for "));
      }
      assertThat(ready(service).expectProblem(503, "UNAVAILABLE").text("detail"))
          .contains("no payment could be stored for ")
          .contains("it was not done in time");
      assertThat(timeouts(service)).isGreaterThan(before);
      other.rollback();
      Await.until("it is ready without traffic", () -> ready(service).status() == 200);
      awaitCreates(service);
      awaitReady(service);
    }
  }

  @Test
  void node_on_a_database_that_became_read_only_is_not_ready_and_says_why() {
    String url = TestDatabase.freshUrl();
    try (TestService service = TestService.builder().database(url).start();
        Handle owner = Jdbi.open(url)) {
      awaitReady(service);
      String name = owner.createQuery("select current_database()").mapTo(String.class).one();
      owner.execute("alter database " + name + " set default_transaction_read_only = on");
      endOtherSessions(owner);
      Await.until("it is not ready", () -> ready(service).status() == 503);
      Await.until(
          "it says why", () -> ready(service).text("detail").contains("read-only transaction"));
      owner.execute("set default_transaction_read_only = off");
      owner.execute("alter database " + name + " reset default_transaction_read_only");
      endOtherSessions(owner);
      Await.until("it is ready", () -> ready(service).status() == 200);
    }
  }

  /** Asks from many places at once, as orchestrators and balancers of several kinds do. */
  private static void expectNotReadyInTime(TestService service) throws Exception {
    Standstill still = new Standstill();
    List<Future<Reply>> answers = new ArrayList<>();
    try (ExecutorService pollers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < POLLERS; i++) {
        answers.add(pollers.submit(() -> ready(service)));
      }
      for (Future<Reply> answer : answers) {
        Reply reply = answer.get().expectProblem(503, "UNAVAILABLE");
        assertThat(reply.text("detail")).contains("was not committed within 1.5 s");
        assertThat(still.without(reply.took())).isLessThan(Duration.ofSeconds(10));
      }
    }
    still.close();
  }

  private Handle superuser(EmbeddedPostgres postgres) throws IOException {
    return Jdbi.open(
        "jdbc:postgresql://127.0.0.1:%d/paylink?user=postgres&password=%s"
            .formatted(
                postgres.port(), Files.readString(folder.resolve("postgres.password")).strip()));
  }

  private static Reply ready(TestService service) {
    return new Browser(service.internalUrl()).get("/health/ready");
  }

  /** Waits until it is ready: it may miss its own patience on a machine that stands still. */
  private static void awaitReady(TestService service) {
    Await.until("it is ready", () -> ready(service).status() == 200);
  }

  /** Waits until a payment is created; returns its id. */
  private static String awaitCreates(TestService service) {
    return Await.value(
            "creates work", () -> service.calls().create("{}"), created -> created.status() == 200)
        .text("paymentId");
  }

  /** Of the creates, as the metrics count them. */
  private static double timeouts(TestService service) {
    return new Browser(service.internalUrl())
        .get("/metrics")
        .expect(200)
        .body()
        .lines()
        .filter(line -> line.startsWith("paylink_batch_timeouts_total{batcher=\"payment-writer\"}"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private static void waitForStandby(Handle superuser, String name) {
    superuser.execute("alter system set synchronous_standby_names = '" + name + "'");
    superuser.execute("select pg_reload_conf()");
  }

  private static void endOtherSessions(Handle owner) {
    owner.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()"
            + " and backend_type = 'client backend'");
  }
}
