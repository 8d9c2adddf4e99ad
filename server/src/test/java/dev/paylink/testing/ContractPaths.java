package dev.paylink.testing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the operation that a request line means; a literal path wins over a templated one, and HEAD
 * is GET without the body.
 */
final class ContractPaths {
  private static final String FALLBACK = "x-fallback-responses";

  private final ContractNode root;
  private final List<Template> templates;

  /** A path of the contract with its parts, which are cut once and compared with every request. */
  private record Template(String path, List<String> parts) {
    static Template of(String path) {
      return new Template(path, cut(path));
    }
  }

  ContractPaths(ContractNode root) {
    this.root = root;
    this.templates =
        root.childOrEmpty("paths")
            .names()
            .sorted(
                Comparator.comparingLong(
                    (String path) -> path.chars().filter(c -> c == '{').count()))
            .map(Template::of)
            .toList();
  }

  Optional<ContractOperation> find(String method, String path) {
    List<String> actual = cut(path);
    for (Template template : templates) {
      Optional<Map<String, String>> values = match(template.parts(), actual);
      if (values.isPresent()) {
        ContractNode item = root.childOrEmpty("paths").childOrEmpty(template.path());
        return item.child(method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT))
            .map(operation -> new ContractOperation(item, operation, values.get()));
      }
    }
    return Optional.empty();
  }

  /** The answer that any path may give with this status, listed or not. */
  Optional<ContractNode> fallback(String status) {
    return root.childOrEmpty(FALLBACK).child(status);
  }

  private static List<String> cut(String path) {
    return List.of(path.split("/", -1));
  }

  private static Optional<Map<String, String>> match(List<String> expected, List<String> actual) {
    if (expected.size() != actual.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < expected.size(); i++) {
      String part = expected.get(i);
      if (part.startsWith("{")) {
        values.put(part.substring(1, part.length() - 1), Exchange.decodePath(actual.get(i)));
      } else if (!part.equals(actual.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }
}
