package dev.paylink.app.statements;

import dev.paylink.testing.SourceTree;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds where the tables of the schema are named in the SQL of the service's sources. */
public final class SqlTables {
  private static final Path SOURCES = Path.of("src/main/java/dev/paylink");
  private static final Path SCHEMA = Path.of("src/main/resources/db/schema");
  private static final Pattern TABLE = Pattern.compile("create table (\\w+)");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$");
  private static final Pattern TEXT =
      Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");
  private static final String WRITES =
      "insert\\s+into|update|delete\\s+from|merge\\s+into|copy|lock\\s+table";
  private static final String NAMES = WRITES + "|from|join";

  private SqlTables() {}

  /** The classes that name a table. */
  public static Map<String, Set<String>> readers() {
    return find(NAMES);
  }

  /** The classes that write a table; a trigger writes {@code audit_link}. */
  public static Map<String, Set<String>> writers() {
    Map<String, Set<String>> writers = find(WRITES);
    writers.put("audit_link", Set.of("a trigger"));
    return writers;
  }

  private static Map<String, Set<String>> find(String verbs) {
    Pattern pattern = Pattern.compile("\\b(?:" + verbs + ")\\s+(" + tables() + ")\\b");
    Map<String, Set<String>> found = new TreeMap<>();
    SourceTree.files(SOURCES, ".java")
        .forEach(
            source ->
                TEXT.matcher(COMMENT.matcher(SourceTree.read(source)).replaceAll(""))
                    .results()
                    .flatMap(text -> pattern.matcher(text.group()).results())
                    .forEach(
                        hit ->
                            found
                                .computeIfAbsent(hit.group(1), table -> new TreeSet<>())
                                .add(source.getFileName().toString().replace(".java", ""))));
    return found;
  }

  private static String tables() {
    return SourceTree.files(SCHEMA, "").stream()
        .flatMap(file -> TABLE.matcher(SourceTree.read(file)).results())
        .map(result -> result.group(1))
        .collect(Collectors.joining("|"));
  }
}
