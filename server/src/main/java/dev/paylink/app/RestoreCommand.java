package dev.paylink.app;

import dev.paylink.app.config.BackupConfig;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.KeptSecrets;
import dev.paylink.platform.db.archive.ArchiveRestore;
import dev.paylink.platform.db.backup.BackupManifest;
import dev.paylink.platform.db.backup.BackupReader;
import dev.paylink.platform.db.backup.PlainBackups;
import dev.paylink.platform.db.backup.RestoreTarget;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.platform.file.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores a backup into a new folder or an empty database; it never overwrites anything. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Restore a backup into a new data folder, or into an empty database with --url.",
      "With --url, --data names the new folder that gets the instance's secrets.",
      "Restores the folder of backup.wal up to a point in time, into a new data folder."
    })
final class RestoreCommand extends DataCommand {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file, for backup.key.")
  @Nullable Path config;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "A folder that is empty or does not exist yet.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  Path data;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Address of an empty database (postgres://… or jdbc:postgresql://…), for the role that is"
              + " to own the tables.")
  @Nullable String url;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = PointInTime.class,
      description = "The point in time, such as 2026-11-16T09:30:00Z (default: all there is).")
  @Nullable Instant until;

  @Option(
      names = PlainBackups.OPTION,
      description = "Accept a backup that is not encrypted although backup.key is set.")
  boolean allowPlain;

  @Parameters(
      paramLabel = "FILE",
      description = "The backup, - for standard input, or the folder of backup.wal.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  String file;

  private boolean hasSecrets;
  private @Nullable EmbeddedPostgres embedded;
  private boolean hasTables;

  @Override
  public Integer call() throws Exception {
    if (!file.equals("-") && ArchiveRestore.isArchive(Path.of(file))) {
      return restoreArchive();
    }
    if (Files.isDirectory(Path.of(file))) {
      throw new IOException(
          file + " is a folder, and not one of backup.wal; name a file, such as *.backup in it");
    }
    if (until != null) {
      throw misused("--until is for the folder of backup.wal: a backup is one moment");
    }
    refuseUsedFolder();
    try {
      report(restore());
    } catch (IOException | SQLException e) {
      throw failed(e);
    } finally {
      if (embedded != null) {
        embedded.close();
      }
    }
    return 0;
  }

  private int restoreArchive() throws Exception {
    if (url != null) {
      throw misused("An archive of WAL restores into a data folder, not with --url");
    }
    refuseUsedFolder();
    String last;
    try {
      last =
          new ArchiveRestore(
                  Path.of(file),
                  BackupConfig.cipher(Main.settings(config)),
                  PlainBackups.allowedIf(allowPlain))
              .restore(data, until, this::keepSecrets);
    } catch (IOException e) {
      throw failed(e);
    }
    tell(
        "Restored %s into %s; the last transaction is of %s UTC.",
        file, data, Objects.requireNonNullElse(last, "the base backup's time"));
    reportSecrets(null);
    return 0;
  }

  private void keepSecrets(byte[] secrets) {
    KeptSecrets.restore(data, secrets);
    hasSecrets = true;
  }

  private void refuseUsedFolder() throws IOException {
    if (isUsed(data)) {
      throw new IOException(data + " is not empty; restore into a new folder");
    }
  }

  /** Says what is left to delete, if the restore had begun when it failed. */
  private Exception failed(Exception e) throws IOException {
    if (url != null && hasTables) {
      return new IOException(
          "%s; recreate the database and %s and restore again"
              .formatted(StartFailure.oneLine(e), data),
          e);
    }
    return isUsed(data)
        ? new IOException(
            "%s; delete %s and restore again".formatted(StartFailure.oneLine(e), data), e)
        : e;
  }

  private static boolean isUsed(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isPresent();
    }
  }

  /** Makes what is restored into, once the backup has shown that it is one. */
  private String begin() {
    PrivateFiles.createFolder(data);
    if (url != null) {
      return ConfigReader.databaseUrl("--url", url);
    }
    EmbeddedPostgres started = EmbeddedPostgres.start(data, EmbeddedPostgresOptions.defaults());
    embedded = started;
    return started.jdbcUrl();
  }

  private BackupManifest.Head restore() throws IOException, SQLException {
    BackupReader reader =
        new BackupReader(
            BackupConfig.cipher(Main.settings(config)), PlainBackups.allowedIf(allowPlain));
    RestoreTarget target = new RestoreTarget(this::begin, this::keepSecrets);
    try (target) {
      reader.read(open(), target);
      return Objects.requireNonNull(target.head());
    } finally {
      hasTables = target.hasTables();
    }
  }

  private InputStream open() throws IOException {
    return file.equals("-") ? System.in : Files.newInputStream(Path.of(file));
  }

  private void report(BackupManifest.Head head) {
    tell(
        "Restored the backup of %s into %s.",
        head.createdAt(), url == null ? data : "the database; secrets belong to " + data);
    reportSecrets(head.encryptionKey());
  }

  private void reportSecrets(@Nullable String encryptionKey) {
    if (hasSecrets) {
      tell("The instance's secrets are in %s.", data.resolve("secrets.properties"));
    } else {
      tell(
          "The backup has no secrets. Before you start, set encryption.key to that of the old"
              + " instance%s, or copy secrets.properties of the old data folder to %s.",
          encryptionKey == null ? "" : " (the one with the id " + encryptionKey + ")", data);
    }
  }

  /** Reads a time, and says how to write one. */
  static final class PointInTime implements CommandLine.ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new CommandLine.TypeConversionException(
            "'%s' is not a time; write it in UTC, such as 2026-11-16T09:30:00Z".formatted(text));
      }
    }
  }
}
