package dev.paylink.app.config;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.file.PrivateFiles;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The instance's own secrets: the configured ones, otherwise ones that are generated at the first
 * start and kept in the data folder, readable by its owner only. If several nodes share a database,
 * the secrets must be configured.
 */
public final class KeptSecrets {
  private static final String COMMENT =
      """
      Made at the first start. Keep it secret: its reader can act for the operator.
      Without it, what is encrypted in the database is lost: back it up.\
      """;

  private static final String FILE = "secrets.properties";
  private static final List<String> NAMES =
      List.of("admin.token", "callback.secret", "encryption.key");

  private final Path file;
  private final Properties kept = new Properties();

  /** All secrets of this instance; none is missing. */
  public record All(Secret adminToken, Secret callbackSecret, Vault vault) {}

  /** Returns the configured secrets, and takes missing ones from the data folder. */
  public static All fill(Path dataFolder, Config.Secrets configured) {
    KeptSecrets kept = new KeptSecrets(dataFolder);
    return new All(
        kept.get("admin.token", configured.adminToken()),
        kept.get("callback.secret", configured.callbackSecret()),
        new Vault(kept.getAll("encryption.key", configured.encryptionKeys())));
  }

  /**
   * Returns the file of secrets as it would be if none were configured, for a backup; null if none
   * is known yet.
   */
  public static byte @Nullable [] forBackup(@Nullable Path dataFolder, Settings settings) {
    Properties all = new Properties();
    if (dataFolder != null && Files.exists(dataFolder.resolve(FILE))) {
      all.putAll(new KeptSecrets(dataFolder).kept);
    }
    for (String name : NAMES) {
      String configured = settings.text(name);
      if (configured != null) {
        all.setProperty(name, configured);
      }
    }
    return all.isEmpty() ? null : text(all).getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the secrets of a backup into the folder of a restored instance. */
  public static void restore(Path dataFolder, byte[] secrets) {
    PrivateFiles.createFolder(dataFolder);
    PrivateFiles.write(dataFolder.resolve(FILE), secrets);
  }

  /** Returns the id of the key that encrypts now, which reveals nothing; null if there is none. */
  public static @Nullable String encryptionKeyId(byte @Nullable [] secrets) {
    Properties all = new Properties();
    try {
      all.load(
          new StringReader(secrets == null ? "" : new String(secrets, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringReader does not fail
    }
    String keys = all.getProperty("encryption.key");
    return keys == null
        ? null
        : HexFormat.of()
            .formatHex(
                new Vault(List.of(new Secret(keys.split(",", -1)[0].strip()))).currentPrefix());
  }

  KeptSecrets(Path dataFolder) {
    PrivateFiles.createFolder(dataFolder);
    this.file = dataFolder.resolve(FILE);
    if (Files.exists(file)) {
      kept.putAll(Settings.properties(file, ""));
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

  /** Returns the configured secrets, or a single one generated here. */
  List<Secret> getAll(String name, List<Secret> configured) {
    return configured.isEmpty() ? List.of(get(name, null)) : configured;
  }

  private void save() {
    PrivateFiles.write(file, text(kept).getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Properties secrets) {
    StringWriter text = new StringWriter();
    try {
      secrets.store(text, COMMENT);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }
}
