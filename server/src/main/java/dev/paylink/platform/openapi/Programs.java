package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;

/**
 * The examples of the first guide as whole programs to download: in each language those that make a
 * payment and follow it are one program, and the receiver of webhooks, which is the last of them,
 * is another. They are what the guide prints, so neither can be newer than the other.
 */
final class Programs {
  static final String FOLDER = OpenApiRoutes.PATH + "/programs/";

  /** The guide whose examples they are. */
  static final String GUIDE = "quickstart";

  /** The names of files by the word behind the fence: the payment's, the receiver's. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "sh", List.of("pay.sh"), // a shell receives nothing
          "ts", List.of("pay.mjs", "receive.mjs"),
          "python", List.of("pay.py", "receive.py"),
          "php", List.of("pay.php", "receive.php"),
          "java", List.of("Pay.java", "Receive.java"));

  private Programs() {}

  /** Returns the programs by the names of their files. */
  static Map<String, Supplier<String>> of(Guide guide) {
    Lazy<Map<String, String>> programs = new Lazy<>(() -> cut(guide));
    Map<String, Supplier<String>> byName = new LinkedHashMap<>();
    NAMES.values().stream()
        .flatMap(List::stream)
        .forEach(name -> byName.put(name, () -> Objects.requireNonNull(programs.get().get(name))));
    return byName;
  }

  private static Map<String, String> cut(Guide guide) {
    List<List<FencedCodeBlock>> examples = new ArrayList<>();
    Node node = Markdown.parse(guide.text()).getFirstChild();
    while (node != null) {
      List<FencedCodeBlock> run = GuideText.examples(node);
      if (run.size() > 1) {
        examples.add(run);
        node = run.getLast();
      }
      node = node.getNext();
    }
    Map<String, String> programs = new LinkedHashMap<>();
    NAMES.forEach(
        (language, names) -> {
          programs.put(
              names.getFirst(), joined(examples.subList(0, examples.size() - 1), language));
          if (names.size() > 1) {
            programs.put(names.getLast(), joined(List.of(examples.getLast()), language));
          }
        });
    return programs;
  }

  private static String joined(List<List<FencedCodeBlock>> examples, String language) {
    return String.join(
        "\n",
        examples.stream()
            .flatMap(List::stream)
            .filter(code -> code.getInfo().equals(language))
            .map(FencedCodeBlock::getLiteral)
            .toList());
  }
}
