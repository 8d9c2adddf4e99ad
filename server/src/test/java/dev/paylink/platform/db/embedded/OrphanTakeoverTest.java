package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrphanTakeoverTest {
  private static final EmbeddedPostgresOptions DEFAULTS = EmbeddedPostgresOptions.defaults();
  private static final int ROWS = 50;

  /** One for all tests: each leaves it closed, and initdb is what takes long. */
  @TempDir private static Path folder;

  @Test
  void orphan_of_a_killed_owner_is_taken_over_with_nothing_lost() throws Exception {
    Process owner = startOwner();
    try (BufferedReader lines = owner.inputReader()) {
      ProcessEntry orphan = new ProcessEntry(Long.parseLong(lines.readLine()));
      long committed = 0;
      while (committed < ROWS) {
        committed = Long.parseLong(lines.readLine());
      }
      assertThatThrownBy(() -> EmbeddedPostgres.start(folder, DEFAULTS))
          .hasMessage(
              "data directory %s is in use by another service, process %d", folder, owner.pid());

      // By its handle: the process object would close the pipe with lines still in it.
      owner.toHandle().destroyForcibly();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        committed = Long.parseLong(line);
      }
      assertThat(orphan.running()).isTrue();

      try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
        assertThat(orphan.running()).isFalse();
        // One more may have been committed and killed before its line was printed.
        assertThat(Payments.count(postgres.jdbcUrl())).isBetween(committed, committed + 1);
      }
    } finally {
      owner.destroyForcibly();
    }
  }

  /** Two containers with one volume: neither sees the processes of the other. */
  @Test
  void command_in_another_pid_namespace_finds_the_server_or_says_where_to_run_it()
      throws Exception {
    assumeTrue(mayUnshare());
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, DEFAULTS)) {
      Payments.create(postgres.jdbcUrl());
      Payments.insert(postgres.jdbcUrl(), 1);
      List<String> reader = java(ReaderMain.class);
      assertThat(output(unshared(reader))).isEqualTo("1 payments");
      reader.addFirst("--net"); // for unshare: a 127.0.0.1 of its own
      assertThat(output(unshared(reader)))
          .startsWith("the database in " + folder.toRealPath() + " is in use by a service whose")
          .endsWith("run this command in the container of the service");
    }
    assertThat(EmbeddedPostgres.runningUrl(folder)).isNull();
  }

  private static boolean mayUnshare() throws InterruptedException {
    try {
      return new ProcessBuilder(unshared(List.of("true"))).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> unshared(List<String> command) {
    List<String> all = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--mount-proc"));
    all.addAll(command);
    return all;
  }

  private static String output(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void stale_pid_file_naming_a_foreign_process_leaves_it_alive() throws Exception {
    EmbeddedPostgres.start(folder, DEFAULTS).close();
    Process foreign = new ProcessBuilder("sleep", "600").start();
    try {
      writePidFile(foreign.pid());
      EmbeddedPostgres.start(folder, DEFAULTS).close();
      assertThat(foreign.isAlive()).isTrue();
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void stale_pid_file_naming_a_dead_process_does_not_prevent_the_start() throws Exception {
    EmbeddedPostgres.start(folder, DEFAULTS).close();
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    writePidFile(dead.pid());
    EmbeddedPostgres.start(folder, DEFAULTS).close();
  }

  @Test
  void unfinished_initdb_is_thrown_away(@TempDir Path other) throws Exception {
    Path unfinished = Files.createDirectories(other.resolve("postgres.initdb-1").resolve("base"));
    Files.writeString(unfinished.resolveSibling("PG_VERSION"), "18\n");
    EmbeddedPostgres.start(other, DEFAULTS).close();
    try (Stream<Path> entries = Files.list(other)) {
      assertThat(entries.filter(entry -> entry.toString().contains("initdb"))).isEmpty();
    }
  }

  private static Process startOwner() throws Exception {
    return new ProcessBuilder(java(OwnerMain.class))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<String> java(Class<?> main) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            folder.toString()));
  }

  private static void writePidFile(long pid) throws Exception {
    Path cluster = folder.resolve("postgres");
    Files.writeString(
        cluster.resolve("postmaster.pid"),
        "%d\n%s\n1700000000\n5432\n\n127.0.0.1\n".formatted(pid, cluster));
  }
}
