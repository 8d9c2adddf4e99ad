package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresLogTest {
  @TempDir private Path folder;

  @Test
  void full_log_becomes_the_older_one_under_a_writer_that_keeps_it_open() throws Exception {
    PostgresLog log = new PostgresLog(folder.resolve("postgres.log"));
    log.create();
    try (OutputStream writer = Files.newOutputStream(log.file(), StandardOpenOption.APPEND)) {
      writer.write(new byte[16 * 1024 * 1024]);
      log.rotateIfLarge();
      assertThat(folder.resolve("postgres.log.1")).doesNotExist();
      writer.write('\n');
      log.rotateIfLarge();
      writer.write("the newest line\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(log.file()).hasContent("the newest line");
    assertThat(log.tail()).isEqualTo("the newest line");
    assertThat(folder.resolve("postgres.log.1")).hasSize(16 * 1024 * 1024 + 1);
    assertThat(Files.getPosixFilePermissions(folder.resolve("postgres.log.1")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
