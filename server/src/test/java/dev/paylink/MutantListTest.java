package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The list of {@code ./paylink soak mutants} names classes that exist: none drops out in silence.
 */
final class MutantListTest {
  private static final Pattern NAME = Pattern.compile("<param>([^<]+)</param>");

  @Test
  void every_class_and_test_of_the_list_exists() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String profile = pom.split("<id>mutants</id>", 2)[1].split("</profile>", 2)[0];
    assertThat(missing(list(profile, "targetClasses"), Path.of("src/main/java"))).isEmpty();
    assertThat(missing(list(profile, "targetTests"), Path.of("src/test/java"))).isEmpty();
  }

  private static List<String> list(String profile, String tag) {
    String list = profile.split("<" + tag + ">", 2)[1].split("</" + tag + ">", 2)[0];
    List<String> names = NAME.matcher(list).results().map(it -> it.group(1)).toList();
    assertThat(names).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    return names;
  }

  private static List<String> missing(List<String> names, Path sources) {
    return names.stream().filter(name -> !exists(name, sources)).toList();
  }

  private static boolean exists(String name, Path sources) {
    String path = name.replaceAll("[$*].*", "").replace('.', '/');
    return name.contains(".*")
        ? Files.isDirectory(sources.resolve(path))
        : Files.exists(sources.resolve(path + ".java"));
  }
}
