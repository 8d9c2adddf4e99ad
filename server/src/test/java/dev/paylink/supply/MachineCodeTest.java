package dev.paylink.supply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.XZInputStream;

/**
 * The build has machine code for both architectures, whichever of them builds. What cannot run here
 * can be seen to be there, whole and for that machine.
 */
final class MachineCodeTest {
  private static final Path LIBRARIES = Path.of("target/machine");
  private static final String CRYPTO =
      "com/amazon/corretto/crypto/provider/libamazonCorrettoCryptoProvider.so";

  @ParameterizedTest
  @CsvSource({"x86_64,62", "arm_64,183"})
  void embedded_database_is_there(String architecture, int machine) throws IOException {
    Set<String> seen = new TreeSet<>();
    try (InputStream archive =
            Objects.requireNonNull(
                EmbeddedPostgres.class.getResourceAsStream(
                    "/postgres-linux-" + architecture + ".txz"));
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry();
          entry != null && seen.size() < 3;
          entry = tar.getNextEntry()) {
        String name = entry.getName().replaceFirst("^\\./", "");
        if (name.startsWith("bin/") && entry.isFile() && !entry.isSymbolicLink()) {
          assertMachine(name, tar.readNBytes(20), machine);
          seen.add(name);
        }
      }
    }
    assertThat(seen).containsExactly("bin/initdb", "bin/pg_ctl", "bin/postgres");
  }

  @ParameterizedTest
  @CsvSource({"x86_64,62", "aarch_64,183"})
  void fast_cryptography_is_there(String architecture, int machine) throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.list(LIBRARIES)) {
      jars =
          files
              .filter(file -> file.toString().endsWith("-linux-" + architecture + ".jar"))
              .toList();
    }
    assertThat(jars).hasSize(1);
    try (ZipFile jar = new ZipFile(jars.getFirst().toFile());
        InputStream library = jar.getInputStream(Objects.requireNonNull(jar.getEntry(CRYPTO)))) {
      assertMachine(CRYPTO, library.readNBytes(20), machine);
    }
  }

  private static void assertMachine(String name, byte[] head, int machine) {
    assertThat(HexFormat.of().formatHex(head, 0, 4)).as(name).isEqualTo("7f454c46"); // ELF
    assertThat(head[18] & 0xff).as(name).isEqualTo(machine);
  }
}
