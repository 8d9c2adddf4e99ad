package dev.paylink.app.statements;

import dev.paylink.testing.SourceTree;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Collects every SQL statement of the service from its classes: constants, and what static methods
 * make of a few yes-or-no questions. SQL anywhere else is reported ({@link SqlScan}), so that none
 * can hide.
 */
final class SqlTexts {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?s)\\s*(select\\s|insert into\\s|update\\s+\\w+\\s+(\\w+\\s+)?set\\s|delete from\\s"
              + "|with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\s).*");

  /** Builds statements from a search; {@code PaymentStatements} registers all of its kinds. */
  private static final Set<String> BUILDERS = Set.of("PaymentKeyQueries", "PaymentQueries");

  private static final Map<String, String> ALL = collected();

  private SqlTexts() {}

  /**
   * Statements by {@code Class.NAME}; a text that only stands inside another one is left out, and a
   * template of which another constant was made.
   */
  static Map<String, String> all() {
    return ALL;
  }

  private static Map<String, String> collected() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Path source : sources()) {
      texts.putAll(of(source));
    }
    Map<String, String> whole = new LinkedHashMap<>(texts);
    whole
        .values()
        .removeIf(
            text ->
                texts.values().stream()
                    .anyMatch(other -> !other.equals(text) && other.contains(stem(text))));
    return whole;
  }

  /** A text up to where something is filled in. */
  private static String stem(String text) {
    int hole = text.indexOf("%s");
    return hole < 0 ? text : text.substring(0, hole);
  }

  /**
   * Where SQL is written or made outside of a constant, and constants with SQL that neither are a
   * statement nor stand inside one.
   */
  static List<String> strays() {
    StandardJavaFileManager files =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);
    List<String> found = new ArrayList<>();
    SqlScan.strays(files.getJavaFileObjectsFromPaths(sources())).stream()
        .filter(stray -> !StatementTable.isWithoutPlan(stray) && !isBuilt(stray))
        .forEach(found::add);
    Map<String, String> statements = all();
    for (Path source : sources()) {
      constants(source)
          .forEach(
              (name, text) -> {
                if (SqlScan.isSql(text)
                    && !StatementTable.isWithoutPlan(name)
                    && statements.values().stream().noneMatch(it -> it.contains(stem(text)))
                    && !isBuilt(name)) {
                  found.add(name + ": " + text);
                }
              });
    }
    return found;
  }

  private static boolean isBuilt(String name) {
    return BUILDERS.contains(name.substring(0, name.indexOf('.')));
  }

  private static Map<String, String> of(Path source) {
    Map<String, String> texts = new LinkedHashMap<>();
    constants(source)
        .forEach(
            (name, text) -> {
              if (STATEMENT.matcher(text).matches()) {
                texts.put(name, text);
              }
            });
    return texts;
  }

  /** Every text that the classes of a source hold or make, by {@code Class.NAME}. */
  private static Map<String, String> constants(Path source) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (SourceTree.read(source).contains("String")) {
      constants(SourceTree.load(SOURCES, source), texts);
    }
    return texts;
  }

  private static void constants(Class<?> type, Map<String, String> texts) {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
        texts.put(type.getSimpleName() + "." + field.getName(), value(field));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && method.getReturnType() == String.class
          && method.getParameterCount() > 0
          && Stream.of(method.getParameterTypes()).allMatch(boolean.class::equals)) {
        for (int answers = 0; answers < 1 << method.getParameterCount(); answers++) {
          texts.put(
              type.getSimpleName() + "." + method.getName() + answers, value(method, answers));
        }
      }
    }
    for (Class<?> inner : type.getDeclaredClasses()) {
      constants(inner, texts);
    }
  }

  private static String value(Field field) {
    try {
      field.setAccessible(true);
      return String.valueOf(field.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String value(Method method, int answers) {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = (answers >> i & 1) == 1;
    }
    try {
      method.setAccessible(true);
      return String.valueOf(method.invoke(null, arguments));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> sources() {
    return SourceTree.files(SOURCES, ".java").stream()
        .filter(file -> !file.endsWith("package-info.java"))
        .toList();
  }
}
