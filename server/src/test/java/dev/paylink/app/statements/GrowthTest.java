package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.PlainPostgres;
import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.TestService;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Merchants grow from nothing on a PostgreSQL at its default settings, under load, while {@code
 * analyze} strikes at any moment: no call is refused, and no size is slower than the others.
 */
final class GrowthTest {
  private static final int CONNECTIONS = 32;
  private static final int PAYMENTS = Rounds.of(2_500, 5_000);
  private static final int STEP = 500;

  /** How many grow side by side: a soak tries all on each version, a test run takes turns. */
  private static final List<Integer> MERCHANTS = List.of(1, 20);

  /** Where paces are compared closely, the first requests of a cold JVM are left out. */
  private static final int WARM_UP = Rounds.of(0, 1_000);

  private static final int MAX_SLOWDOWN = 3;

  /** A plan that grows slow does so every time; a busy machine does not. */
  private static final int TRIES = 5;

  /** Below this a median says more about the tests that run beside this one than about a plan. */
  private static final Duration NOISE = Duration.ofMillis(Rounds.of(200, 40));

  static Stream<Integer> versions() {
    return PlainPostgres.versions().stream();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void merchants_grow_from_nothing_without_a_refused_call(int version) throws Exception {
    try (PlainPostgres server = PlainPostgres.start(version, Map.of())) {
      if (WARM_UP > 0) {
        try (TestService warmUp = TestService.builder().database(server.freshUrl()).start()) {
          grow(warmUp, List.of(warmUp.client()), WARM_UP);
        }
      }
      List<Integer> versions = PlainPostgres.versions();
      for (int merchants : Rounds.share(MERCHANTS, versions.indexOf(version), versions.size())) {
        List<Duration> medians = growOn(server.freshUrl(), merchants);
        for (int i = 1; i < TRIES && !slow(medians).isEmpty(); i++) {
          medians = growOn(server.freshUrl(), merchants);
        }
        assertThat(slow(medians)).as("median time of a create at each step: %s", medians).isEmpty();
      }
    }
  }

  private static List<Duration> growOn(String databaseUrl, int merchants) throws Exception {
    try (TestService service = TestService.builder().database(databaseUrl).start()) {
      List<PaymentLinkClient> clients =
          merchants == 1 ? List.of(service.client()) : merchants(service, merchants);
      return grow(service, clients, PAYMENTS);
    }
  }

  /** The median time of a create, for each step of {@link #STEP} payments. */
  private static List<Duration> grow(
      TestService service, List<PaymentLinkClient> merchants, int payments) throws Exception {
    long seed = System.nanoTime();
    Queue<String> failures = new ConcurrentLinkedQueue<>();
    List<Duration> medians = new ArrayList<>();
    Analyze analyze = new Analyze(service.databaseUrl(), seed);
    try (ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS)) {
      AtomicInteger next = new AtomicInteger();
      for (int end = STEP; end <= payments; end += STEP) {
        int last = end;
        List<Future<List<Long>>> callers =
            IntStream.range(0, CONNECTIONS)
                .mapToObj(
                    i -> connections.submit(() -> create(service, merchants, next, last, failures)))
                .toList();
        List<Long> nanos = new ArrayList<>();
        for (Future<List<Long>> caller : callers) {
          nanos.addAll(caller.get());
        }
        next.set(end);
        medians.add(median(nanos));
      }
    } finally {
      analyze.stop();
    }
    assertThat(failures).as("seed " + seed).isEmpty();
    return medians;
  }

  private static List<Long> create(
      TestService service,
      List<PaymentLinkClient> merchants,
      AtomicInteger next,
      int end,
      Queue<String> failures) {
    List<Long> nanos = new ArrayList<>();
    Callback component = service.callback();
    for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
      PaymentLinkClient merchant = merchants.get(i % merchants.size());
      try {
        long start = System.nanoTime();
        String id =
            merchant
                .create(
                    NewPayment.builder()
                        .amount(new BigDecimal("7.25"))
                        .reference("order-" + i)
                        .build(),
                    "key-" + i)
                .paymentId();
        nanos.add(System.nanoTime() - start);
        merchant.status(id);
        if (i % 4 == 0) {
          component.report("payment.confirmed", id).expect(200);
        }
      } catch (RuntimeException | AssertionError e) {
        failures.add("payment " + i + ": " + e);
      }
    }
    return nanos;
  }

  private static List<Duration> slow(List<Duration> medians) {
    Duration quietest = medians.stream().min(Duration::compareTo).orElseThrow();
    Duration limit = quietest.multipliedBy(MAX_SLOWDOWN);
    return medians.stream()
        .filter(median -> median.compareTo(limit) > 0 && median.compareTo(NOISE) > 0)
        .toList();
  }

  private static Duration median(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return Duration.ofNanos(sorted.length == 0 ? Long.MAX_VALUE : sorted[sorted.length / 2]);
  }

  private static List<PaymentLinkClient> merchants(TestService service, int count) {
    return IntStream.range(0, count).mapToObj(i -> merchant(service, i)).toList();
  }

  private static PaymentLinkClient merchant(TestService service, int number) {
    Browser owner =
        service.verified(
            "grower-" + number + "@example.com", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    Reply key = owner.post("/merchant/api-keys", "{}").expect(201);
    service
        .operator()
        .put("/admin/api-keys/" + key.text("id"), "{\"limit\":100000,\"active\":true}")
        .expect(200);
    return PaymentLinkClient.at(service.baseUrl(), key.text("apiKey"), key.text("secretKey"));
  }

  /** Lets PostgreSQL look at its tables at random moments, as autovacuum would. */
  private static final class Analyze {
    private final Thread thread;
    private volatile boolean stopping;

    Analyze(String databaseUrl, long seed) {
      Jdbi jdbi = Jdbi.create(databaseUrl);
      Random random = new Random(seed);
      List<String> tables = new ArrayList<>(World.GROWING);
      tables.addAll(Arrays.asList("merchant", "api_key", ""));
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!stopping) {
                      LockSupport.parkNanos(random.nextLong(300_000_000));
                      String table = tables.get(random.nextInt(tables.size()));
                      jdbi.useHandle(handle -> handle.execute("analyze " + table));
                    }
                  });
    }

    void stop() throws InterruptedException {
      stopping = true;
      thread.join();
    }
  }
}
