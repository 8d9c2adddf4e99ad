package dev.paylink.desk.system;

import dev.paylink.mail.Mail;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.SizeStore;
import dev.paylink.platform.db.SlowStatementQueries;
import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.backup.BackupStore;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import dev.paylink.webhook.settings.WebhookHealthQueries;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the state of the instance. No statement takes longer than {@link #PATIENCE_SECONDS}, and
 * what the database itself may be slow to tell is left out then.
 */
public final class ReadSystem {
  private static final int PATIENCE_SECONDS = 2;
  private static final String CANCELLED = "57014";

  private final HeldStore held = new HeldStore();
  private final NodeStore nodes = new NodeStore();
  private final BackupStore backups = new BackupStore();
  private final SizeStore sizes = new SizeStore();
  private final SlowStatementQueries slow = new SlowStatementQueries();
  private final Jdbi jdbi;
  private final DeliveryQueueQueries deliveries;
  private final ExhaustedQueries exhausted;
  private final WebhookHealthQueries health;
  private final Options options;

  /**
   * What only the configuration and the neighbours know.
   *
   * @param deletes whether the configuration lets anything be deleted
   * @param archive tells null where nothing is archived
   */
  public record Options(
      boolean live,
      boolean deletes,
      Supplier<ArchiveMeters.@Nullable State> archive,
      Supplier<List<ChainState>> chains,
      Supplier<List<RelayState>> relays) {}

  public ReadSystem(
      Jdbi jdbi,
      DeliveryQueueQueries deliveries,
      ExhaustedQueries exhausted,
      WebhookHealthQueries health,
      Options options) {
    this.jdbi = jdbi;
    this.deliveries = deliveries;
    this.exhausted = exhausted;
    this.health = health;
    this.options = options;
  }

  public SystemFacts handle() {
    DeliveryQueueQueries.Depth depth = deliveries.depth();
    int unattended = exhausted.count();
    int failing = health.failing().size();
    List<ChainState> chains = options.chains.get();
    List<RelayState> relays = options.relays.get();
    return jdbi.withHandle(
        handle -> {
          handle.getConfig(SqlStatements.class).setQueryTimeout(PATIENCE_SECONDS);
          return new SystemFacts(
              Instant.now(),
              options.live,
              depth,
              unattended,
              failing,
              held.count(handle),
              Mail.depth(handle),
              nodes.all(handle),
              chains,
              relays,
              backups.all(handle),
              options.archive.get(),
              options.deletes,
              Retention.runs(handle),
              inTime(handle, sizes::largest),
              inTime(handle, slow::slowest));
        });
  }

  private static <T> @Nullable T inTime(Handle handle, Function<Handle, @Nullable T> query) {
    try {
      return query.apply(handle);
    } catch (UnableToExecuteStatementException e) {
      if (e.getCause() instanceof SQLException cause && CANCELLED.equals(cause.getSQLState())) {
        return null;
      }
      throw e;
    }
  }
}
