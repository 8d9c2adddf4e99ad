package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Removes what tests leave in the folder for temporary files. */
final class TestFolders {
  private TestFolders() {}

  /** Deletes the folder and all that is in it. One that is gone is left alone. */
  static void delete(Path folder) {
    if (Files.notExists(folder)) {
      return;
    }
    try {
      for (Path path : within(folder).reversed()) {
        Files.deleteIfExists(path);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lists what is in the folder, a folder before its files. */
  static List<Path> within(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> !path.equals(folder)).sorted().toList();
    }
  }
}
