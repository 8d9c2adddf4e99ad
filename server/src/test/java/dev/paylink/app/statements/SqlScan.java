package dev.paylink.app.statements;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads sources as the compiler does and tells where SQL is written or made outside of a constant:
 *
 * <ul>
 *   <li>a literal, a text block or a concatenation that is SQL and stands in a method, in a field
 *       of an object, or in a constant that is no {@code String};
 *   <li>a constant with SQL that a method adds to, fills in or changes.
 * </ul>
 *
 * A method makes a constant's text if it is called for constants only, and makes what {@link
 * SqlTexts} can ask for if it is static and takes yes-or-no questions only.
 */
final class SqlScan {
  /** What only SQL says. A hole, where something else is added, is a ¿. */
  private static final Pattern SQL =
      Pattern.compile(
          "(?is)\\b(select\\b.*\\bfrom\\b|select\\s+[\\w¿]+\\(|insert\\s+into\\b|delete\\s+from\\b"
              + "|merge\\s+into\\b|update\\s+[\\w.¿%$<>]+\\s+(as\\s+)?(\\w+\\s+)?set\\b"
              + "|with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\s+(not\\s+)?(materialized\\s+)?\\()");

  private static final String HOLE = "¿";

  private final Set<String> constants = new TreeSet<>();
  private final List<String> strays = new ArrayList<>();

  private SqlScan() {}

  static boolean isSql(String text) {
    return SQL.matcher(text).find();
  }

  /** Returns where SQL stands outside of a constant, as {@code Class.method: text}. */
  static List<String> strays(Iterable<? extends JavaFileObject> sources) {
    SqlScan scan = new SqlScan();
    List<CompilationUnitTree> units = parse(sources);
    units.forEach(unit -> scan.new Constants().scan(unit, null));
    units.forEach(scan::look);
    return scan.strays;
  }

  private static List<CompilationUnitTree> parse(Iterable<? extends JavaFileObject> sources) {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, sources);
    List<CompilationUnitTree> units = new ArrayList<>();
    try {
      task.parse().forEach(units::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return units;
  }

  private void look(CompilationUnitTree unit) {
    Calls calls = new Calls();
    calls.scan(unit, null);
    new Strays(calls).scan(unit, null);
  }

  /** The names of constants with SQL, as {@code Class.NAME}. */
  private final class Constants extends TreePathScanner<@Nullable Void, @Nullable Void> {
    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void nothing) {
      if (isConstant(getCurrentPath())
          && variable.getInitializer() != null
          && isSql(text(variable.getInitializer()))) {
        constants.add(classes(getCurrentPath()).getFirst() + "." + variable.getName());
      }
      return super.visitVariable(variable, null);
    }
  }

