package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.ConfigError;
import java.net.BindException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A command that fails tells why in the words of what failed, without names of classes. */
final class StartFailureTest {
  @Test
  void a_wrapper_without_words_of_its_own_is_left_out() {
    SQLException refused = new SQLException("Connection to db:5432 refused.");
    assertThat(StartFailure.oneLine(new IllegalStateException(refused)))
        .isEqualTo("Connection to db:5432 refused.");
    assertThat(StartFailure.oneLine(new IllegalStateException("cannot migrate", refused)))
        .isEqualTo("cannot migrate");
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
