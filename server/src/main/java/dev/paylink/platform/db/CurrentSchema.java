package dev.paylink.platform.db;

import dev.paylink.platform.Outage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Compares a database's schema with the migrations of this version, by Flyway's own history. If all
 * of ours, as they are, have been applied, Flyway has nothing to do, and a start need not load it.
 *
 * <p>Until the first release a part's file is changed in place, and a database of another build is
 * refused. Later two versions of the service may work on one database while nodes are replaced, so
 * a newer schema is not refused as such. The migrations that follow the first release say in their
 * names whom they suit:
 *
 * <ul>
 *   <li>{@code V41__expand_…} only adds. Every older version goes on working.
 *   <li>{@code V45__contract_after_41_…} takes away what no version uses that knows migration 41.
 * </ul>
 */
final class CurrentSchema {
  static final String FOLDER = "db/schema";

  private static final String APPLIED =
      "select version, checksum, success, description from flyway_schema_history";

  private static final Pattern SUITS_OLDER =
      Pattern.compile("expand .+|contract after ([0-9]{1,6}) .+");
  private static final String UNDEFINED_TABLE = "42P01";

  /**
   * How a schema compares with this version.
   *
   * @param version the newest migration that was applied; 0 if there is none
   * @param needed our newest migration
   * @param older whether some of ours are missing
   * @param newer whether it has migrations that this version does not understand
   * @param otherBuild whether it has one of our migrations in another form: a build made it that
   *     was never released
   * @param unreadable why its history cannot be read; null if it can
   */
  record Comparison(
      int version,
      int needed,
      boolean older,
      boolean newer,
      boolean otherBuild,
      @Nullable String unreadable) {
    boolean isCurrent() {
      return !older && !newer && !otherBuild && unreadable == null;
    }
  }

  private CurrentSchema() {}

  static int newest() {
    return Collections.max(migrations().keySet());
  }

  /** Tells whether a migration is ours as it is; one that is newer than ours may be. */
  static boolean mayKnow(int version, @Nullable Integer checksum) {
    Map<Integer, Integer> ours = migrations();
    return version > Collections.max(ours.keySet())
        || (checksum != null && checksum.equals(ours.get(version)));
  }

  static Comparison compare(PrimaryConnections connections) {
    Map<Integer, Integer> missing = migrations();
    int needed = Collections.max(missing.keySet());
    int version = 0;
    boolean newer = false;
    boolean otherBuild = false;
    String unreadable = null;
    try (Connection connection = connections.open();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(APPLIED)) {
      while (row.next()) {
        int applied = row.getInt(1); // 0 for a migration without a version; ours have one
        Integer checksum = missing.remove(applied);
        version = Math.max(version, applied);
        if (applied > needed && row.getBoolean(3)) {
          newer |= !suits(row.getString(4), needed);
        } else if (checksum == null || checksum != row.getInt(2) || !row.getBoolean(3)) {
          otherBuild = true;
        }
      }
    } catch (SQLException e) {
      unreadable = UNDEFINED_TABLE.equals(e.getSQLState()) ? null : Outage.reason(e);
    }
    return new Comparison(version, needed, !missing.isEmpty(), newer, otherBuild, unreadable);
  }

  /** Tells whether a version whose newest migration is this one works after a later migration. */
  private static boolean suits(@Nullable String description, int newest) {
    Matcher matcher = SUITS_OLDER.matcher(description == null ? "" : description);
    return matcher.matches()
        && (matcher.group(1) == null || Integer.parseInt(matcher.group(1)) <= newest);
  }

  /** Returns the checksums of our migrations by version, counted as Flyway does. */
  private static Map<Integer, Integer> migrations() {
    Map<Integer, Integer> checksums = new HashMap<>();
    try {
      for (String name : names()) {
        checksums.put(Integer.valueOf(name.substring(1, name.indexOf("__"))), checksum(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read our migrations", e);
    }
    return checksums;
  }

  private static List<String> names() throws IOException {
    URL folder = CurrentSchema.class.getResource("/" + FOLDER + "/");
    if (folder == null) {
      throw new IOException("no migrations on the class path");
    }
    URLConnection connection = folder.openConnection();
    if (connection instanceof JarURLConnection jar) {
      return jar.getJarFile().stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(FOLDER) && name.endsWith(".sql"))
          .map(name -> name.substring(FOLDER.length() + 1))
          .toList();
    }
    try (Stream<Path> files = Files.list(Path.of(new URI(folder.toString())))) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static int checksum(String name) throws IOException {
    URL file = CurrentSchema.class.getResource("/" + FOLDER + "/" + name);
    if (file == null) {
      throw new IOException("no migration " + name);
    }
    CRC32 sum = new CRC32();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sum.update(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    return (int) sum.getValue();
  }
}
