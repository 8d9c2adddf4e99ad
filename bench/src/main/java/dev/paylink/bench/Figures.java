package dev.paylink.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures by name, several rounds of each; what counts is their median. */
final class Figures {
  private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

  void add(String name, double value) {
    rounds.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
  }

  double median(String name) {
    List<Double> sorted = rounds.getOrDefault(name, List.of()).stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("no figure named " + name);
    }
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  void print() {
    rounds.forEach(
        (name, values) ->
            System.out.printf("  %-28s %10.1f   %s%n", name, median(name), rounded(values)));
  }

  private static List<String> rounded(List<Double> values) {
    return values.stream().map("%.1f"::formatted).toList();
  }
}