  /** How often a method is called for a constant, and how often elsewhere. */
  private static final class Calls extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final Map<String, Integer> forConstants = new HashMap<>();
    private final Map<String, Integer> elsewhere = new HashMap<>();

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      if (call.getMethodSelect() instanceof IdentifierTree name) {
        boolean forConstant =
            ancestors(getCurrentPath()).anyMatch(SqlScan::isConstant)
                && ancestors(getCurrentPath()).noneMatch(it -> it.getLeaf() instanceof MethodTree);
        (forConstant ? forConstants : elsewhere).merge(name.toString(), 1, Integer::sum);
      }
      return super.visitMethodInvocation(call, null);
    }

    boolean areForConstants(MethodTree method) {
      String name = method.getName().toString();
      return forConstants.containsKey(name)
          && !elsewhere.containsKey(name)
          && method.getModifiers().getFlags().contains(Modifier.PRIVATE);
    }
  }

  private final class Strays extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final Calls calls;

    Strays(Calls calls) {
      this.calls = calls;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very place in the source
    public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
      TreePath whole = whole(getCurrentPath());
      String text = text(whole.getLeaf());
      if (literal.getValue() instanceof String
          && first(whole.getLeaf()) == literal
          && isSql(text)) {
        report(whole, text);
      }
      return super.visitLiteral(literal, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree name, @Nullable Void nothing) {
      classes(getCurrentPath()).forEach(owner -> use(owner + "." + name.getName()));
      return super.visitIdentifier(name, null);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree name, @Nullable Void nothing) {
      use(name.toString());
      return super.visitMemberSelect(name, null);
    }

    private void use(String name) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      if (constants.contains(name)
          && (isConcatenation(parent) || parent instanceof MemberSelectTree)) {
        report(getCurrentPath(), name + " is changed: " + parent);
      }
    }

    private void report(TreePath path, String text) {
      if (ancestors(path).anyMatch(SqlScan::isConstant)) {
        return;
      }
      MethodTree method =
          ancestors(path)
              .map(TreePath::getLeaf)
              .filter(MethodTree.class::isInstance)
              .map(MethodTree.class::cast)
              .findFirst()
              .orElse(null);
      if (method == null || !(calls.areForConstants(method) || takesQuestions(method))) {
        String where = method == null ? "a field" : method.getName().toString();
        strays.add(
            classes(path).getLast() + "." + where + ": " + text.replaceAll("\\s+", " ").strip());
      }
    }
  }

  /** Tells whether {@link SqlTexts} asks the method for all that it can make. */
  private static boolean takesQuestions(MethodTree method) {
    return method.getModifiers().getFlags().contains(Modifier.STATIC)
        && String.valueOf(method.getReturnType()).equals("String")
        && !method.getParameters().isEmpty()
        && method.getParameters().stream()
            .allMatch(parameter -> String.valueOf(parameter.getType()).equals("boolean"));
  }

  private static boolean isConstant(TreePath path) {
    return path.getLeaf() instanceof VariableTree variable
        && path.getParentPath().getLeaf() instanceof ClassTree owner
        && String.valueOf(variable.getType()).equals("String")
        && (owner.getKind() == Tree.Kind.INTERFACE
            || variable
                .getModifiers()
                .getFlags()
                .containsAll(Set.of(Modifier.STATIC, Modifier.FINAL)));
  }

  private static Stream<TreePath> ancestors(TreePath path) {
    return Stream.iterate(path, it -> it != null, TreePath::getParentPath);
  }

  /** The classes around it, from the inside. */
  private static List<String> classes(TreePath path) {
    return ancestors(path)
        .map(TreePath::getLeaf)
        .filter(ClassTree.class::isInstance)
        .map(it -> ((ClassTree) it).getSimpleName().toString())
        .filter(name -> !name.isEmpty()) // an anonymous one
        .toList();
  }

  /** The concatenation of which something is a part. */
  private static TreePath whole(TreePath part) {
    Tree parent = part.getParentPath().getLeaf();
    return isConcatenation(parent) || parent instanceof ParenthesizedTree
        ? whole(part.getParentPath())
        : part;
  }

  private static @Nullable Tree first(Tree tree) {
    if (tree instanceof BinaryTree both) {
      Tree left = first(both.getLeftOperand());
      return left == null ? first(both.getRightOperand()) : left;
    }
    if (tree instanceof ParenthesizedTree inner) {
      return first(inner.getExpression());
    }
    return tree instanceof LiteralTree literal && literal.getValue() instanceof String
        ? tree
        : null;
  }

  private static String text(Tree tree) {
    if (isConcatenation(tree)) {
      BinaryTree both = (BinaryTree) tree;
      return text(both.getLeftOperand()) + text(both.getRightOperand());
    }
    if (tree instanceof ParenthesizedTree inner) {
      return text(inner.getExpression());
    }
    return tree instanceof LiteralTree literal ? String.valueOf(literal.getValue()) : HOLE;
  }

  private static boolean isConcatenation(Tree tree) {
    return tree.getKind() == Tree.Kind.PLUS;
  }
}
