package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.KeptConnection;
import dev.paylink.testing.Launcher;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.SignedCalls;
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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node with little memory and one processor survives bursts of connections that nobody signed in
 * for, and loses nothing that it acknowledged. {@code ./paylink soak small} does so for an hour.
 *
 * <p>The limit is held against the most memory that the process ever had, with pages of files that
 * the system could take back: more than a container would count.
 */
@Timeout(3 * 3600)
final class SmallMachineTest {
  /** What is left for sockets, and for a burst that is larger than this one. */
  private static final int LEFT_MIB = 64;

  private static final int CONNECTIONS = 48;

  /** At least this much of pages is read; more garbage than a small machine has memory. */
  private static final long BURST_BYTES = 600L * 1024 * 1024;

  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final List<String> PAGES =
      List.of("/openapi.json", "/docs", "/docs/guides/quickstart", "/llms-full.txt", "/");

  @TempDir Path folder;

  static List<Integer> memories() {
    return Rounds.of(1, 2) == 1 ? List.of(384) : List.of(512, 384);
  }

  @ParameterizedTest
  @MethodSource("memories")
  void bursts_on_a_small_machine_neither_end_it_nor_lose_a_payment(int memoryMib) {
    List<String> options =
        new ArrayList<>(Launcher.inContainer(folder.resolve("system"), memoryMib).javaOptions());
    options.add("-XX:ActiveProcessorCount=1");
    options.add("-XX:MaxRAM=" + memoryMib + "m"); // what a JVM sees in a container
    Map<String, String> environment = Map.of("PAYLINK_DATABASE_URL", TestDatabase.freshUrl());
    try (ServiceProcess service = ServiceProcess.with(options, folder, environment)) {
      Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
      long atStart = service.peakMemoryMib();
      AtomicLong bytes = new AtomicLong();
      long end = System.nanoTime() + Duration.ofSeconds(Rounds.of(1, 1800)).toNanos();
      Repeated burst =
          new Repeated(Thread.ofVirtual(), CONNECTIONS, until -> read(until, service.url(), bytes));
      Repeated merchants =
          new Repeated(Thread.ofVirtual(), 2, until -> pay(until, service.calls(), acknowledged));
      do {
        assertThat(service.peakMemoryMib()).isLessThan(memoryMib - LEFT_MIB);
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      } while (System.nanoTime() - end < 0 || bytes.get() < BURST_BYTES || acknowledged.isEmpty());
      burst.stop();
      merchants.stop();
      Await.until(
          "it is ready",
          () -> new Browser(service.internalUrl()).get("/health/ready").status() == 200);
      SignedCalls calls = service.calls();
      assertThat(acknowledged).isNotEmpty();
      acknowledged.forEach(id -> calls.get("/sdk/server/status/" + id).expect(200));
      System.out.printf(
          "small: %d MiB, %d payments acknowledged and there, peak %d MiB (%d at the start)%n",
          memoryMib, acknowledged.size(), service.peakMemoryMib(), atStart);
    }
  }

  /** Reads the pages one after the other; a node may refuse some, and answers the others. */
  private static void read(Repeated until, URI service, AtomicLong bytes) {
    while (until.goesOn()) {
      try (KeptConnection guest = new KeptConnection(service)) {
        while (until.goesOn()) {
          for (String page : PAGES) {
            long before = guest.bytes();
            guest.get(page);
            bytes.addAndGet(guest.bytes() - before);
          }
        }
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void pay(Repeated until, SignedCalls calls, Queue<String> acknowledged) {
    while (until.goesOn()) {
      try {
        Reply created = calls.create("{}");
        if (created.status() == 200) {
          acknowledged.add(created.text("paymentId"));
          calls.get("/sdk/server/status/" + created.text("paymentId"));
        }
      } catch (UncheckedIOException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
