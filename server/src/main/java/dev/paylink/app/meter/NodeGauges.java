package dev.paylink.app.meter;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.paylink.platform.Version;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.DatabaseState;
import dev.paylink.platform.redis.Redis;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The state of a node as gauges, up to date without traffic or logs. What is unknown is NaN, never
 * 0: an alert must not take it for good.
 */
public final class NodeGauges {
  private final MeterRegistry registry;
  private volatile @Nullable Instant lastBackup;

  public NodeGauges(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("paylink.info", () -> 1)
        .description("1, with the version as a label")
        .tag("version", Version.NUMBER)
        .register(registry);
    gauge(
        "paylink.backup.age.seconds",
        "how old the newest backup of paylink backup is",
        this::backupAgeSeconds);
    Runtime runtime = Runtime.getRuntime();
    gauge(
        "paylink.heap.used.bytes",
        "the part of the heap that is in use",
        () -> (double) runtime.totalMemory() - runtime.freeMemory());
    gauge("paylink.heap.max.bytes", "the largest heap", () -> (double) runtime.maxMemory());
    FunctionCounter.builder("paylink.gc.seconds", this, gauges -> collectedSeconds())
        .description("time that the collection of garbage took")
        .register(registry);
    files(
        "paylink.files.open",
        "files and connections that are open",
        os -> os.getOpenFileDescriptorCount());
    files(
        "paylink.files.max",
        "files and connections that may be open",
        os -> os.getMaxFileDescriptorCount());
  }

  /** Adds whether this node is ready, which is asked for when the metrics are read. */
  public void ready(BooleanSupplier ready) {
    gauge("paylink.ready", "1: this node is ready", () -> ready.getAsBoolean() ? 1.0 : 0.0);
  }

  /** Adds the free space of the disk with this folder. */
  public void disk(Path folder) {
    gauge("paylink.disk.free.bytes", "free space of the data folder's disk", () -> free(folder));
  }

  /** Adds the connections of the pool. */
  public void pool(Database database) {
    connections(database, "busy", DatabaseState.Connections::busy);
    connections(database, "idle", DatabaseState.Connections::idle);
    connections(database, "awaited", DatabaseState.Connections::awaited);
  }

  /** Adds whether Redis answers; unknown without one. */
  public void redis(@Nullable Redis redis) {
    gauge(
        "paylink.redis.up",
        "1: Redis answers; 0: it is away or too slow",
        () -> redis == null ? Double.NaN : redis.isAway() ? 0.0 : 1.0);
  }

  /** Notes when the newest backup was taken; null if there is none. */
  public void backup(@Nullable Instant newest) {
    lastBackup = newest;
  }

  private double backupAgeSeconds() {
    Instant last = lastBackup;
    return last == null ? Double.NaN : Duration.between(last, Instant.now()).toMillis() / 1e3;
  }

  private static double collectedSeconds() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum()
        / 1e3;
  }

  private static double free(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      return existing == null ? Double.NaN : Files.getFileStore(existing).getUsableSpace();
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  private void connections(
      Database database, String state, ToDoubleFunction<DatabaseState.Connections> number) {
    Gauge.builder("paylink.pool.connections", () -> number.applyAsDouble(database.connections()))
        .description("connections of the pool; awaited: those that somebody waits for")
        .tag("state", state)
        .register(registry);
  }

  private void files(
      String name, String description, ToDoubleFunction<UnixOperatingSystemMXBean> number) {
    gauge(
        name,
        description,
        () ->
            ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? number.applyAsDouble(os)
                : Double.NaN);
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }
}
