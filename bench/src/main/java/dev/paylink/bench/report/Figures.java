package dev.paylink.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Figures by name, several rounds of each; what counts is their median. */
public final class Figures {
  private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

  public void add(String name, double value) {
    rounds.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
  }

  public double median(String name) {
    List<Double> sorted = rounds.getOrDefault(name, List.of()).stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("no figure named " + name);
    }
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  public void print() {
    rounds.forEach(
        (name, values) ->
            System.out.printf("  %-28s %10.1f   %s%n", name, median(name), rounded(values)));
  }

  void addTo(ObjectNode json) {
    rounds.forEach(
        (name, values) -> {
          ArrayNode array = json.putArray(name.strip());
          values.forEach(value -> array.add(Math.round(value * 100) / 100.0));
        });
  }

  private static List<String> rounded(List<Double> values) {
    return values.stream().map("%.1f"::formatted).toList();
  }
}
