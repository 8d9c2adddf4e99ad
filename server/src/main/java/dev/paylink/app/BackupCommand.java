package dev.paylink.app;

import dev.paylink.app.config.BackupConfig;
import dev.paylink.app.config.KeptSecrets;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.db.archive.ArchiveRestore;
import dev.paylink.platform.db.backup.BackupCipher;
import dev.paylink.platform.db.backup.BackupManifest;
import dev.paylink.platform.db.backup.BackupReader;
import dev.paylink.platform.db.backup.BackupStore;
import dev.paylink.platform.db.backup.BackupWriter;
import dev.paylink.platform.db.backup.PlainBackups;
import dev.paylink.platform.file.FileFault;
import dev.paylink.platform.file.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Backs up the database while the service runs, and verifies the file before it reports success.
 */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Back up the database while the service runs.",
      "Writes DIR/paylink-<time>.backup, reads it again and checks it; - writes to standard output,"
          + " unchecked. With backup.key it is encrypted and has the instance's secrets in it."
    },
    subcommands = BackupCommand.Check.class)
final class BackupCommand extends DataCommand {
  private static final String END = ".backup";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'paylink-'yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @Mixin DatabaseChoice database = new DatabaseChoice();

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "A folder, or -.")
  @Nullable String target;

  @Override
  public Integer call() throws Exception {
    String to = target;
    if (to == null) {
      throw misused("Where to? Name a folder, or -");
    }
    Settings settings = database.settings();
    BackupCipher cipher = BackupConfig.cipher(settings);
    byte[] secrets = KeptSecrets.forBackup(database.folder(), settings);
    return database.use(
        url -> {
          BackupWriter writer =
              new BackupWriter(url, cipher, secrets, KeptSecrets.encryptionKeyId(secrets));
          Instant began = Instant.now();
          if (to.equals("-")) {
            writer.write(new BufferedOutputStream(System.out));
            note(url, new BackupStore.Row(BackupStore.Kind.stream, began, null));
          } else {
            Written written = write(writer, Path.of(to), cipher);
            report(written, cipher != null);
            note(url, new BackupStore.Row(BackupStore.Kind.file, began, Files.size(written.file)));
          }
          return 0;
        });
  }

  /** Lets the desk know. The backup is good without that: the user may read only. */
  private void note(String url, BackupStore.Row backup) {
    try {
      BackupStore.note(url, backup);
    } catch (SQLException e) {
      warn("The desk will not show this backup: " + e.getMessage());
    }
  }

  private record Written(Path file, BackupManifest.Checks checks) {}

  /** Writes to a temporary name, verifies the file, then renames it. */
  private static Written write(BackupWriter writer, Path folder, @Nullable BackupCipher cipher)
      throws Exception {
    PrivateFiles.createFolder(folder);
    Path file = folder.resolve(NAME.format(Instant.now()) + END);
    Path partial = folder.resolve(file.getFileName() + ".partial");
    if (Files.exists(file) || Files.exists(partial)) {
      throw new IOException(file + " exists already");
    }
    PrivateFiles.createFile(partial);
    BackupManifest.Checks checks;
    try {
      try (FileOutputStream out = new FileOutputStream(partial.toFile())) {
        checks = writer.write(new Synced(out));
      }
      new BackupReader(cipher, PlainBackups.REFUSED).verify(Files.newInputStream(partial));
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(partial);
    }
    return new Written(file, checks);
  }

  private void report(Written written, boolean encrypted) throws IOException {
    long rows = written.checks.tables().stream().mapToLong(BackupManifest.Check::rows).sum();
    tell(
        "%s: %d rows of %d tables, %d bytes, %s, verified",
        written.file,
        rows,
        written.checks.tables().size(),
        Files.size(written.file),
        encrypted ? "encrypted" : "not encrypted");
    if (!encrypted) {
      tell(
          "It does not contain encryption.key; keep that apart, or the secrets in it cannot be read.");
    }
  }

  /** A file whose bytes are on disk when it is closed. */
  private static final class Synced extends BufferedOutputStream {
    private final FileOutputStream file;

    Synced(FileOutputStream file) {
      super(file, 1 << 16);
      this.file = file;
    }

    @Override
    public void close() throws IOException {
      flush();
      file.getFD().sync();
      super.close();
    }
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Check that the newest backup in a folder, or one file, is young enough and whole.",
        "The folder of backup.wal is checked from its newest base backup to its end.",
        "For cron: exits with 1 if it is missing or too old, 3 if backup.key is not its key, 4 if it"
            + " is damaged."
      })
  static final class Check extends DataCommand {
    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Configuration file, for backup.key.")
    @Nullable Path config;

    @Option(
        names = PlainBackups.OPTION,
        description = "Accept a backup that is not encrypted although backup.key is set.")
    boolean allowPlain;

    @Option(
        names = "--max-age-hours",
        paramLabel = "HOURS",
        defaultValue = "26",
        description = "How old the newest one may be (default: ${DEFAULT-VALUE}).")
    int maxAgeHours;

    @Parameters(paramLabel = "DIR|FILE", description = "Where the backups are.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path where;

    @Override
    public Integer call() throws Exception {
      if (ArchiveRestore.isArchive(where)) {
        return checked(where, this::archive);
      }
      Path file = Files.isDirectory(where) ? newest(where) : where;
      if (file == null) {
        warn("no backup in " + where);
        return 1;
      }
      return checked(file, () -> backup(file));
    }

    /**
     * A backup that was read to its end and is whole.
     *
     * @param since the time whose data it has for certain
     * @param state what else there is to say
     */
    private record Whole(Instant since, String state) {}

    /** Reads a backup. */
    @FunctionalInterface
    private interface Reading {
      Whole read() throws IOException, SQLException;
    }

    /** Reports a good backup, and what is wrong with any other; returns the exit code. */
    private int checked(Path what, Reading reading) throws SQLException {
      Whole whole;
      try {
        whole = reading.read();
      } catch (IOException e) {
        warn(what + ": " + FileFault.reason(e));
        return StartFailure.exitCode(e);
      }
      String found = what + ": whole, " + whole.state;
      Duration age = Duration.between(whole.since, Instant.now());
      if (age.compareTo(Duration.ofHours(maxAgeHours)) > 0) {
        warn(found + ": too old");
        return 1;
      }
      tell("%s", found);
      return 0;
    }

    private Whole backup(Path file) throws IOException, SQLException {
      Instant created =
          new BackupReader(cipher(), PlainBackups.allowedIf(allowPlain))
              .verify(Files.newInputStream(file))
              .createdAt();
      long hours = Duration.between(created, Instant.now()).toHours();
      return new Whole(created, "of %s, %d hours old".formatted(created, hours));
    }

    private Whole archive() throws IOException {
      ArchiveRestore.State state =
          new ArchiveRestore(where, cipher(), PlainBackups.allowedIf(allowPlain)).verify();
      return new Whole(
          state.newestBase(),
          "base backup of %s, WAL until %s".formatted(state.newestBase(), state.until()));
    }

    private @Nullable BackupCipher cipher() {
      return BackupConfig.cipher(Main.settings(config));
    }

    private static @Nullable Path newest(Path folder) throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> backups = files.filter(file -> file.toString().endsWith(END)).toList();
        return backups.stream().max(Comparator.comparing(Path::toString)).orElse(null);
      }
    }
  }
}
