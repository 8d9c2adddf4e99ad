package dev.paylink.supply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KnownVulnerabilitiesTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 15);

  @TempDir Path folder;

  private String ignored = "";
  private String printed = "";

  @ParameterizedTest
  @CsvSource({
    "0.9.9, false",
    "1.0-rc1, false",
    "1.0, true",
    "1.0.0, true",
    "1.9, true",
    "1.10, true",
    "1.12-rc1, true",
    "1.12, false",
    "1.12.1, false",
    "2.0, true",
    "2.1, true",
    "2.1.1, false"
  })
  void versions_inside_a_range_are_found_and_their_neighbours_are_not(
      String version, boolean affected) throws IOException {
    String events =
        """
        {"last_affected": "2.1"}, {"introduced": "1.0"}, {"fixed": "1.12"}, {"introduced": "2.0"}
        """;
    assertThat(compare(version, ranges("com.example:lib", events)) == KnownVulnerabilities.FOUND)
        .isEqualTo(affected);
  }

  @Test
  void finding_names_advisory_library_version_and_the_next_fix() throws IOException {
    String events =
        """
        {"introduced": "0"}, {"fixed": "1.2"}, {"introduced": "1.5"}, {"fixed": "1.12"},
        {"introduced": "2.0"}, {"fixed": "2.4"}
        """;
    compare("1.9", ranges("com.example:lib", events));
    assertThat(printed)
        .contains(
            "GHSA-aaaa-bbbb-cccc CVE-2026-1: com.example:lib 1.9, fixed in 1.12: It breaks.\n")
        .contains("1 known vulnerabilities, 0 ignored")
        .contains("the newest of 2026-11-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0-alpha", "0.1", "9.9"})
  void range_without_a_fix_has_every_version(String version) throws IOException {
    assertThat(compare(version, ranges("com.example:lib", "{\"introduced\": \"0\"}")))
        .isEqualTo(KnownVulnerabilities.FOUND);
    assertThat(printed).contains("com.example:lib " + version + ", no fix: It breaks.");
  }

  @Test
  void single_version_may_be_introduced_and_last_affected() throws IOException {
    String advisory =
        ranges("com.example:lib", "{\"last_affected\": \"1.1\"}, {\"introduced\": \"1.1\"}");
    assertThat(compare("1.1", advisory)).isEqualTo(KnownVulnerabilities.FOUND);
    assertThat(compare("1.2", advisory)).isEqualTo(KnownVulnerabilities.CLEAN);
  }

  @Test
  void listed_version_is_found_and_an_unlisted_one_is_not() throws IOException {
    String advisory = advisory("Maven", "com.example:lib", "\"versions\": [\"1.1\", \"1.3\"]");
    assertThat(compare("1.3", advisory)).isEqualTo(KnownVulnerabilities.FOUND);
    assertThat(compare("1.2", advisory)).isEqualTo(KnownVulnerabilities.CLEAN);
  }

  @Test
  void withdrawn_advisory_is_not_found() throws IOException {
    String advisory = ranges("com.example:lib", "{\"introduced\": \"0\"}");
    String withdrawn = advisory.replaceFirst("\\{", "{\"withdrawn\": \"2026-11-02T00:00:00Z\", ");
    assertThat(compare("1.0", withdrawn)).isEqualTo(KnownVulnerabilities.CLEAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.example:lib2", "com.example:li", "org.example:lib", "lib"})
  void another_library_is_not_found(String name) throws IOException {
    assertThat(compare("1.0", ranges(name, "{\"introduced\": \"0\"}")))
        .isEqualTo(KnownVulnerabilities.CLEAN);
  }

  @ParameterizedTest
  @CsvSource({
    "GHSA-aaaa-bbbb-cccc 2026-11-15 not reachable, 0",
    "CVE-2026-1 2026-11-15 not reachable, 0",
    "CVE-2026-1 2026-11-14 not reachable, 1",
    "CVE-2026-11 2026-11-15 not reachable, 1"
  })
  void ignored_advisory_is_passed_over_until_its_last_day(String line, int exitCode)
      throws IOException {
    ignored = "# a comment\n\n" + line + "\n";
    assertThat(compare("1.0", ranges("com.example:lib", "{\"introduced\": \"0\"}")))
        .isEqualTo(exitCode);
    assertThat(printed).contains("com.example:lib 1.0, no fix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CVE-2026-1", "CVE-2026-1 2026-11-15", "CVE-2026-1 not reachable"})
  void ignored_advisory_needs_a_last_day_and_a_reason(String line) {
    ignored = line;
    assertThatThrownBy(() -> compare("1.0", ranges("com.example:lib", "")))
        .hasMessageContaining(line);
  }

  @Test
  void export_without_advisories_for_maven_is_refused() throws IOException {
    assertThat(compare("1.0", advisory("npm", "com.example:lib", "\"versions\": [\"1.0\"]")))
        .isEqualTo(KnownVulnerabilities.NOTHING_COMPARED);
  }

  @Test
  void sbom_without_libraries_is_refused() throws IOException {
    Path bom = Files.writeString(folder.resolve("bom.json"), "{\"bomFormat\": \"CycloneDX\"}");
    assertThat(compare(bom, ranges("com.example:lib", "{\"introduced\": \"0\"}")))
        .isEqualTo(KnownVulnerabilities.NOTHING_COMPARED);
  }

  @Test
  void list_of_ignored_advisories_can_be_read() throws IOException {
    new IgnoredAdvisories(Path.of("../.ci/ignored-vulnerabilities"));
  }

  private int compare(String version, String advisory) throws IOException {
    Path bom = folder.resolve("bom.json");
    Files.writeString(
        bom,
        """
        {"components": [
          {"group": "com.example", "name": "lib", "version": "%1$s",
           "purl": "pkg:maven/com.example/lib@%1$s?type=jar"}
        ]}
        """
            .formatted(version));
    return compare(bom, advisory);
  }

  private int compare(Path bom, String advisory) throws IOException {
    Path export = folder.resolve("all.zip");
    try (OutputStream file = Files.newOutputStream(export);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("GHSA-aaaa-bbbb-cccc.json"));
      zip.write(advisory.getBytes(UTF_8));
    }
    Path list = Files.writeString(folder.resolve("ignored"), ignored);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, UTF_8)) {
      return new KnownVulnerabilities(bom, new IgnoredAdvisories(list), TODAY, out)
          .compareWith(export);
    } finally {
      printed = bytes.toString(UTF_8);
    }
  }

  private static String ranges(String name, String events) {
    return advisory(
        "Maven", name, "\"ranges\": [{\"type\": \"ECOSYSTEM\", \"events\": [" + events + "]}]");
  }

  private static String advisory(String ecosystem, String name, String affected) {
    return """
        {"id": "GHSA-aaaa-bbbb-cccc", "aliases": ["CVE-2026-1"], "summary": "It breaks.",
         "modified": "2026-11-01T00:00:00Z",
         "affected": [{"package": {"ecosystem": "%s", "name": "%s"}, %s}]}
        """
        .formatted(ecosystem, name, affected);
  }
}
