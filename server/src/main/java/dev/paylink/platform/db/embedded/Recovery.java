package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a database of a base backup and archived WAL, in a data folder that nobody uses yet. It
 * gets a new superuser's password: the backup has none. PostgreSQL works without any connection
 * meanwhile.
 */
public final class Recovery {
  private static final String SIGNAL = "recovery.signal";
  private static final String TOO_EARLY =
      "recovery ended before configured recovery target was reached";
  private static final Pattern LAST_COMMIT =
      Pattern.compile("last completed transaction was at log time (\\S+ [0-9:.]+)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private Recovery() {}

  /**
   * How it ended.
   *
   * @param reached false if the WAL ended before the point in time
   * @param lastCommit when the last transaction was committed that it brought back, as PostgreSQL
   *     writes it, in UTC; null if there was none
   */
  public record Result(boolean reached, @Nullable String lastCommit) {}

  /**
   * Replays the WAL.
   *
   * @param dataDirectory has the base backup in its folder {@code postgres}
   * @param segments the name of a folder in it, with segments of WAL
   * @param until null for all of it
   */
  public static Result run(Path dataDirectory, String segments, @Nullable Instant until) {
    DataDirectory data = DataDirectory.open(dataDirectory);
    RunAs runAs = RunAs.choose(data);
    DirectoryLock lock = DirectoryLock.acquire(data);
    try {
      runAs.enter(data);
      PostgresBinaries binaries = PostgresBinaries.locate(data, runAs);
      Cluster cluster = new Cluster(data, binaries, runAs);
      if (!Files.exists(data.passwordFile())) {
        cluster.createPassword();
      }
      Path signal = data.cluster().resolve(SIGNAL);
      if (!Files.exists(signal)) {
        Files.createFile(signal);
      }
      runAs.own(data.cluster());
      runAs.own(signal);
      runAs.own(data.root().resolve(segments));
      return replay(data, runAs, command(data, binaries, segments, until), until);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("cannot restore into " + data.root(), e);
    } finally {
      lock.close();
    }
  }

  /** PostgreSQL on its own, without other processes: after the recovery it runs what it reads. */
  private static List<String> command(
      DataDirectory data, PostgresBinaries binaries, String segments, @Nullable Instant until) {
    List<String> command =
        new ArrayList<>(
            List.of(binaries.program("postgres"), "--single", "-D", data.cluster().toString()));
    List<String> settings =
        new ArrayList<>(
            List.of(
                // Its working folder is the cluster, so that no path needs quotes.
                "restore_command=test -f ../%1$s/%%f && cp ../%1$s/%%f %%p".formatted(segments),
                "recovery_target_action=promote",
                "hot_standby=off",
                "timezone=UTC",
                "log_timezone=UTC"));
    if (until != null) {
      settings.add("recovery_target_time=" + TIME.format(until) + "+00");
    }
    settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    command.add("postgres");
    return command;
  }

  private static Result replay(
      DataDirectory data, RunAs runAs, List<String> command, @Nullable Instant until)
      throws IOException {
    PostgresLog log = new PostgresLog(data.logFile());
    log.create();
    runAs.ownEntry(log.file());
    long before = Files.size(log.file());
    Process process =
        Command.builder(data.root(), runAs.command(command.toArray(String[]::new)))
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()))
            .start();
    int exit;
    try {
      String password = Files.readString(data.passwordFile()).strip();
      try (var in = process.outputWriter()) {
        in.write("alter role " + Cluster.SUPERUSER + " password '" + password + "'\n");
      } catch (IOException e) {
        // It ended before it read; its log says why.
      }
      exit = process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while PostgreSQL recovered", e);
    }
    String written = Files.readString(log.file()).substring((int) before);
    if (exit != 0 && until != null && written.contains(TOO_EARLY)) {
      return new Result(false, lastCommit(written));
    }
    if (exit != 0 || Files.exists(data.cluster().resolve(SIGNAL))) {
      throw new EmbeddedPostgresException(
          "PostgreSQL cannot recover; its log ends with:\n" + log.tail());
    }
    return new Result(true, lastCommit(written));
  }

  private static @Nullable String lastCommit(String log) {
    Matcher matcher = LAST_COMMIT.matcher(log);
    String last = null;
    while (matcher.find()) {
      last = matcher.group(1);
    }
    return last;
  }
}
