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
  private final List<String> templates;

  ContractPaths(ContractNode root) {
    this.root = root;
    this.templates =
        root.childOrEmpty("paths")
            .names()
            .sorted(Comparator.comparing((String path) -> path.contains("{")))
            .toList();
  }

  Optional<ContractOperation> find(String method, String path) {
    for (String template : templates) {
      Optional<Map<String, String>> values = match(template, path);
      if (values.isPresent()) {
        ContractNode item = root.childOrEmpty("paths").childOrEmpty(template);
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

  private static Optional<Map<String, String>> match(String template, String path) {
    String[] expected = template.split("/", -1);
    String[] actual = path.split("/", -1);
    if (expected.length != actual.length) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < expected.length; i++) {
      if (expected[i].startsWith("{")) {
        values.put(
            expected[i].substring(1, expected[i].length() - 1), Exchange.decodePath(actual[i]));
      } else if (!expected[i].equals(actual[i])) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }
}
