package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * With {@code backup.key}, a backup that somebody without the key has written is neither whole nor
 * restored; without the key, and where the operator says so, a plain one is.
 */
final class ForgedBackupTest {
  private static final String THIEF = "0x00000000000000000000000000000000000bad00";

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  @Test
  void plain_backup_with_the_deposit_addresses_of_a_thief_is_refused_where_there_is_a_key()
      throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("paylink.properties"),
            "backup.key = a key for backups alone\ndata.folder = %s\n"
                .formatted(folder.resolve("old")));
    Path forged = forgedBackup();

    String with = config.toString();
    assertThat(run(new BackupCommand.Check(), "--config", with, forged.toString())).isOne();
    assertThat(output.toString())
        .contains("the backup is not encrypted, but backup.key is set", "--allow-plain");
    Path data = folder.resolve("restored");
    assertThat(restore("--config", with, "--data", data.toString(), forged.toString())).isOne();
    assertThat(output.toString()).contains("the backup is not encrypted, but backup.key is set");
    assertThat(data).doesNotExist();
  }

  @Test
  void plain_backup_is_read_without_a_key_and_where_the_operator_says_so() throws Exception {
    Path config =
        Files.writeString(folder.resolve("keyed"), "backup.key = a key for backups alone\n");
    Path keyless = Files.writeString(folder.resolve("keyless"), "");
    Path plain = forgedBackup();

    assertThat(run(new BackupCommand.Check(), "--config", keyless.toString(), plain.toString()))
        .as(output.toString())
        .isZero();
    String[] allowed = {"--config", config.toString(), "--allow-plain", plain.toString()};
    assertThat(run(new BackupCommand.Check(), allowed)).as(output.toString()).isZero();
    String url = TestDatabase.emptyUrl();
    String data = folder.resolve("restored").toString();
    assertThat(
            restore(
                "--config",
                config.toString(),
                "--allow-plain",
                "--url",
                url,
                "--data",
                data,
                plain.toString()))
        .as(output.toString())
        .isZero();
    assertThat(new Stored(Jdbi.create(url)).text("select max(deposit_address) from merchant"))
        .isEqualTo(THIEF);
  }

  /** A whole backup by somebody without the key: every deposit address is theirs. */
  private Path forgedBackup() throws Exception {
    String url = TestDatabase.freshUrl();
    try (TestService service = TestService.builder().database(url).start()) {
      service.calls().create("{}").expect(200);
    }
    Jdbi.create(url)
        .useHandle(
            handle -> handle.execute("update merchant set deposit_address = '" + THIEF + "'"));
    Path backups = folder.resolve("backups");
    Path none = Files.writeString(folder.resolve("none"), "");
    assertThat(
            run(new BackupCommand(), "--config", none.toString(), "--url", url, backups.toString()))
        .as(output.toString())
        .isZero();
    try (Stream<Path> files = Files.list(backups)) {
      return files.findFirst().orElseThrow();
    }
  }

  private int restore(String... arguments) {
    return new CommandLine(new RestoreCommand())
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .setExecutionExceptionHandler(
            (e, command, result) -> {
              output.append(StartFailure.oneLine(e));
              return 1;
            })
        .execute(arguments);
  }

  private int run(Object command, String... arguments) {
    output.getBuffer().setLength(0);
    return new CommandLine(command)
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .execute(arguments);
  }
}
