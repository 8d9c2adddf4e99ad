package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class TarXzArchiveTest {
  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @Test
  void modes_and_links_are_kept() throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    TarXzArchive.extract(archive(file("bin/tool", 0755), link("bin/alias", "tool")), target);
    assertThat(target.resolve("bin/alias")).isSymbolicLink().hasBinaryContent(CONTENT);
    assertThat(Files.getPosixFilePermissions(target.resolve("bin/tool")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "a/../../outside"})
  void entry_outside_the_target_is_refused(String name) throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    assertThatThrownBy(() -> TarXzArchive.extract(archive(file(name, 0644)), target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("escapes");
    assertThat(folder.resolve("outside")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../outside", "/etc", "b/../.."})
  void link_out_of_the_target_is_refused(String destination) throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    assertThatThrownBy(() -> TarXzArchive.extract(archive(link("a", destination)), target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("archive link");
    assertThat(target).isEmptyDirectory();
  }

  private static TarArchiveEntry file(String name, int mode) {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setMode(mode);
    entry.setSize(CONTENT.length);
    return entry;
  }

  private static TarArchiveEntry link(String name, String destination) {
    TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
    entry.setLinkName(destination);
    return entry;
  }

  private static InputStream archive(TarArchiveEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options()))) {
      for (TarArchiveEntry entry : entries) {
        tar.putArchiveEntry(entry);
        if (entry.getSize() > 0) {
          tar.write(CONTENT);
        }
        tar.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
