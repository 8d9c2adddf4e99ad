package dev.paylink.app;

import dev.paylink.app.meter.NodeGauges;
import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import dev.paylink.platform.Version;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.SizeStore;
import dev.paylink.platform.db.backup.BackupStore;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reports this node to the others for as long as it runs: that it is alive, what it leads, and its
 * problems. Once a day it notes the sizes of the tables. With each report it compares its clock
 * with the database's.
 */
final class Heartbeat implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final Duration FORGOTTEN = Duration.ofDays(1);
  private static final Duration SIZES_KEPT = Duration.ofDays(30);

  private final NodeStore nodes = new NodeStore();
  private final SizeStore sizes = new SizeStore();
  private final Jdbi jdbi;
  private final String name;
  private final ClockOffset clock;
  private final NodeGauges gauges;
  private final BackupStore backups = new BackupStore();
  private final Supplier<Report> report;
  private final Loop beating;
  private @Nullable LocalDate sampled;
  private volatile boolean closing;

  /** What a node tells about itself. */
  record Report(List<String> leads, List<String> troubles) {}

  /**
   * Begins to report.
   *
   * @param name of this node, the same after a restart
   */
  Heartbeat(
      Database database,
      String name,
      ClockOffset clock,
      NodeGauges gauges,
      Supplier<Report> report) {
    this.jdbi = database.workers();
    this.name = name;
    this.clock = clock;
    this.gauges = gauges;
    this.report = report;
    jdbi.useHandle(handle -> nodes.start(handle, name, Version.NUMBER));
    this.beating = new Loop("heartbeat", PAUSE, this::beat).start();
  }

  /** Reports that the node is stopping on purpose. */
  @Override
  public void close() {
    closing = true;
    beating.finish(); // which beats a last time
  }

  private void beat() {
    try {
      if (closing) {
        jdbi.useHandle(handle -> nodes.stop(handle, name));
      } else {
        report();
      }
    } catch (RuntimeException e) {
      if (!Outage.isBehind(e)) { // others say that the database is away
        throw e;
      }
    }
  }

  private void report() {
    clock.compare(() -> jdbi.withHandle(nodes::now));
    OutageLog.DATABASE.worked();
    gauges.backup(
        jdbi.withHandle(backups::all).stream()
            .map(BackupStore.Row::takenAt)
            .max(Comparator.naturalOrder())
            .orElse(null));
    Report now = report.get();
    jdbi.useHandle(
        handle -> {
          if (!nodes.beat(handle, name, now.leads, now.troubles)) {
            nodes.start(handle, name, Version.NUMBER);
          }
        });
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    if (!today.equals(sampled)) {
      jdbi.useTransaction(
          handle -> {
            nodes.forget(handle, FORGOTTEN);
            sizes.sample(handle, SIZES_KEPT);
          });
      sampled = today;
    }
  }
}
