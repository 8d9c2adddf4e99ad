package dev.paylink.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.crypto.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptSecretsTest {
  @TempDir private Path folder;

  @Test
  void a_secret_is_made_once_and_kept_over_restarts() {
    Secret first = new KeptSecrets(folder).get("admin.token", null);
    assertThat(first.reveal()).matches("[0-9A-Za-z]{40}");
    assertThat(new KeptSecrets(folder).get("admin.token", null)).isEqualTo(first);
  }

  @Test
  void secrets_of_other_names_and_other_folders_differ() throws IOException {
    KeptSecrets secrets = new KeptSecrets(folder);
    Secret token = secrets.get("admin.token", null);
    assertThat(secrets.get("callback.secret", null)).isNotEqualTo(token);
    assertThat(secrets.get("admin.token", null)).isEqualTo(token);
    Path other = Files.createDirectory(folder.resolve("other"));
    assertThat(new KeptSecrets(other).get("admin.token", null)).isNotEqualTo(token);
  }

  @Test
  void a_second_secret_does_not_lose_the_first() {
    Secret token = new KeptSecrets(folder).get("admin.token", null);
    Secret callback = new KeptSecrets(folder).get("callback.secret", null);
    KeptSecrets restarted = new KeptSecrets(folder);
    assertThat(restarted.get("admin.token", null)).isEqualTo(token);
    assertThat(restarted.get("callback.secret", null)).isEqualTo(callback);
  }

  @Test
  void only_its_owner_can_read_the_file_and_nothing_else_is_left() throws IOException {
    KeptSecrets secrets = new KeptSecrets(folder);
    secrets.get("admin.token", null);
    secrets.get("callback.secret", null);
    Path file = folder.resolve("secrets.properties");
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void a_configured_secret_wins_and_is_not_kept() {
    Secret configured = new Secret("configured-secret");
    assertThat(new KeptSecrets(folder).get("admin.token", configured)).isEqualTo(configured);
    assertThat(folder).isEmptyDirectory();
    Secret made = new KeptSecrets(folder).get("admin.token", null);
    assertThat(new KeptSecrets(folder).get("admin.token", configured)).isEqualTo(configured);
    assertThat(new KeptSecrets(folder).get("admin.token", null)).isEqualTo(made);
  }

  @Test
  void of_several_secrets_the_configured_ones_win_else_one_is_made_and_kept() {
    List<Secret> configured = List.of(new Secret("newest"), new Secret("older"));
    assertThat(new KeptSecrets(folder).getAll("encryption.key", configured)).isEqualTo(configured);
    assertThat(folder).isEmptyDirectory();
    List<Secret> made = new KeptSecrets(folder).getAll("encryption.key", List.of());
    assertThat(made).hasSize(1);
    assertThat(new KeptSecrets(folder).getAll("encryption.key", List.of())).isEqualTo(made);
  }

  @Test
  void a_folder_that_is_missing_is_made_for_its_owner_alone() throws IOException {
    Path missing = folder.resolve("a/b");
    Secret first = new KeptSecrets(missing).get("admin.token", null);
    assertThat(new KeptSecrets(missing).get("admin.token", null)).isEqualTo(first);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(missing)))
        .isEqualTo("rwx------");
  }

  @Test
  void a_file_that_cannot_be_read_stops_the_start_instead_of_making_new_secrets()
      throws IOException {
    Path file = Files.writeString(folder.resolve("secrets.properties"), "admin.token=\\u12");
    assertThatThrownBy(() -> new KeptSecrets(folder))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining(file.toString());
    Files.write(file, new byte[] {'a', '=', (byte) 0xE9});
    assertThatThrownBy(() -> new KeptSecrets(folder)).isInstanceOf(ConfigError.class);
  }
}
