package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rights of the service's role are those that operators read about. */
final class ServiceGrantsTest {
  private static final Path GUIDE = Path.of("../docs/operate/database.md");
  private static final Pattern GRANT =
      Pattern.compile("^grant (select.*?) on ([a-z_, ]+) to paylink_service;$", Pattern.MULTILINE);

  @Test
  void tables_with_fewer_rights_are_those_of_the_documentation() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    Matcher grants = GRANT.matcher(Files.readString(GUIDE));
    while (grants.find()) {
      for (String table : grants.group(2).split(", ", -1)) {
        documented.put(table, grants.group(1));
      }
    }
    assertThat(documented).isEqualTo(new TreeMap<>(ServiceGrants.LESS));
  }
}
