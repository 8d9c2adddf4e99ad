package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.StolenCpu;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One host floods the service with connections; another one creates payments and notices nothing.
 */
@Timeout(600)
@Isolated("it compares times")
final class FloodTest {
  private static final String ATTACKER = "127.0.0.2";
  private static final Duration SHORT = Duration.ofSeconds(4);

  /** Enough to be sure of one in a hundred, and less than a person notices. */
  private static final int ENOUGH = 400;

  private static final int TRIES = 10;

  private static final int DRIPS = 20;

  /** What the honest have open, and some to spare. */
  private static final int FEW = 32;

  private static final Duration UNNOTICED = Duration.ofMillis(250);

  private static final Pattern CONNECTIONS =
      Pattern.compile("(?m)^http_server_connections\\{.*public.*} ([0-9.]+)$");

  /** As by default, with less patience. */
  private static final EdgeLimits LIMITS =
      new EdgeLimits(
          EdgeLimits.DEFAULT.connections(),
          EdgeLimits.DEFAULT.connectionsPerSource(),
          SHORT,
          SHORT,
          SHORT,
          SHORT);

  @AutoClose private static TestService service;
  private static Duration quiet;

  @BeforeAll
  static void measureQuiet() throws InterruptedException {
    service = TestService.builder().limits(LIMITS).start();
    measure(); // warms up
    quiet = measure();
  }

  private static Duration measure() throws InterruptedException {
    HonestLoad load = new HonestLoad(service);
    Await.until("enough creates", () -> load.count() > ENOUGH);
    assertThat(load.stop()).containsOnlyKeys("200");
    return load.p99();
  }

  @Test
  void half_sent_requests_delay_nobody_else() throws Exception {
    String half = "POST /sdk/server/create-payment HTTP/1.1\r\nHost: a\r\nContent-Le";
    underFlood(flood -> flood.open(Flood.affordable(8_300), half));
  }

  @Test
  void dripping_requests_delay_nobody_else() throws Exception {
    underFlood(
        flood -> {
          flood.open(Flood.affordable(8_300), "GET / HTTP/1.1\r\nX: ");
          for (int i = 0; i < DRIPS && flood.send("x") > 0; i++) {
            LockSupport.parkNanos(SHORT.dividedBy(10).toNanos());
          }
        });
  }

  @Test
  void responses_that_nobody_reads_delay_nobody_else() throws Exception {
    String requests = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20);
    underFlood(flood -> flood.open(Flood.affordable(2_000), requests));
  }

  /** A flood that delays others does so every time; a busy machine does not. */
  private static void underFlood(Attack attack) throws Exception {
    Duration p99 = p99Under(attack);
    for (int i = 1; i < TRIES && p99.compareTo(bound()) > 0; i++) {
      quiet = measure();
      p99 = p99Under(attack);
    }
    assertThat(p99).as("quiet: %s", quiet).isLessThanOrEqualTo(bound());
  }

  private static Duration p99Under(Attack attack) throws Exception {
    StolenCpu stolen = new StolenCpu();
    HonestLoad load = new HonestLoad(service);
    try (Flood flood = new Flood(ATTACKER, service.baseUrl().getPort())) {
      attack.run(flood);
      int held = connections();
      int before = load.count();
      Await.until("more creates", () -> load.count() > before + ENOUGH || load.hasFailed());
      Await.until(
          "it is ready",
          () -> new Browser(service.internalUrl()).get("/health/ready").status() == 200);
      Await.until("the connections are cut", () -> connections() < FEW || load.hasFailed());
      assertThat(load.stop()).containsOnlyKeys("200");
      assertThat(held).isLessThan(LIMITS.connectionsPerSource() + FEW);
    }
    stolen.assumeLittle();
    return load.p99();
  }

  private static Duration bound() {
    Duration twice = quiet.multipliedBy(2);
    return twice.compareTo(UNNOTICED) > 0 ? twice : UNNOTICED;
  }

  private static int connections() {
    String metrics = new Browser(service.internalUrl()).get("/metrics").expect(200).body();
    Matcher matcher = CONNECTIONS.matcher(metrics);
    assertThat(matcher.find()).isTrue();
    return (int) Double.parseDouble(matcher.group(1));
  }

  private interface Attack {
    void run(Flood flood) throws IOException, InterruptedException;
  }
}
