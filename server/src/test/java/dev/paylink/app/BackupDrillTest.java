package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.db.backup.BackupCipher;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A backup made under load has every payment that was answered before it began, and a restore
 * brings each of them back; what is damaged, cut or would overwrite something is refused.
 */
final class BackupDrillTest {
  private static final int ANSWERED = Rounds.of(40, 50_000);

  /** What is answered meanwhile is looked up in every restored database: few are enough. */
  private static final Duration PAUSE = Duration.ofMillis(ANSWERED < 1_000 ? 200 : 10);

  private static final int WRONG_KEY = 3;
  private static final int DAMAGED = 4;
  private static final String ARCHIVE_KEY = "a key for the archive alone";

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  @Test
  void backup_of_an_external_database_under_load_brings_every_payment_back() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("paylink.properties"),
            """
            backup.key = a key for backups alone
            encryption.key = the-encryption-key-of-tests
            data.folder = %s
            """
                .formatted(folder.resolve("old")));
    String url = TestDatabase.freshUrl();
    Answered answered = backUpUnderLoad(url, () -> {}, "--config", config.toString(), "--url", url);
    Path backup = backup();
    Path byService = folder.resolve("by the service's role");
    String[] asService = {"--url", TestDatabase.serviceUrl(url), byService.toString()};
    assertThat(run(new BackupCommand(), asService)).as(output.toString()).isZero();
    assertThat(check(byService.toString())).as(output.toString()).isZero();
    assertThat(Files.readString(backup, java.nio.charset.StandardCharsets.ISO_8859_1))
        .startsWith("PAYLINK-BACKUP-1\n")
        .doesNotContain("tables/");

    String restored = TestDatabase.emptyUrl();
    Path data = folder.resolve("new");
    String[] restore = {
      "--config", config.toString(), "--url", restored, "--data", data.toString(), backup.toString()
    };
    assertThat(run(new RestoreCommand(), restore)).as(output.toString()).isZero();
    assertThat(Files.readString(data.resolve("secrets.properties")))
        .contains("the-encryption-key-of-tests");
    answered.verifyIn(restored, answered.before);

    // A second time there is something to overwrite: in the folder, and in the database.
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString()).contains("is not empty; restore into a new folder");
    restore[5] = folder.resolve("another").toString();
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString()).contains("the database is not empty; restore into a new one");

    checkDamaged(backup, config);
    refuseBeforeAnythingIsMade(backup, config);
  }

  /** What cannot be restored leaves no folder in the way of the next try. */
  private void refuseBeforeAnythingIsMade(Path damaged, Path config) throws Exception {
    Path data = folder.resolve("not made");
    String[] restore = {"--config", config.toString(), "--data", data.toString(), ""};
    restore[4] = folder.resolve("mistyped.backup").toString();
    assertThat(restoreFault(1, restore)).isEqualTo(restore[4] + ": no such file or folder");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[40] ^= 1; // where a restore begins to read
    Files.write(damaged, bytes);
    restore[4] = damaged.toString();
    assertThat(restoreFault(DAMAGED, restore))
        .isEqualTo("the backup is damaged: not all of it decrypts, although backup.key is right");
    Path other = Files.writeString(folder.resolve("other"), "backup.key = another key of backups");
    String[] withOther = restore.clone();
    withOther[1] = other.toString();
    assertThat(restoreFault(WRONG_KEY, withOther))
        .matches(
            "backup.key is not the key of this backup, which was encrypted with key [0-9a-f]{16};"
                + " yours is key [0-9a-f]{16}");
    restore[4] = backupOf("99.1.0", 9999).toString();
    assertThat(restoreFault(1, restore))
        .startsWith("the backup is not encrypted, but backup.key is");
    restore = java.util.Arrays.copyOf(restore, 6);
    restore[5] = "--allow-plain";
    assertThat(restoreFault(1, restore))
        .startsWith("the backup is newer than this program (schema version 9999; ")
        .endsWith("restore it with version 99.1.0 or newer");
    restore[4] = backupOf("0.0.1", 1).toString();
    assertThat(restoreFault(1, restore))
        .isEqualTo(
            "the backup was made by another build of the service; restore it with version 0.0.1");
    assertThat(data).doesNotExist();
  }

  private static String restoreFault(int exitCode, String... arguments) {
    String[] fault = {""};
    int exited =
        new CommandLine(new RestoreCommand())
            .setExecutionExceptionHandler(
                (e, command, result) -> {
                  fault[0] = StartFailure.oneLine(e);
                  return StartFailure.exitCode(e);
                })
            .execute(arguments);
    assertThat(exited).as(fault[0]).isEqualTo(exitCode);
    return fault[0];
  }

  /** A backup that says what it is of; no migration of ours has its checksum. */
  private Path backupOf(String version, int migration) throws IOException {
    Path file = folder.resolve(version + ".backup");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("head.json"));
      zip.write(
          """
          {"format":1,"createdAt":"2030-01-01T00:00:00Z","version":"%s",
           "migrations":[{"version":"%d","checksum":1}],"tables":[],"encryptionKey":null}
          """
              .formatted(version, migration)
              .getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  @Test
  void backup_of_an_embedded_database_under_load_brings_every_payment_back() throws Exception {
    Path old = folder.resolve("old");
    Path archive = Files.createDirectory(folder.resolve("archive"));
    Path target = Files.createSymbolicLink(folder.resolve("target"), archive);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Answered answered;
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(old, EmbeddedPostgresOptions.defaults())) {
      Files.writeString(old.resolve("secrets.properties"), "encryption.key=0123456789abcdef\n");
      List<WalArchive> opened = new ArrayList<>();
      answered =
          backUpUnderLoad(
              postgres.jdbcUrl(),
              () -> opened.add(archive(postgres, old, target, registry)),
              "--data",
              old.toString());
      breakAndMend(target, opened.getFirst(), registry, postgres.jdbcUrl());
      ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);
      opened.getFirst().close();
    }
    assertThat(output.toString()).contains("not encrypted", "does not contain encryption.key");
    Path data = folder.resolve("new");
    assertThat(run(new RestoreCommand(), "--data", data.toString(), backup().toString()))
        .as(output.toString())
        .isZero();
    assertThat(output.toString()).containsPattern("\\(the one with the id 01");
    assertThat(data.resolve("secrets.properties")).doesNotExist();
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(data, EmbeddedPostgresOptions.defaults())) {
      answered.verifyIn(postgres.jdbcUrl(), answered.before);
    }
    restorePointInTime(archive, answered);
    checkDamagedArchive(archive);
  }

  private void restorePointInTime(Path archive, Answered answered) throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "backup.key = " + ARCHIVE_KEY + "\n");
    Path then = folder.resolve("then");
    String[] restore = {
      "--config", key.toString(), "--data", then.toString(), "--until", "", archive.toString()
    };
    restore[5] = "2001-01-01T00:00:00Z";
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString())
        .contains("there is no base backup from before 2001", "; the earliest time is 2");
    assertThat(then).doesNotExist();
    restore[5] = "9:30";
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString())
        .contains("'9:30' is not a time; write it in UTC, such as 2026-11-16T09:30:00Z");
    restore[5] = "2199-01-01T00:00:00Z";
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString()).contains("the archive ends at 2");
    restore[5] = answered.until.toString();
    assertThat(run(new RestoreCommand(), restore)).as(output.toString()).isZero();
    assertThat(Files.readString(then.resolve("secrets.properties"))).contains("0123456789abcdef");
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(then, EmbeddedPostgresOptions.defaults())) {
      assertThat(count(postgres, answered.late)).isEqualTo("0");
      answered.verifyIn(postgres.jdbcUrl(), answered.beforeUntil);
    }
    assertThat(run(new RestoreCommand(), restore)).isNotZero();
    assertThat(output.toString()).contains("is not empty; restore into a new folder");

    Path end = folder.resolve("end");
    assertThat(
            run(
                new RestoreCommand(),
                "--config",
                key.toString(),
                "--data",
                end.toString(),
                archive.toString()))
        .as(output.toString())
        .isZero();
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(end, EmbeddedPostgresOptions.defaults())) {
      assertThat(count(postgres, answered.late)).isEqualTo("1");
      assertThat(
              Integer.parseInt(
                  new Stored(Jdbi.create(postgres.jdbcUrl())).text("select count(*) from payment")))
          .isGreaterThanOrEqualTo(answered.all);
    }
  }

  private static String count(EmbeddedPostgres postgres, String reference) {
    return new Stored(Jdbi.create(postgres.jdbcUrl()))
        .text("select count(*)::text from payment where reference = '" + reference + "'");
  }

  /** An archive of everything, encrypted, with its first base backup. */
  private static WalArchive archive(
      EmbeddedPostgres postgres, Path data, Path archive, PrometheusMeterRegistry registry) {
    ArchiveMeters unread = new ArchiveMeters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    // The key is set later: what was archived before it is in the way of nothing.
    WalArchive plain =
        new WalArchive(postgres, data, options(archive, null, Duration.ofHours(1)), unread);
    String last;
    try {
      Await.until("a plain base backup is archived", () -> hasBase(archive, ".zip"));
      last = position(postgres);
    } finally {
      plain.close();
    }
    assertThat(endOfWal(archive)).as("WAL at the close").isGreaterThanOrEqualTo(last);
    WalArchive opened =
        new WalArchive(
            postgres,
            data,
            options(archive, new BackupCipher(new Secret(ARCHIVE_KEY)), Duration.ofMillis(200)),
            new ArchiveMeters(registry));
    Await.until("a base backup is archived", () -> hasBase(archive, ".zip.enc"));
    return opened;
  }

  /** Commits something and returns the position after it, as the names of the archive have it. */
  private static String position(EmbeddedPostgres postgres) {
    return Jdbi.create(postgres.superuserUrl())
        .withHandle(
            handle -> {
              handle.execute("create table last (id int); drop table last");
              return handle
                  .createQuery(
                      "select lpad(to_hex((pg_current_wal_flush_lsn() - '0/0')::bigint), 16, '0')")
                  .mapTo(String.class)
                  .one();
            });
  }

  /** The position up to which the pieces of an archive go. */
  private static String endOfWal(Path archive) {
    try {
      return newest(archive, "wal-").getFileName().toString().split("-", -1)[3];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WalArchive.Options options(
      Path archive, @Nullable BackupCipher cipher, Duration interval) {
    return new WalArchive.Options(
        archive,
        null,
        interval,
        Duration.ofHours(1),
        Duration.ofDays(1),
        cipher,
        () -> "encryption.key=0123456789abcdef\n".getBytes(StandardCharsets.UTF_8));
  }

  private static boolean hasBase(Path archive, String end) throws IOException {
    try (Stream<Path> files = Files.walk(archive.toRealPath())) {
      return files.anyMatch(file -> file.toString().endsWith(end));
    }
  }

  /** A target that cannot be written shows, stops nothing, and leaves no gap. */
  private static void breakAndMend(
      Path target, WalArchive wal, PrometheusMeterRegistry registry, String url) throws Exception {
    Path archive = target.toRealPath();
    lead(target, Files.writeString(target.resolveSibling("file"), "not a folder"));
    Jdbi.create(url).useHandle(handle -> handle.execute("create table broken (id int)"));
    Await.until(
        "the archive says that it fails",
        () -> registry.get("paylink.archive.failures").counter().count() > 0);
    Jdbi.create(url).useHandle(handle -> handle.execute("drop table broken"));
    assertThat(registry.get("paylink.archive.age.seconds").gauge().value()).isPositive();
    lead(target, archive);
    Await.until("everything is archived", wal::hasEverything);
  }

  /** Without a moment at which nothing is there: somebody could make a folder. */
  private static void lead(Path link, Path to) throws IOException {
    Path fresh = Files.createSymbolicLink(link.resolveSibling("fresh"), to);
    Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
  }

  private void checkDamagedArchive(Path archive) throws Exception {
    String key = folder.resolve("key").toString();
    assertThat(check("--config", key, archive.toString())).as(output.toString()).isZero();
    assertThat(output.toString()).contains(": whole, base backup of ");
    assertThat(check("--config", key, "--max-age-hours", "-1", archive.toString())).isOne();
    refusePlainPieces(archive, key);
    for (String wrong : List.of("", "backup.key = another key of archives\n")) {
      String other = Files.writeString(folder.resolve("other"), wrong).toString();
      assertThat(check("--config", other, archive.toString())).as(wrong).isEqualTo(WRONG_KEY);
      Path data = folder.resolve("with a wrong key");
      assertThat(
              restoreFault(
                  WRONG_KEY, "--config", other, "--data", data.toString(), archive.toString()))
          .contains("backup.key");
      assertThat(data).doesNotExist();
    }
    List<Path> pieces;
    try (Stream<Path> files = Files.walk(archive)) {
      pieces = files.filter(file -> file.toString().endsWith(".gz.enc")).sorted().toList();
    }
    assertThat(pieces).hasSizeGreaterThan(1);
    Path piece = pieces.get((pieces.size() - 1) / 2);
    byte[] whole = Files.readAllBytes(piece);
    byte[] changed = whole.clone();
    changed[whole.length / 2] ^= 1;
    Files.write(piece, changed);
    assertThat(check("--config", key, archive.toString())).as("changed").isEqualTo(DAMAGED);
    Files.write(piece, Files.readAllBytes(pieces.getLast()));
    assertThat(check("--config", key, archive.toString())).as("another's bytes").isEqualTo(DAMAGED);
    Files.delete(piece);
    assertThat(check("--config", key, archive.toString())).as("a gap").isEqualTo(DAMAGED);
    assertThat(output.toString()).contains("WAL is missing before ");
  }

  /** A piece that somebody without the key has put into the place of ours is refused. */
  private void refusePlainPieces(Path archive, String key) throws Exception {
    for (String kind : List.of("base-", "wal-")) {
      Path sealed = newest(archive, kind);
      byte[] kept = Files.readAllBytes(sealed);
      String name = sealed.getFileName().toString().replace(".enc", "");
      Path forged = sealed.resolveSibling(name);
      String context =
          sealed.getName(sealed.getNameCount() - 2)
              + "/"
              + String.join("-", List.of(name.split("-", -1)).subList(0, 3));
      try (InputStream plain =
          new BackupCipher(new Secret(ARCHIVE_KEY))
              .decrypting(Files.newInputStream(sealed), context)) {
        Files.copy(plain, forged);
      }
      Files.delete(sealed);
      assertThat(check("--config", key, archive.toString())).as("plain " + name).isOne();
      assertThat(output.toString()).contains(name + " is not encrypted, but backup.key is set");
      Path data = folder.resolve("of plain pieces");
      assertThat(restoreFault(1, "--config", key, "--data", data.toString(), archive.toString()))
          .startsWith(name + " is not encrypted, but backup.key is set")
          .endsWith("add --allow-plain");
      assertThat(data).doesNotExist();
      assertThat(check("--config", key, "--allow-plain", archive.toString()))
          .as(output.toString())
          .isZero();
      Files.delete(forged);
      Files.write(sealed, kept);
    }
  }

  private static Path newest(Path archive, String kind) throws IOException {
    try (Stream<Path> files = Files.walk(archive.toRealPath())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(kind))
          .max(java.util.Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  /** What was answered before the backup began, and by whom. */
  private final class Answered {
    private final Map<String, Reply> before;
    private final Map<String, Reply> beforeUntil;
    private final Instant until;
    private final String late;
    private final int all;
    private final URI baseUrl;
    private final SandboxFile.Merchant merchant;
    private final List<String> counts;

    Answered(
        Map<String, Reply> before,
        Map<String, Reply> beforeUntil,
        Instant until,
        String late,
        int all,
        TestService service,
        List<String> counts) {
      this.before = before;
      this.beforeUntil = beforeUntil;
      this.until = until;
      this.late = late;
      this.all = all;
      this.baseUrl = service.baseUrl();
      this.merchant = service.merchant();
      this.counts = counts;
    }

    void verifyIn(String url, Map<String, Reply> payments) {
      Stored stored = new Stored(Jdbi.create(url));
      assertThat(stored.text("select count(*) from payment"))
          .isEqualTo(stored.text("select count(*) from invoice"));
      assertThat(stored.text("select count(*)::text from event")).isEqualTo(counts.getFirst());
      // The sequence goes on: numbers are gapless, and the counter is where they end.
      assertThat(
              stored.text(
                  "select max(substr(number, 5)::int) + 1 = max(next_number) from invoice,"
                      + " invoice_counter"))
          .isEqualTo("t");
      assertThat(run(new AuditCommand.Verify(), "--url", url)).as(output.toString()).isZero();
      try (TestService service = TestService.builder().database(url).start()) {
        SignedCalls calls =
            new SignedCalls(service.baseUrl(), merchant.apiKey(), merchant.secretKey().reveal());
        CreateLoad.verifyAllThere(
            payments,
            calls,
            body -> body.replace(service.baseUrl().toString(), baseUrl.toString()));
        // The restored one works on.
        String next = calls.create("{}").expect(200).text("paymentId");
        service.callback().report("payment.confirmed", next).expect(200);
        assertThat(calls.status(next).text("status")).isEqualTo("success");
      }
    }
  }

  private Answered backUpUnderLoad(String url, Runnable beside, String... choice) {
    try (TestService service = TestService.builder().database(url).start()) {
      String settled = service.calls().create("{}").expect(200).text("paymentId");
      service.callback().report("payment.confirmed", settled).expect(200);
      CreateLoad load = new CreateLoad(service.calls(), PAUSE);
      beside.run();
      for (int few = ANSWERED % 1000; few <= ANSWERED; few += 1000) {
        int expected = few;
        Await.until("more creates were answered", () -> load.answeredSoFar() >= expected);
      }
      Map<String, Reply> before = load.answeredUntilNow();
      List<String> arguments = new ArrayList<>(List.of(choice));
      arguments.add(folder.resolve("backups").toString());
      int exit = run(new BackupCommand(), arguments.toArray(String[]::new));
      Map<String, Reply> beforeUntil = load.answeredUntilNow();
      Instant until = Instant.now();
      Await.until("the load goes on", () -> load.answeredSoFar() > beforeUntil.size() + 20);
      load.stop();
      String late = "late-" + UUID.randomUUID();
      service.calls().create("{\"reference\":\"" + late + "\"}").expect(200);
      assertThat(exit).as(output.toString()).isZero();
      assertThat(output.toString()).contains(", verified");
      assertThat(load.answeredSoFar()).isGreaterThan(before.size());
      return new Answered(
          before,
          beforeUntil,
          until,
          late,
          load.answeredSoFar(),
          service,
          service.stored().texts("select count(*)::text from event"));
    }
  }

  private void checkDamaged(Path backup, Path config) throws Exception {
    String with = config.toString();
    Path all = folder.resolve("backups");
    assertThat(check("--config", with, all.toString())).as(output.toString()).isZero();
    assertThat(output.toString()).contains(": whole, of ");
    assertThat(check("--config", with, "--max-age-hours", "-1", all.toString())).isOne();
    assertThat(output.toString()).contains("too old");
    assertThat(check("--config", with, folder.toString())).isOne();
    assertThat(output.toString()).contains("no backup in ");
    assertThat(
            check(
                "--config",
                Files.writeString(folder.resolve("none"), "").toString(),
                all.toString()))
        .isEqualTo(WRONG_KEY);
    assertThat(output.toString()).contains("the backup is encrypted; set backup.key");
    Path other = Files.writeString(folder.resolve("other"), "backup.key = another key of backups");
    assertThat(check("--config", other.toString(), all.toString())).isEqualTo(WRONG_KEY);

    byte[] whole = Files.readAllBytes(backup);
    for (int cut : new int[] {whole.length - 1, whole.length / 2, 20}) {
      Files.write(backup, java.util.Arrays.copyOf(whole, cut));
      assertThat(check("--config", with, all.toString())).as("cut to " + cut).isEqualTo(DAMAGED);
    }
    Files.write(backup, new byte[0]);
    assertThat(check("--config", with, all.toString())).as("nothing left").isOne();
    for (int at : new int[] {18, 27, 40, whole.length / 2, whole.length - 1}) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(backup, changed);
      assertThat(check("--config", with, all.toString())).as("changed at " + at).isEqualTo(DAMAGED);
    }
  }

  private int check(String... arguments) {
    return run(new BackupCommand.Check(), arguments);
  }

  private int run(Object command, String... arguments) {
    output.getBuffer().setLength(0);
    return new CommandLine(command)
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .execute(arguments);
  }

  private Path backup() throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve("backups"))) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1); // nothing half written is left beside it
      return all.getFirst();
    }
  }
}
