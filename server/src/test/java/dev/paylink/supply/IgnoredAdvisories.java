package dev.paylink.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The advisories that somebody judged harmless here, each with a last day and a reason. */
final class IgnoredAdvisories {
  private static final Pattern LINE = Pattern.compile("(\\S+) (\\d{4}-\\d{2}-\\d{2}) (\\S.*)");

  private final Map<String, LocalDate> lastDays = new HashMap<>();

  IgnoredAdvisories(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "%s: expected an id, a last day (2026-12-31) and a reason: %s".formatted(file, line));
      }
      lastDays.put(parts.group(1), LocalDate.parse(parts.group(2)));
    }
  }

  boolean contains(Advisory advisory, LocalDate today) {
    return advisory
        .names()
        .map(lastDays::get)
        .anyMatch(lastDay -> lastDay != null && !today.isAfter(lastDay));
  }
}
