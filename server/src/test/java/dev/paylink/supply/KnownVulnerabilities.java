package dev.paylink.supply;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the libraries of an SBOM with an export of the OSV database, without a network. {@code
 * ./paylink vulnerabilities} runs it. Files that hold nothing to compare are refused, so that a
 * wrong one never passes for a clean one.
 */
final class KnownVulnerabilities {
  static final int CLEAN = 0;
  static final int FOUND = 1;
  static final int NOTHING_COMPARED = 2;

  private static final JsonMapper MAPPER = new JsonMapper();

  private final List<Library> libraries;
  private final IgnoredAdvisories ignoredAdvisories;
  private final LocalDate today;
  private final PrintStream out;

  private int advisories;
  private int found;
  private int ignored;
  private String newest = "";

  KnownVulnerabilities(
      Path bom, IgnoredAdvisories ignoredAdvisories, LocalDate today, PrintStream out) {
    this.libraries = libraries(bom);
    this.ignoredAdvisories = ignoredAdvisories;
    this.today = today;
    this.out = out;
  }

  /** Arguments: the SBOM, the export, the list of ignored advisories. */
  public static void main(String[] arguments) throws IOException {
    IgnoredAdvisories ignored = new IgnoredAdvisories(Path.of(arguments[2]));
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    System.exit(
        new KnownVulnerabilities(Path.of(arguments[0]), ignored, today, System.out)
            .compareWith(Path.of(arguments[1])));
  }

  /** Prints each finding and returns the exit code. */
  int compareWith(Path export) throws IOException {
    // One advisory at a time: all of them together are hundreds of megabytes.
    try (ZipFile zip = new ZipFile(export.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().endsWith(".json")) {
          try (InputStream json = zip.getInputStream(entry)) {
            compareWith(new Advisory(MAPPER.readTree(json)));
          }
        }
      }
    }
    out.printf(
        "%d known vulnerabilities, %d ignored; %d libraries and %d advisories for Maven compared,"
            + " the newest of %s%n",
        found, ignored, libraries.size(), advisories, newest);
    if (libraries.isEmpty() || advisories == 0) {
      out.println("Nothing was compared: is this the SBOM, and an export of OSV for Maven?");
      return NOTHING_COMPARED;
    }
    return found == 0 ? CLEAN : FOUND;
  }

  private void compareWith(Advisory advisory) {
    if (!advisory.isOfMaven()) {
      return;
    }
    advisories++;
    if (advisory.modified().compareTo(newest) > 0) {
      newest = advisory.modified();
    }
    for (Library library : libraries) {
      if (!advisory.affects(library)) {
        continue;
      }
      if (ignoredAdvisories.contains(advisory, today)) {
        ignored++;
        out.println("ignored: " + describe(advisory, library));
      } else {
        found++;
        out.println(describe(advisory, library));
      }
    }
  }

  private static String describe(Advisory advisory, Library library) {
    return "%s: %s %s, %s: %s"
        .formatted(
            String.join(" ", advisory.names().toList()),
            library.name(),
            library.version(),
            advisory.fixFor(library).map(version -> "fixed in " + version).orElse("no fix"),
            advisory.summary());
  }

  private static List<Library> libraries(Path bom) {
    return MAPPER
        .readTree(bom.toFile())
        .path("components")
        .valueStream()
        .filter(component -> component.path("purl").asString("").startsWith("pkg:maven/"))
        .map(
            component ->
                new Library(
                    text(component, "group") + ":" + text(component, "name"),
                    text(component, "version")))
        .distinct()
        .toList();
  }

  private static String text(JsonNode component, String field) {
    return component.required(field).asString();
  }
}
