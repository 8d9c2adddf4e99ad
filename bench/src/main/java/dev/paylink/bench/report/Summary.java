package dev.paylink.bench.report;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of a bench's last line, in their order, each rounded as it is shown. */
public final class Summary {
  private final Map<String, String> figures = new LinkedHashMap<>();

  /** Adds a figure with so many decimals. */
  public Summary with(String name, int decimals, double value) {
    figures.put(name, String.format(Locale.ROOT, "%." + decimals + "f", value));
    return this;
  }

  public Map<String, String> figures() {
    return figures;
  }

  @Override
  public String toString() {
    return figures.entrySet().stream()
        .map(figure -> figure.getKey() + '=' + figure.getValue())
        .collect(Collectors.joining(" "));
  }
}
