package dev.paylink.app.statements;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Collects every SQL statement of the service from its classes: constants, and what static methods
 * make of a few yes-or-no questions. SQL anywhere else is reported, so that none can hide.
 */
final class SqlTexts {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?s)\\s*(select\\s|insert into\\s|update\\s+\\w+\\s+(\\w+\\s+)?set\\s|delete from\\s"
              + "|with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\s).*");
  private static final Pattern LITERAL =
      Pattern.compile("\"(select |insert into |delete from |update \\w+ |\"\"\"\\s*with \\w+ as)");

  /** Builds statements from a search; {@code PaymentStatements} registers all of its kinds. */
  private static final Set<String> BUILDERS = Set.of("PaymentKeyQueries", "PaymentQueries");

  private SqlTexts() {}

  /** Statements by {@code Class.NAME}; text that only stands inside another one is left out. */
  static Map<String, String> all() {
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
                    .anyMatch(other -> other.length() > text.length() && other.contains(text)));
    return whole;
  }

  /** Where SQL is written outside of a constant. */
  static List<String> strays() {
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      if (BUILDERS.contains(simpleName(source))) {
        continue;
      }
      String text = read(source);
      Matcher literal = LITERAL.matcher(text);
      while (literal.find()) {
        String before = text.substring(0, literal.start());
        int start = Math.max(before.lastIndexOf(';'), before.lastIndexOf('{'));
        if (!before.substring(start + 1).contains("static final String")) {
          found.add(
              source.getFileName() + ": " + text.substring(literal.start()).lines().findFirst());
        }
      }
    }
    return found;
  }

  private static Map<String, String> of(Path source) {
    Map<String, String> texts = new LinkedHashMap<>();
    String name = simpleName(source);
    String text = read(source);
    if (!text.contains("static final String")) {
      return texts;
    }
    Class<?> type = load(source);
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
        keep(texts, name + "." + field.getName(), value(field));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && method.getReturnType() == String.class
          && method.getParameterCount() > 0
          && Stream.of(method.getParameterTypes()).allMatch(boolean.class::equals)) {
        for (int answers = 0; answers < 1 << method.getParameterCount(); answers++) {
          keep(texts, name + "." + method.getName() + answers, value(method, answers));
        }
      }
    }
    return texts;
  }

  private static void keep(Map<String, String> texts, String name, String text) {
    if (STATEMENT.matcher(text).matches() && !text.contains("%s")) { // a template is no statement
      texts.put(name, text);
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
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String simpleName(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  private static Class<?> load(Path source) {
    String name = SOURCES.relativize(source).toString().replace('/', '.').replace(".java", "");
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
