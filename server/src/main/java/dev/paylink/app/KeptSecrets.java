package dev.paylink.app;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The instance's own secrets: the configured ones, else ones made at the first start and kept in
 * the data folder, readable by its owner alone. Several nodes on one database must be configured.
 */
final class KeptSecrets {
  private final Path file;
  private final Properties kept = new Properties();

  KeptSecrets(Path dataFolder) {
    this.file = dataFolder.resolve("secrets.properties");
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        kept.load(reader);
      } catch (IOException e) {
        throw new ConfigError("cannot read " + file + ": " + e.getMessage());
      }
    }
  }

  Secret get(String name, @Nullable Secret configured) {
    if (configured != null) {
      return configured;
    }
    String value = kept.getProperty(name);
    if (value == null) {
      value = RandomToken.base62(40);
      kept.setProperty(name, value);
      save();
    }
    return new Secret(value);
  }

  private void save() {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.deleteIfExists(fresh);
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try (Writer writer = Files.newBufferedWriter(fresh)) {
        kept.store(writer, "Made at the first start. Whoever reads this can act for the operator.");
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the instance's secrets in " + file, e);
    }
  }
}
