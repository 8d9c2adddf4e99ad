package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.BASE_URL;
import static dev.paylink.app.config.SomeSettings.assertRefused;
import static dev.paylink.app.config.SomeSettings.liveWith;
import static dev.paylink.app.config.SomeSettings.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.crypto.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates, and secrets that no message may show. */
final class ConfigSecretsTest {
  @TempDir private Path folder;

  @Test
  void certificate_and_key_go_together_and_must_be_readable() throws IOException {
    Path file = Files.writeString(folder.resolve("pem"), "");
    Path missing = folder.resolve("missing");
    Config.Listener listener =
        read("mode", "sandbox", "public.tls.certificate", file + "", "public.tls.key", file + "")
            .listeners()
            .external();
    assertThat(listener.tlsCertificate()).isEqualTo(file);
    assertThat(listener.tlsKey()).isEqualTo(file);
    for (String side : List.of("public", "internal")) {
      String certificate = side + ".tls.certificate";
      String key = side + ".tls.key";
      String together = certificate + " and " + key + " must be set together";
      assertRefused(liveWith(certificate, file.toString()), together);
      assertRefused(liveWith(key, file.toString()), together);
      assertRefused(
          Map.of("base.url", BASE_URL, certificate, file.toString(), key, missing.toString()),
          "cannot read " + missing + " of " + side + ".tls");
    }
  }

  @Test
  void a_sandbox_with_a_certificate_links_to_https() throws IOException {
    String file = Files.writeString(folder.resolve("pem"), "").toString();
    Config config = read("mode", "sandbox", "public.tls.certificate", file, "public.tls.key", file);
    assertThat(config.baseUrl()).hasToString("https://127.0.0.1:8080");
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin.token", "callback.secret", "encryption.key"})
  void a_secret_of_sixteen_characters_is_taken_and_a_shorter_one_refused_unshown(String name) {
    assertThat(read("base.url", BASE_URL, name, "hunter2-hunter2-")).isNotNull();
    assertRefused(
        Map.of("base.url", BASE_URL, name, "hunter2-hunter2"),
        name + " must have at least 16 characters");
  }

  @ParameterizedTest
  @CsvSource({
    "database.url, mysql://u:hunter2@h/d",
    "database.url, u:hunter2@h/d",
    "database.url, jdbc:mysql://u:hunter2@h/d",
    "database.url, postgres://u:hunter2@/d",
    "database.url, postgres://u:hunter2 @h/d",
    "database.url, postgres://u:hunter2%zz@h/d",
    "redis.url, http://:hunter2@h",
    "redis.url, hunter2",
    "base.url, https://u:hunter2@pay.example.com",
    "admin.token, hunter2",
    "callback.secret, hunter2",
    "encryption.key, 'hunter2-hunter2-hunter2, hunter2'",
  })
  void no_password_is_ever_in_a_message(String name, String value) {
    assertThatThrownBy(() -> read(liveWith(name, value)))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith(name)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void encryption_keys_are_taken_in_their_order_and_each_is_long_enough() {
    assertThat(
            read(liveWith("encryption.key", "newest-key-of-all , older-key-of-all"))
                .secrets()
                .encryptionKeys())
        .containsExactly(new Secret("newest-key-of-all"), new Secret("older-key-of-all"));
    for (String list : List.of("newest-key-of-all,", "newest-key-of-all,fifteen-letters")) {
      assertRefused(
          liveWith("encryption.key", list), "encryption.key must have at least 16 characters");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin.token", "encryption.key"})
  void a_config_never_prints_its_secrets(String name) {
    assertThat(read("base.url", BASE_URL, name, "hunter2-hunter2-").toString())
        .doesNotContain("hunter2");
  }
}
