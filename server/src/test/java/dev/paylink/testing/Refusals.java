package dev.paylink.testing;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of refusals, as they stand in the sources: details of problems and messages of
 * faults. What is computed in them is 7; a sentence that is computed as a whole is left out.
 */
public final class Refusals {
  private static final Path SOURCES = Path.of("src/main/java/dev/paylink");
  private static final String COMPUTED = "7";

  /** Which argument of a factory is the sentence. */
  private static final Map<String, Integer> ARGUMENT =
      Map.ofEntries(
          Map.entry("badRequest", 1),
          Map.entry("invalidField", 1),
          Map.entry("refusedField", 2),
          Map.entry("unauthorized", 1),
          Map.entry("forbidden", 1),
          Map.entry("notFound", 1),
          Map.entry("conflict", 1),
          Map.entry("gone", 1),
          Map.entry("unprocessable", 1),
          Map.entry("tooMany", 1),
          Map.entry("fault", 1),
          Map.entry("refused", 0),
          Map.entry("Fault", 1),
          Map.entry("Wrong", 0),
          Map.entry("Faulty", 0),
          Map.entry("Invalid", 1));

  private final Map<String, String> constants = new HashMap<>();
  private final Set<String> found = new TreeSet<>();

  private Refusals() {}

  /** Returns the sentences of the files that are asked for, named as in {@code payment/A.java}. */
  public static Set<String> inSources(Predicate<String> files) {
    Refusals refusals = new Refusals();
    Map<String, CompilationUnitTree> units = parsed();
    units.values().forEach(unit -> unit.accept(refusals.new Constants(), ""));
    units.forEach(
        (name, unit) -> {
          if (files.test(name)) {
            unit.accept(refusals.new Calls(), null);
          }
        });
    return refusals.found;
  }

  private static Map<String, CompilationUnitTree> parsed() {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> all = Files.walk(SOURCES);
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> paths = all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(paths));
      Map<String, CompilationUnitTree> units = new LinkedHashMap<>();
      for (CompilationUnitTree unit : task.parse()) {
        Path path = Path.of(unit.getSourceFile().toUri());
        units.put(SOURCES.toAbsolutePath().relativize(path).toString(), unit);
      }
      return units;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Remembers the texts that have a name, as {@code Role.KNOWN}. */
  private final class Constants extends TreeScanner<@Nullable Void, String> {
    @Override
    public @Nullable Void visitClass(ClassTree type, String outer) {
      return super.visitClass(type, type.getSimpleName().toString());
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, String type) {
      if (variable.getInitializer() instanceof LiteralTree literal
          && literal.getValue() instanceof String text) {
        constants.put(type + "." + variable.getName(), text);
      }
      return super.visitVariable(variable, type);
    }
  }

  private final class Calls extends TreeScanner<@Nullable Void, @Nullable Void> {
    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void ignored) {
      note(lastName(call.getMethodSelect()), call.getArguments());
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void ignored) {
      note(lastName(made.getIdentifier()), made.getArguments());
      return super.visitNewClass(made, null);
    }

    private void note(String name, List<? extends ExpressionTree> arguments) {
      int place = ARGUMENT.getOrDefault(name, Integer.MAX_VALUE);
      if (place < arguments.size()) {
        for (String sentence : texts(arguments.get(place))) {
          if (!sentence.equals(COMPUTED) && sentence.contains(" ")) {
            found.add(sentence);
          }
        }
      }
    }
  }

  private List<String> texts(Tree expression) {
    return switch (expression) {
      case LiteralTree literal -> List.of(String.valueOf(literal.getValue()));
      case ParenthesizedTree inner -> texts(inner.getExpression());
      case ConditionalExpressionTree choice ->
          Stream.of(choice.getTrueExpression(), choice.getFalseExpression())
              .flatMap(side -> texts(side).stream())
              .toList();
      case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS ->
          texts(sum.getLeftOperand()).stream()
              .flatMap(left -> texts(sum.getRightOperand()).stream().map(left::concat))
              .toList();
      case MethodInvocationTree call
          when call.getMethodSelect() instanceof MemberSelectTree select
              && select.getIdentifier().contentEquals("formatted") ->
          texts(select.getExpression()).stream()
              .map(text -> text.replaceAll("%[ds]", COMPUTED))
              .toList();
      case MemberSelectTree select -> List.of(constants.getOrDefault(select.toString(), COMPUTED));
      default -> List.of(COMPUTED);
    };
  }

  private static String lastName(Tree name) {
    String text = name.toString();
    return text.substring(text.lastIndexOf('.') + 1);
  }
}
