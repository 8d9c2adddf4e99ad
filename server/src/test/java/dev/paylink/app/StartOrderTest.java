package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.redis.Redis;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.RedisServer;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestDatabase;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a start needs, what it can do without, and when it is over. */
@Timeout(600)
final class StartOrderTest {
  private static final int CALL_LIMIT_MILLIS = 60_000;

  private final String databaseUrl = TestDatabase.freshUrl();
  private final HeldPort port = new HeldPort();
  private final HeldPort internalPort = new HeldPort();
  private final LogFile log = new LogFile();

  @TempDir Path folder;

  @AfterEach
  void closeLog() {
    log.close();
    port.close();
    internalPort.close();
  }

  @Test
  void sandbox_is_not_ready_before_it_has_written_its_file() {
    Path file = folder.resolve("sandbox.json");
    int seen = 0;
    try (Handle other = Jdbi.open(databaseUrl)) {
      other.begin();
      other.execute("lock table merchant in share mode"); // so its merchant cannot be made
      CompletableFuture<Service> start = CompletableFuture.supplyAsync(() -> start(Map.of()));
      while (!start.isDone()) {
        int status = readyStatus();
        assertThat(status).isNotEqualTo(200);
        seen += status == 503 ? 1 : 0;
      }
      assertThat(start).isCompletedExceptionally();
      other.rollback();
    }
    assertThat(seen).isPositive();
    assertThat(file).doesNotExist();
    try (Service service = start(Map.of())) {
      awaitReady();
      assertThat(file).exists();
      assertThat(service.sandboxMerchant()).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void taken_port_ends_the_start_before_anything_is_made(boolean internal) throws IOException {
    int taken = (internal ? internalPort : port).number();
    try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(Map.of()))
          .hasRootCauseInstanceOf(BindException.class)
          .hasMessageContaining("127.0.0.1:" + other.getLocalPort());
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void node_starts_without_redis_says_so_and_uses_it_once_it_is_there() {
    try (RedisServer redis = new RedisServer(folder);
        LoggedBy logged = new LoggedBy(Redis.class)) {
      redis.kill();
      try (Service service = start(Map.of("PAYLINK_REDIS_URL", redis.url()))) {
        assertThat(logged.lines())
            .anyMatch(
                line ->
                    line.startsWith(
                        "WARNING Redis is unreachable; until it is back, this node counts rate"
                            + " limits on its own: Unable to connect to 127.0.0.1"))
            .anyMatch(
                line ->
                    line.startsWith(
                        "WARNING Redis is unreachable; until it is back, this node remembers used"
                            + " DPoP proofs on its own: "));
        SignedCalls calls = calls(service);
        calls.create("{}").expect(200);
        awaitReady();
        redis.start();
        Await.until(
            "it counts in Redis",
            () -> {
              try (Standstill still = new Standstill()) {
                Duration took = calls.create("{}").expect(200).took();
                assertThat(still.without(took)).isLessThan(Duration.ofSeconds(3));
              }
              return hasLimits(redis);
            });
        assertThat(logged.lines())
            .anyMatch(line -> line.startsWith("INFO Redis is reachable, after "));
      }
    }
  }

  @Test
  void stopping_node_is_not_ready_and_answers_until_it_has_drained() throws Exception {
    try (Service service = start(Map.of("PAYLINK_STOP_DRAIN", "10m"))) {
      SignedCalls calls = calls(service);
      awaitReady();
      Thread stopping = Thread.ofPlatform().start(service::close);
      Await.until("it is not ready", () -> readyStatus() == 503);
      calls.create("{}").expect(200);
      assertThat(readyStatus()).isEqualTo(503);
      Await.until("it drains", () -> stopping.getState() == Thread.State.TIMED_WAITING);
      LockSupport.unpark(stopping); // ten minutes later
      stopping.join();
      assertThat(readyStatus()).isZero();
    }
  }

  private Service start(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("PAYLINK_MODE", "sandbox");
    settings.put("PAYLINK_DATA_FOLDER", folder.toString());
    settings.put("PAYLINK_DATABASE_URL", databaseUrl);
    settings.put("PAYLINK_DATABASE_TIMEOUT", TestDatabase.PATIENCE.toSeconds() + "s");
    settings.put("PAYLINK_PUBLIC_PORT", port.toString());
    settings.put("PAYLINK_INTERNAL_PORT", internalPort.toString());
    settings.put("PAYLINK_BASE_URL", port.url());
    return new Service(new ConfigReader(Settings.read(null, settings)).read(), log.sink());
  }

  private SignedCalls calls(Service service) {
    SandboxFile.Merchant merchant = Objects.requireNonNull(service.sandboxMerchant());
    return new SignedCalls(
        URI.create(port.url()), merchant.apiKey(), merchant.secretKey().reveal());
  }

  /** Its commit may miss its 1.5 s once on a machine that stands still. */
  private void awaitReady() {
    Await.until("it is ready", () -> readyStatus() == 200);
  }

  /** 0 while nobody answers; a connection each, since the listener may be closing. */
  private int readyStatus() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create(internalPort.url() + "/health/ready").toURL().openConnection();
      connection.setRequestProperty("Connection", "close");
      connection.setConnectTimeout(CALL_LIMIT_MILLIS);
      connection.setReadTimeout(CALL_LIMIT_MILLIS);
      return connection.getResponseCode();
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean hasLimits(RedisServer redis) {
    try (RedisClient client = RedisClient.create(redis.url());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      return !connection.sync().keys("paylink:limit:*").isEmpty();
    }
  }
}
