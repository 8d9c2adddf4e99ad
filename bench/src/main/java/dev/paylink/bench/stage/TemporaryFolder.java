package dev.paylink.bench.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that goes with the bench. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  public TemporaryFolder() throws IOException {
    this(Files.createTempDirectory("paylink-bench"));
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      System.err.println("could not delete " + path);
    }
  }
}
