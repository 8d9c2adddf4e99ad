package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class that a template gives and no stylesheet knows is a layout that was forgotten. */
final class StyledClassesTest {
  private static final Pattern GIVEN = Pattern.compile("class=\"([^\"$]*)\"");
  private static final Pattern STYLED = Pattern.compile("\\.([a-zA-Z][\\w-]*)");

  @Test
  void every_class_of_a_template_has_a_style() throws IOException {
    Set<String> styled =
        STYLED
            .matcher(text(Path.of("src/main/resources"), ".css"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    Set<String> given = new TreeSet<>();
    for (String part : new String[] {"checkout", "dashboard", "desk", "platform"}) {
      GIVEN
          .matcher(text(Path.of("src/main/jte", part), ".jte"))
          .results()
          .flatMap(found -> Arrays.stream(found.group(1).split(" ", -1)))
          .filter(name -> !name.isEmpty())
          .forEach(given::add);
    }
    assertThat(given).hasSizeGreaterThan(100);
    given.removeAll(styled);
    assertThat(given).isEmpty();
  }

  private static String text(Path folder, String ending) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(it -> it.toString().endsWith(ending)).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }
}
