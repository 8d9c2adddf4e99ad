package dev.paylink.platform.db.backup;

import dev.paylink.platform.Version;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a backup of all tables as they are at one moment, while everybody else works on. It needs
 * the right to read them, nothing more, and one connection.
 *
 * <p>A backup is a ZIP file: {@code head.json}, the secrets if it is encrypted, each table in
 * PostgreSQL's binary COPY format, and {@code checks.json}. An encrypted one is that file behind
 * {@link #MAGIC}.
 */
public final class BackupWriter {
  static final byte[] MAGIC =
      "PAYLINK-BACKUP-1\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  static final String CONTEXT = "paylink backup 1";
  static final String HEAD = "head.json";
  static final String SECRETS = "secrets.properties";
  static final String TABLES = "tables/";
  static final String CHECKS = "checks.json";
  static final JsonMapper JSON = JsonMapper.shared();

  private final String jdbcUrl;
  private final @Nullable BackupCipher cipher;
  private final byte @Nullable [] secrets;
  private final @Nullable String encryptionKey;

  /**
   * Prepares a backup.
   *
   * @param cipher null for a backup that anybody can read
   * @param secrets the instance's own secrets, which only an encrypted backup takes along
   * @param encryptionKey the id of the key that encrypts secrets in the database; null if unknown
   */
  public BackupWriter(
      String jdbcUrl,
      @Nullable BackupCipher cipher,
      byte @Nullable [] secrets,
      @Nullable String encryptionKey) {
    this.jdbcUrl = jdbcUrl;
    this.cipher = cipher;
    this.secrets = secrets;
    this.encryptionKey = encryptionKey;
  }

  /** Writes the backup and returns how many rows each table has; closes the stream. */
  public BackupManifest.Checks write(OutputStream out) throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      if (cipher != null) {
        out.write(MAGIC);
      }
      try (ZipOutputStream zip =
          new ZipOutputStream(cipher == null ? out : cipher.encrypting(out, CONTEXT))) {
        zip.setLevel(Deflater.BEST_SPEED);
        return write(connection, zip);
      }
    }
  }

  private BackupManifest.Checks write(Connection connection, ZipOutputStream zip)
      throws IOException, SQLException {
    BackupQueries queries = new BackupQueries(connection);
    List<BackupManifest.Table> tables = queries.tables(); // begins the snapshot
    BackupManifest.Head head =
        new BackupManifest.Head(
            BackupManifest.FORMAT,
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            Version.NUMBER,
            queries.migrations(),
            tables,
            encryptionKey);
    put(zip, HEAD, JSON.writeValueAsBytes(head));
    if (cipher != null && secrets != null) {
      put(zip, SECRETS, secrets);
    }
    List<BackupManifest.Check> checks = new ArrayList<>();
    for (BackupManifest.Table table : tables) {
      checks.add(copy(connection, zip, table));
    }
    BackupManifest.Checks all = new BackupManifest.Checks(checks, queries.sequences());
    put(zip, CHECKS, JSON.writeValueAsBytes(all));
    connection.rollback();
    return all;
  }

  private static BackupManifest.Check copy(
      Connection connection, ZipOutputStream zip, BackupManifest.Table table)
      throws IOException, SQLException {
    zip.putNextEntry(new ZipEntry(TABLES + table.name()));
    MessageDigest digest = sha256();
    long rows =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut(
                "copy " + BackupQueries.columns(table) + " to stdout (format binary)",
                new DigestOutputStream(new Unclosed(zip), digest));
    zip.closeEntry();
    return new BackupManifest.Check(table.name(), rows, hex(digest));
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(bytes);
    zip.closeEntry();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** One entry of the ZIP file; the file goes on after it. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() {}
  }
}
