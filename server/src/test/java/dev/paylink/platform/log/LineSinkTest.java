package dev.paylink.platform.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineSinkTest {
  @TempDir private Path folder;

  @Test
  void lines_of_any_length_come_out_whole_and_in_order() throws IOException {
    Random random = Seeded.random(LineSinkTest.class);
    Path file = folder.resolve("log");
    List<String> lines = new ArrayList<>();
    try (LineSink sink = LineSink.open(file)) {
      for (int i = 0; i < 300; i++) {
        int length =
            switch (random.nextInt(4)) {
              case 0 -> random.nextInt(200_000); // beyond the buffer
              case 1 -> 64 * 1024 - 2 + random.nextInt(4); // around its end
              default -> random.nextInt(500);
            };
        lines.add("x".repeat(length) + i);
        sink.write(lines.getLast().getBytes(UTF_8));
      }
    }
    assertThat(Files.readAllLines(file)).isEqualTo(lines);
  }

  @Test
  void a_new_file_is_readable_by_its_owner_alone_and_one_that_is_there_keeps_its_mode()
      throws IOException {
    Path file = folder.resolve("log");
    LineSink.open(file).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    LineSink.open(file).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void lines_of_many_writers_are_never_mixed_and_each_keeps_its_order() throws IOException {
    int writers = 500;
    int each = 40;
    Path file = folder.resolve("log");
    try (LineSink sink = LineSink.open(file)) {
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < writers; i++) {
          int writer = i;
          threads.execute(
              () -> {
                for (int line = 0; line < each; line++) {
                  sink.write((writer + " " + line + " " + "x".repeat(line * 10)).getBytes(UTF_8));
                }
              });
        }
      }
    }
    int[] next = new int[writers];
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split(" ", 3);
      int number = Integer.parseInt(parts[1]);
      assertThat(number).isEqualTo(next[Integer.parseInt(parts[0])]++);
      assertThat(parts[2]).hasSize(number * 10);
    }
    assertThat(next).containsOnly(each);
  }

  @Test
  void a_line_is_written_by_itself_after_a_moment() {
    Path file = folder.resolve("log");
    try (LineSink sink = LineSink.open(file)) {
      sink.write("one".getBytes(UTF_8));
      Await.until("the line is in the file", () -> Files.readString(file).equals("one\n"));
    }
  }

  @Test
  void an_existing_file_is_continued_and_missing_folders_are_made() throws IOException {
    Path file = folder.resolve("a/b/log");
    for (String line : List.of("one", "two")) {
      try (LineSink sink = LineSink.open(file)) {
        sink.write(line.getBytes(UTF_8));
      }
    }
    assertThat(Files.readAllLines(file)).containsExactly("one", "two");
  }

  @Test
  void a_disk_that_takes_nothing_stops_nobody() {
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.isWritable(full));
    try (LineSink sink = LineSink.open(full)) {
      for (int i = 0; i < 10; i++) {
        sink.write(new byte[30_000]);
        sink.write(new byte[100_000]);
      }
      sink.flush();
    }
  }

  @Test
  void a_large_file_becomes_an_older_one_and_no_line_is_lost() throws Exception {
    Path file = folder.resolve("rotating.log");
    try (LineSink sink = LineSink.open(file, 1000)) {
      for (int i = 0; i < 400; i++) {
        sink.write(("line " + i + " ".repeat(40)).getBytes(UTF_8));
        if (i % 5 == 0) {
          sink.flush();
        }
        if (i == 100) {
          assertThat(lines(file.resolveSibling("rotating.log.3")))
              .allMatch(line -> line.startsWith("line "));
        }
      }
    }
    List<String> all = new ArrayList<>();
    for (int older = 5; older > 0; older--) {
      all.addAll(lines(file.resolveSibling("rotating.log." + older)));
    }
    all.addAll(lines(file));
    int first = Integer.parseInt(all.getFirst().strip().substring("line ".length()));
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).strip()).isEqualTo("line " + (first + i));
    }
    assertThat(all.getLast().strip()).isEqualTo("line 399");
    assertThat(file.resolveSibling("rotating.log.6")).doesNotExist();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file);
  }
}
