package dev.paylink.supply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.artifact.versioning.ComparableVersion;
import tools.jackson.databind.JsonNode;

/**
 * One entry of the OSV database. It affects a version that it lists, or that one of its ranges
 * contains, as the OSV schema (ossf.github.io/osv-schema) tells to evaluate them.
 */
record Advisory(JsonNode json) {
  private static final String INTRODUCED = "introduced";
  private static final String FIXED = "fixed";
  private static final String LAST_AFFECTED = "last_affected";

  String id() {
    return json.required("id").asString();
  }

  /** Returns the id and the names that other databases have for the same fault. */
  Stream<String> names() {
    return Stream.concat(
        Stream.of(id()), json.path("aliases").valueStream().map(JsonNode::asString));
  }

  String summary() {
    return json.path("summary").asString("");
  }

  String modified() {
    return json.path("modified").asString("");
  }

  boolean isWithdrawn() {
    return json.hasNonNull("withdrawn");
  }

  boolean isOfMaven() {
    return json.path("affected").valueStream().anyMatch(Advisory::isMavenPackage);
  }

  boolean affects(Library library) {
    return !isWithdrawn() && about(library).anyMatch(affected -> contains(affected, library));
  }

  /** Returns the lowest fixed version above the library's own. */
  Optional<String> fixFor(Library library) {
    ComparableVersion version = new ComparableVersion(library.version());
    return about(library)
        .flatMap(Advisory::ranges)
        .flatMap(range -> events(range).stream())
        .filter(event -> event.kind().equals(FIXED) && event.version().compareTo(version) > 0)
        .min(Comparator.comparing(Event::version))
        .map(Event::text);
  }

  private Stream<JsonNode> about(Library library) {
    return json.path("affected")
        .valueStream()
        .filter(Advisory::isMavenPackage)
        .filter(
            affected -> affected.path("package").path("name").asString("").equals(library.name()));
  }

  /** Maven Central is "Maven"; other repositories follow a colon. */
  private static boolean isMavenPackage(JsonNode affected) {
    String ecosystem = affected.path("package").path("ecosystem").asString("");
    return ecosystem.equals("Maven") || ecosystem.startsWith("Maven:");
  }

  private static boolean contains(JsonNode affected, Library library) {
    ComparableVersion version = new ComparableVersion(library.version());
    return affected
            .path("versions")
            .valueStream()
            .anyMatch(listed -> listed.asString().equals(library.version()))
        || ranges(affected).anyMatch(range -> contains(events(range), version));
  }

  private static Stream<JsonNode> ranges(JsonNode affected) {
    return affected
        .path("ranges")
        .valueStream()
        .filter(range -> range.path("type").asString("").equals("ECOSYSTEM"));
  }

  private static boolean contains(List<Event> events, ComparableVersion version) {
    boolean affected = false;
    for (Event event : events) {
      int compared = version.compareTo(event.version());
      switch (event.kind()) {
        case INTRODUCED -> affected |= event.isBeforeAll() || compared >= 0;
        case FIXED -> affected &= compared < 0;
        case LAST_AFFECTED -> affected &= compared <= 0;
        default -> {} // "limit" only ever narrows a range
      }
    }
    return affected;
  }

  /**
   * Returns the events from the lowest version to the highest; a file may have them in any order.
   */
  private static List<Event> events(JsonNode range) {
    List<Event> events = new ArrayList<>();
    for (JsonNode event : range.path("events")) {
      event
          .properties()
          .forEach(entry -> events.add(new Event(entry.getKey(), entry.getValue().asString())));
    }
    events.sort(
        Comparator.comparing(Event::version)
            .thenComparing(event -> !event.kind().equals(INTRODUCED)));
    return events;
  }

  private record Event(String kind, String text, ComparableVersion version) {
    Event(String kind, String text) {
      this(kind, text, new ComparableVersion(text));
    }

    /** A "0" stands for the first version there was, also for one that sorts below 0. */
    boolean isBeforeAll() {
      return text.equals("0");
    }
  }
}
