package dev.paylink.platform.db;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Tells by Flyway's own history whether all our migrations, as they are, and no others have been
 * applied. Flyway then has nothing to do, and a start need not load it.
 */
final class CurrentSchema {
  static final String FOLDER = "db/schema";

  private static final String APPLIED =
      "select version, checksum, success from flyway_schema_history";

  private CurrentSchema() {}

  /** Returns false also if the history cannot be read: Flyway explains it better. */
  static boolean isIn(String ownerUrl) {
    try (Connection connection = DriverManager.getConnection(ownerUrl);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(APPLIED)) {
      Map<String, Integer> missing = migrations();
      while (row.next()) {
        Integer checksum = missing.remove(row.getString(1));
        if (checksum == null || checksum != row.getInt(2) || !row.getBoolean(3)) {
          return false;
        }
      }
      return missing.isEmpty();
    } catch (SQLException | IOException e) {
      return false;
    }
  }

  /** Returns the checksums of our migrations by version, counted as Flyway does. */
  private static Map<String, Integer> migrations() throws IOException {
    Map<String, Integer> checksums = new HashMap<>();
    for (String name : names()) {
      checksums.put(name.substring(1, name.indexOf("__")).replace('_', '.'), checksum(name));
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
