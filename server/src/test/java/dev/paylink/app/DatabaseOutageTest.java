package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away, by stopping or by hanging: 503 in time, and back without a restart. */
final class DatabaseOutageTest {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** The callers share the machine with what they call, and with other tests. */
  private static final Duration SLACK = Duration.ofSeconds(4);

  private static final int CALLERS = 100;

  @TempDir Path folder;

  @Test
  void stopped_database_is_answered_503_in_time_and_its_return_is_noticed() throws Exception {
    HeldPort held = new HeldPort();
    int port = held.number();
    EmbeddedPostgresOptions there = EmbeddedPostgresOptions.defaults().withPort(port);
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, there);
    try (TestService service = TestService.impatientOn(postgres.jdbcUrl())) {
      String payment = createdIn(service);
      postgres.close();
      expectUnavailable(service, payment);
      expectUnavailable(service, payment); // by now the cached credentials are stale, too
      postgres = EmbeddedPostgres.start(folder, there);
      expectRecovery(service, payment);
    } finally {
      postgres.close();
      held.close();
    }
  }

  /** A pool that sleeps for longer after each failure would notice it seconds later. */
  @Test
  void a_database_that_was_away_for_long_is_used_as_soon_as_it_is_back() throws Exception {
    HeldPort held = new HeldPort();
    int port = held.number();
    EmbeddedPostgresOptions there = EmbeddedPostgresOptions.defaults().withPort(port);
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, there);
    try (TestService service = TestService.impatientOn(postgres.jdbcUrl());
        LoggedBy log = new LoggedBy("dev.paylink")) {
      createdIn(service);
      int before = log.lines().size(); // of a database that was slow
      postgres.close();
      long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (System.nanoTime() < end) {
        service.calls().create("{}").expectProblem(503, "UNAVAILABLE");
      }
      postgres = EmbeddedPostgres.start(folder, there);
      try (Standstill still = new Standstill()) {
        Await.until("creates work again", () -> service.calls().create("{}").status() == 200);
        assertThat(still.took()).isLessThan(LIMIT.plus(SLACK));
      }
      Await.until(
          "its end is told",
          () -> {
            service.calls().create("{}");
            return lines(log, before).stream().anyMatch(line -> line.contains(" is back after "));
          });
      List<String> lines = lines(log, before);
      assertThat(lines.subList(0, 2)).last().asString().contains(" is back after ");
      assertThat(log.thrown()).isZero();
      assertThat(lines)
          .anyMatch(
              line -> line.startsWith("WARNING the database at 127.0.0.1:" + port + " is away: "))
          .anyMatch(
              line -> line.matches("INFO the database at .* is back after [0-9]+ s; [1-9].*"));
    } finally {
      postgres.close();
      held.close();
    }
  }

  @Test
  void hanging_database_is_answered_503_in_time_and_its_return_is_noticed() throws Exception {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.start(folder, EmbeddedPostgresOptions.defaults());
        TestService service = TestService.impatientOn(postgres.jdbcUrl())) {
      String payment = createdIn(service);
      List<ProcessHandle> processes = new ArrayList<>();
      ProcessHandle.of(postgres.pid()).stream()
          .peek(processes::add)
          .flatMap(ProcessHandle::descendants)
          .forEach(processes::add);
      signal("-STOP", processes);
      try {
        expectUnavailable(service, payment);
        expectUnavailable(service, payment); // by now the cached credentials are stale, too
      } finally {
        signal("-CONT", processes);
      }
      expectRecovery(service, payment);
    }
  }

  /** What was logged since then, but for the lines of the server, which the test runs. */
  private static List<String> lines(LoggedBy log, int since) {
    return log.lines().stream().skip(since).filter(line -> !line.contains("PostgreSQL")).toList();
  }

  /** A payment; a machine that stands still makes any database slow. */
  private static String createdIn(TestService service) {
    return Await.value(
            "a payment is created",
            () -> service.calls().create("{}"),
            created -> created.status() == 200)
        .text("paymentId");
  }

  /** Many callers at once: each hears 503 in time, and none is left waiting. */
  private static void expectUnavailable(TestService service, String payment) throws Exception {
    Standstill still = new Standstill();
    SignedCalls calls = service.calls();
    List<Future<Duration>> answers = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        boolean create = i % 2 == 0;
        answers.add(
            executor.submit(
                () -> {
                  Reply reply =
                      create ? calls.create("{}") : calls.get("/sdk/server/status/" + payment);
                  reply.expectProblem(503, "UNAVAILABLE");
                  assertThat(reply.header("Retry-After")).isNotEmpty();
                  return reply.took();
                }));
      }
      for (Future<Duration> took : answers) {
        assertThat(still.without(took.get())).isLessThan(LIMIT.plus(SLACK));
      }
    }
    still.close();
    new Browser(service.internalUrl()).get("/health/ready").expectProblem(503, "UNAVAILABLE");
    new Browser(service.internalUrl()).get("/health/live").expect(200);
  }

  private static void expectRecovery(TestService service, String payment) {
    Await.until("creates work again", () -> service.calls().create("{}").status() == 200);
    Await.until(
        "polls work again",
        () -> service.calls().get("/sdk/server/status/" + payment).status() == 200);
    Await.until(
        "it is ready",
        () -> new Browser(service.internalUrl()).get("/health/ready").status() == 200);
  }

  private static void signal(String signal, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", signal));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }
}
