package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.KeptConnection;
import dev.paylink.testing.Launcher;
import dev.paylink.testing.MemoryGroup;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node with little memory and one processor survives bursts of connections that nobody signed in
 * for, and loses nothing that it acknowledged. {@code ./paylink soak small} does so for an hour, in
 * a control group where the machine allows one: there the kernel ends what needs more.
 *
 * <p>The limit is also held against the most memory that the process ever had, with pages of files
 * that the system could take back: more than a container would count.
 */
@Timeout(6 * 3600)
final class SmallMachineTest {
  private static final boolean SOAK = Boolean.getBoolean("paylink.soak");

  /** What is left for sockets, and for a burst that is larger than this one. */
  private static final int LEFT_MIB = 64;

  private static final int CONNECTIONS = 48;

  /** At least this much of pages is read; more garbage than a small machine has memory. */
  private static final long BURST_BYTES = 600L * 1024 * 1024;

  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  /** In a soak, bursts of this length, and half as long without. */
  private static final Duration BURST = Duration.ofSeconds(20);

  /** From this length on, memory has settled after a tenth, and must stay flat. */
  private static final Duration SETTLED = Duration.ofMinutes(20);

  private static final double FLAT = 1.15;
  private static final List<String> PAGES =
      List.of("/openapi.json", "/docs", "/docs/guides/quickstart", "/llms-full.txt", "/");

  @TempDir Path folder;

  /** {@code -Dpaylink.small} names one size alone. */
  static List<Integer> memories() {
    Integer one = Integer.getInteger("paylink.small");
    return one != null ? List.of(one) : SOAK ? List.of(512, 384) : List.of(384);
  }

  @ParameterizedTest
  @MethodSource("memories")
  void bursts_on_a_small_machine_neither_end_it_nor_lose_a_payment(int memoryMib) {
    List<String> options =
        new ArrayList<>(Launcher.inContainer(folder.resolve("system"), memoryMib).javaOptions());
    options.add("-XX:ActiveProcessorCount=1");
    options.add("-XX:MaxRAM=" + memoryMib + "m"); // what a JVM sees in a container
    String url = TestDatabase.freshUrl();
    StringBuilder why = new StringBuilder("only in a soak");
    try (MemoryGroup group = SOAK ? MemoryGroup.make(memoryMib, clear(why)).orElse(null) : null;
        ServiceProcess service = service(group, options, url)) {
      String limit = group == null ? "no control group: " + why : "control group";
      Load load = new Load(service);
      Figures figures = new Figures(service);
      Duration length = SOAK ? Duration.ofMinutes(Rounds.of(0, 60)) : Duration.ofSeconds(1);
      long end = System.nanoTime() + length.toNanos();
      do {
        assertThat(service.peakMemoryMib()).isLessThan(memoryMib - LEFT_MIB);
        figures.sample();
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      } while (System.nanoTime() - end < 0
          || load.bytes.get() < BURST_BYTES
          || load.acknowledged.isEmpty());
      load.stop();
      Await.until(
          "it is ready",
          () -> new Browser(service.internalUrl()).get("/health/ready").status() == 200);
      Set<String> stored =
          Set.copyOf(
              new Stored(Jdbi.create(url))
                  .texts("select reference from payment where reference is not null"));
      long lost = load.acknowledged.stream().filter(each -> !stored.contains(each)).count();
      long kills = group == null ? 0 : group.kills();
      System.out.printf(
          "small: %d MiB (%s), one processor, %d s: %d requests, %d refused, %d payments"
              + " acknowledged, %d lost, %d kills; memory %s%n",
          memoryMib,
          limit,
          length.toSeconds(),
          load.requests.get(),
          load.refused.get(),
          load.acknowledged.size(),
          lost,
          kills,
          figures);
      assertThat(load.acknowledged).isNotEmpty();
      assertThat(lost).isZero();
      assertThat(kills).isZero();
      service.calls().get("/sdk/server/status/" + load.last).expect(200);
      if (length.compareTo(SETTLED) >= 0) {
        figures.requireFlat();
      }
    }
  }

  private static StringBuilder clear(StringBuilder text) {
    text.setLength(0);
    return text;
  }

