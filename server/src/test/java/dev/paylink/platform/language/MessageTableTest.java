package dev.paylink.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import dev.paylink.ratelimit.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the table of messages and the sources together: same keys, same places, six languages. */
final class MessageTableTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/paylink");
  private static final Pattern PLACE = Pattern.compile("[{]([0-9])[}]");
  private static final Map<Language, Texts> TABLES = Texts.all(Message.class);

  /** The library that judges passwords explains itself in English. */
  private static final Set<String> WITHOUT_PLACES = Set.of("field.guess.why");

  /** How many values the sources give to each key. */
  private static final Map<String, Set<Integer>> USES = new TreeMap<>();

  private static final List<String> COMPUTED_KEYS = new ArrayList<>();

  @BeforeAll
  static void readSources() throws IOException {
    for (CompilationUnitTree unit : parsed()) {
      unit.accept(new Uses(), unit.getSourceFile().getName().replaceAll(".*/dev/paylink/", ""));
    }
    for (Limit limit : Limit.values()) { // its number is given to each, whether it is said or not
      USES.put(limit.message().key(), Set.of(count(Language.EN, limit.message().key())));
    }
  }

  @Test
  void every_message_of_the_sources_has_an_english_text_with_as_many_places() {
    assertThat(USES).hasSizeGreaterThan(150);
    assertThat(USES)
        .allSatisfy(
            (key, values) -> assertThat(values).as(key).isEqualTo(Set.of(count(Language.EN, key))));
  }

  @Test
  void every_text_is_used() {
    Set<String> unused = new TreeSet<>(table(Language.EN).keys());
    unused.removeAll(USES.keySet());
    assertThat(unused).isEmpty();
  }

  @Test
  void every_language_has_the_same_keys_with_the_same_places() {
    for (Language language : Language.values()) {
      assertThat(table(language).keys()).isEqualTo(table(Language.EN).keys());
      for (String key : table(language).keys()) {
        if (language != Language.EN && WITHOUT_PLACES.contains(key)) {
          continue;
        }
        assertThat(places(language, key))
            .as(language + " " + key)
            .isEqualTo(places(Language.EN, key));
      }
    }
  }

  @Test
  void no_two_keys_say_the_same_in_english() {
    Set<String> seen = new HashSet<>();
    assertThat(table(Language.EN).keys())
        .allSatisfy(key -> assertThat(seen.add(table(Language.EN).get(key))).as(key).isTrue());
  }

  @Test
  void keys_stand_in_the_sources_as_they_are() {
    assertThat(COMPUTED_KEYS).containsOnly("ratelimit/Limit.java");
  }

  private static Texts table(Language language) {
    return java.util.Objects.requireNonNull(TABLES.get(language));
  }

  private static int count(Language language, String key) {
    return places(language, key).size();
  }

  private static Set<Integer> places(Language language, String key) {
    return table(language).has(key)
        ? PLACE
            .matcher(table(language).get(key))
            .results()
            .map(place -> Integer.valueOf(place.group(1)))
            .collect(Collectors.toCollection(TreeSet::new))
        : Set.of(-1);
  }

  private static Iterable<? extends CompilationUnitTree> parsed() throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> all = Files.walk(SOURCES);
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> paths = all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(paths));
      return task.parse();
    }
  }

  /** Collects the calls of {@link Message#of}. */
  private static final class Uses extends TreeScanner<@Nullable Void, String> {
    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, String file) {
      if (call.getMethodSelect().toString().equals("Message.of")) {
        if (call.getArguments().getFirst() instanceof LiteralTree key) {
          USES.computeIfAbsent(String.valueOf(key.getValue()), ignored -> new TreeSet<>())
              .add(call.getArguments().size() - 1);
        } else {
          COMPUTED_KEYS.add(file);
        }
      }
      return super.visitMethodInvocation(call, file);
    }
  }
}
