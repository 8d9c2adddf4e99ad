package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.ConfigError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A command that fails tells why in the words of what failed, without names of classes. */
final class StartFailureTest {
  @Test
  void a_wrapper_without_words_of_its_own_is_left_out() {
    SQLException refused = new SQLException("Connection to db:5432 refused.");
    assertThat(StartFailure.oneLine(new IllegalStateException(refused)))
        .isEqualTo("Connection to db:5432 refused.");
    assertThat(
            StartFailure.oneLine(
                new IllegalStateException(refused + " [statement:\"select 1\"]", refused)))
        .isEqualTo("Connection to db:5432 refused.");
    assertThat(StartFailure.oneLine(new IllegalStateException("cannot migrate", refused)))
        .isEqualTo("cannot migrate");
  }

  @Test
  void a_file_that_cannot_be_used_is_named_with_the_reason() {
    String denied = "permission denied for the user " + System.getProperty("user.name");
    assertThat(StartFailure.oneLine(new AccessDeniedException("/var/backups")))
        .isEqualTo("/var/backups: " + denied);
    assertThat(
            StartFailure.oneLine(
                new UncheckedIOException(
                    "cannot make the folder /var/backups/paylink",
                    new AccessDeniedException("/var/backups/paylink"))))
        .isEqualTo("cannot make the folder /var/backups/paylink: " + denied);
    assertThat(StartFailure.oneLine(new NoSuchFileException("paylink.backup")))
        .isEqualTo("paylink.backup: no such file or folder");
    assertThat(StartFailure.oneLine(new FileSystemException("/mnt", null, "No space left")))
        .isEqualTo("/mnt: No space left");
    assertThat(StartFailure.oneLine(new UncheckedIOException(new IOException("torn"))))
        .isEqualTo("torn");
  }

  @Test
  void a_wrong_setting_and_a_used_port_come_first() {
    assertThat(
            StartFailure.oneLine(new IllegalStateException("stopped", new ConfigError("mode is"))))
        .isEqualTo("mode is");
    assertThat(StartFailure.oneLine(new IllegalStateException("stopped", new BindException())))
        .startsWith("a port is already in use");
  }
}
