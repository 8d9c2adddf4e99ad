package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.XZInputStream;

final class PostgresBinariesTest {
  private static final int AARCH64 = 183;

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

  /** They cannot run here; that they are there, whole and for that machine can be seen. */
  @Test
  void programs_for_the_other_architecture_are_in_the_build() throws IOException {
    Set<String> seen = new TreeSet<>();
    URL archive =
        Objects.requireNonNull(
            PostgresBinaries.class.getResource("/postgres-linux-arm_64.txz"), "no binaries");
    assertThat(archive.toString()).contains("-" + PostgresBinaries.VERSION + ".jar!");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new XZInputStream(new BufferedInputStream(archive.openStream())))) {
      for (TarArchiveEntry entry = tar.getNextEntry();
          entry != null && seen.size() < 3;
          entry = tar.getNextEntry()) {
        String name = entry.getName().replaceFirst("^\\./", "");
        if (name.startsWith("bin/") && !entry.isDirectory() && !entry.isSymbolicLink()) {
          byte[] head = tar.readNBytes(20);
          assertThat(new String(head, 1, 3, StandardCharsets.US_ASCII)).as(name).isEqualTo("ELF");
          assertThat(head[18] & 0xff).as(name).isEqualTo(AARCH64);
          seen.add(name);
        }
      }
    }
    assertThat(seen).containsExactly("bin/initdb", "bin/pg_ctl", "bin/postgres");
  }
}
