package dev.paylink.platform.db.backup;

import dev.paylink.platform.db.Migrations;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Restores a backup into an empty database, as the owner of its tables.
 *
 * <ul>
 *   <li>A database with any table is refused: nothing is overwritten.
 *   <li>The migrations of the backup's own version make the tables; later ones follow at the end.
 *   <li>All rows are one transaction, committed only after the last check: a damaged backup leaves
 *       tables without rows.
 * </ul>
 */
public final class RestoreTarget implements BackupReader.Target, AutoCloseable {
  private final Supplier<String> place;
  private final Consumer<byte[]> secrets;
  private String jdbcUrl = "";
  private boolean hasTables;
  private @Nullable Connection connection;
  private List<List<String>> triggers = List.of();
  private BackupManifest.@Nullable Head head;

  /**
   * @param place makes the database, if need be, and returns its address for the role that is to
   *     own the tables; asked when the backup is known to be one that can be restored
   * @param secrets takes the instance's secrets, if the backup has them
   */
  public RestoreTarget(Supplier<String> place, Consumer<byte[]> secrets) {
    this.place = place;
    this.secrets = secrets;
  }

  /** Returns what the backup said about itself; null before it was read. */
  public BackupManifest.@Nullable Head head() {
    return head;
  }

  /** Returns whether the database is no longer empty. */
  public boolean hasTables() {
    return hasTables;
  }

  @Override
  public void begin(BackupManifest.Head begun) throws IOException, SQLException {
    head = begun;
    if (!begun.migrations().stream().allMatch(RestoreTarget::mayBeOurs)) {
      throw otherBuild(begun);
    }
    int version = Integer.parseInt(begun.migrations().getLast().version());
    if (version > Migrations.newest()) {
      throw new IOException(
          "the backup is newer than this program (schema version %d; this one knows %d); restore it with version %s or newer"
              .formatted(version, Migrations.newest(), begun.version()));
    }
    jdbcUrl = place.get();
    try (Connection fresh = DriverManager.getConnection(jdbcUrl)) {
      if (!new BackupQueries(fresh).isEmpty()) {
        throw new IOException("the database is not empty; restore into a new one");
      }
    }
    hasTables = true;
    Migrations.to(jdbcUrl, begun.migrations().getLast().version());
    Connection opened = DriverManager.getConnection(jdbcUrl);
    connection = opened;
    opened.setAutoCommit(false);
    BackupQueries queries = new BackupQueries(opened);
    if (!queries.migrations().equals(begun.migrations())
        || !queries.tables().equals(begun.tables())) {
      throw otherBuild(begun);
    }
    triggers = queries.insertTriggers();
    queries.enableTriggers(triggers, false);
  }

  private static boolean mayBeOurs(BackupManifest.Migration migration) {
    return Migrations.mayKnow(Integer.parseInt(migration.version()), migration.checksum());
  }

  private static IOException otherBuild(BackupManifest.Head begun) {
    return new IOException(
        "the backup was made by another build of the service; restore it with version "
            + begun.version());
  }

  @Override
  public void secrets(byte[] properties) {
    secrets.accept(properties);
  }

  @Override
  public long table(BackupManifest.Table table, InputStream rows) throws IOException, SQLException {
    return opened()
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("copy " + BackupQueries.columns(table) + " from stdin (format binary)", rows);
  }

  @Override
  public void end(BackupManifest.Checks checks) throws SQLException {
    BackupQueries queries = new BackupQueries(opened());
    for (BackupManifest.Sequence sequence : checks.sequences()) {
      queries.setSequence(sequence);
    }
    queries.enableTriggers(triggers, true);
    opened().commit();
    opened().close();
    Migrations.to(jdbcUrl, null);
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }

  private Connection opened() {
    return java.util.Objects.requireNonNull(connection);
  }
}