  private ServiceProcess service(@Nullable MemoryGroup group, List<String> options, String url) {
    Map<String, String> environment =
        Map.of("PAYLINK_DATABASE_URL", url, "PAYLINK_KEY_LIMIT", "60000");
    return group == null
        ? ServiceProcess.with(options, folder, environment)
        : ServiceProcess.within(group, options, folder, environment);
  }

  /** The memory of the process over time, in MiB. */
  private static final class Figures {
    private final ServiceProcess service;
    private final long atStart;
    private final List<Long> samples = new ArrayList<>();

    Figures(ServiceProcess service) {
      this.service = service;
      this.atStart = service.ownMemoryMib();
    }

    void sample() {
      samples.add(service.ownMemoryMib());
    }

    /** The mean over one tenth of the time, 0 to 9. */
    private double tenth(int number) {
      int size = samples.size();
      return samples.subList(size * number / 10, Math.max(1, size * (number + 1) / 10)).stream()
          .mapToLong(Long::longValue)
          .average()
          .orElse((double) atStart);
    }

    void requireFlat() {
      assertThat(tenth(9)).as(toString()).isLessThan(tenth(1) * FLAT);
    }

    @Override
    public String toString() {
      return "%d MiB at the start, %.0f in the second tenth, %.0f in the last, peak %d with files"
          .formatted(atStart, tenth(1), tenth(9), service.peakMemoryMib());
    }
  }

  /** Guests in bursts, merchants that create and poll, and payers that open the pages of it. */
  private static final class Load {
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final long began = System.nanoTime();
    private final URI service;
    private final List<Repeated> all;
    private volatile String last = "";
    private volatile String page = "/";

    Load(ServiceProcess process) {
      this.service = process.url();
      this.all =
          List.of(
              new Repeated(Thread.ofVirtual(), CONNECTIONS, this::read),
              new Repeated(Thread.ofVirtual(), 2, until -> pay(until, process.calls())),
              new Repeated(Thread.ofVirtual(), 2, this::open));
    }

    void stop() {
      all.forEach(Repeated::stop);
    }

    private boolean bursts() {
      return !SOAK || (System.nanoTime() - began) % (BURST.toNanos() * 3 / 2) < BURST.toNanos();
    }

    /** Reads the pages one after the other; a node may refuse some, and answers the others. */
    private void read(Repeated until) {
      while (until.goesOn()) {
        if (!bursts()) {
          LockSupport.parkNanos(PAUSE_NANOS);
          continue;
        }
        guest(
            guest -> {
              while (until.goesOn() && bursts()) {
                for (String page : PAGES) {
                  get(guest, page);
                }
              }
            });
      }
    }

    /** A payer's browser: the page of a payment, again and again. */
    private void open(Repeated until) {
      while (until.goesOn()) {
        guest(
            guest -> {
              while (until.goesOn()) {
                get(guest, page);
                LockSupport.parkNanos(PAUSE_NANOS);
              }
            });
      }
    }

    /** Works on a connection. */
    @FunctionalInterface
    private interface Visit {
      void on(KeptConnection guest) throws IOException;
    }

    private void guest(Visit visit) {
      try (KeptConnection guest = new KeptConnection(service)) {
        visit.on(guest);
      } catch (IOException e) {
        refused.incrementAndGet();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }

    private void get(KeptConnection guest, String path) throws IOException {
      long before = guest.bytes();
      requests.incrementAndGet();
      count(guest.get(path));
      bytes.addAndGet(guest.bytes() - before);
    }

    private void count(int status) {
      if (status == 429 || status == 503) {
        refused.incrementAndGet();
      }
    }

    private void pay(Repeated until, SignedCalls calls) {
      while (until.goesOn()) {
        try {
          String reference = UUID.randomUUID().toString();
          requests.addAndGet(2);
          Reply created = calls.create("{\"reference\":\"" + reference + "\"}");
          count(created.status());
          if (created.status() == 200) {
            acknowledged.add(reference);
            last = created.text("paymentId");
            page = URI.create(created.text("paymentUrl")).getRawPath();
            count(calls.get("/sdk/server/status/" + last).status());
          }
        } catch (UncheckedIOException e) {
          refused.incrementAndGet();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
