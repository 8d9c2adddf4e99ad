package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresBinariesTest {
  @TempDir private Path folder;

  @Test
  void version_in_the_folder_name_is_the_artifacts() {
    URL archive =
        Objects.requireNonNull(
            PostgresBinaries.class.getResource("/postgres-linux-x86_64.txz"), "no binaries");
    assertThat(archive.toString()).contains("-" + PostgresBinaries.VERSION + ".jar!");
  }

  @Test
  void programs_are_found_complete_and_the_same_every_time() {
    DataDirectory data = DataDirectory.open(folder);
    PostgresBinaries first = PostgresBinaries.locate(data, RunAs.choose(data));
    assertThat(Path.of(first.program("initdb"))).isExecutable();
    assertThat(PostgresBinaries.locate(data, RunAs.choose(data))).isEqualTo(first);
  }
}
