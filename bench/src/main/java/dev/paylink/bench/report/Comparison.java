package dev.paylink.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows how each figure moved from one full run to the next, as a table in Markdown. */
public final class Comparison {
  /** Runs of the same code differ by this much on a quiet machine. */
  private static final double NOISE = 0.1;

  /** What a hypervisor may take before CPU figures mean little. */
  private static final double MUCH_STEAL_PERCENT = 5;

  private static final List<String> LESS_IS_BETTER =
      List.of(
          "_us",
          "_ms",
          "_mb",
          "_percent",
          "_seconds",
          "refused_per_s",
          "unanswered",
          "_lost",
          "isolation_ratio",
          "scope_ratio",
          "bytes");
  private static final List<String> MORE_IS_BETTER = List.of("_per_s", "ratio", "_tps");

  private final JsonNode before;
  private final JsonNode now;

  private Comparison(JsonNode before, JsonNode now) {
    this.before = before;
    this.now = now;
  }

  public static String of(Path before, Path now) throws IOException {
    JsonMapper mapper = JsonMapper.shared();
    return new Comparison(
            mapper.readTree(Files.readAllBytes(before)), mapper.readTree(Files.readAllBytes(now)))
        .table();
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    table.append("| | before | now |\n|---|---|---|\n");
    row(table, "date", before.path("date"), now.path("date"));
    row(table, "commit", before.path("commit"), now.path("commit"));
    for (Map.Entry<String, JsonNode> constant : now.path("machine").properties()) {
      String name = constant.getKey();
      row(table, name, before.path("machine").path(name), constant.getValue());
    }
    table.append("\n| bench | figure | before | now | moved | |\n|---|---|---|---|---|---|\n");
    for (Map.Entry<String, JsonNode> bench : now.path("benches").properties()) {
      bench(table, bench.getKey(), before.path("benches").path(bench.getKey()), bench.getValue());
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String name, JsonNode before, JsonNode now) {
    table.append("| %s | %s | %s |\n".formatted(name, before.asString(""), now.asString("")));
  }

  private static void bench(StringBuilder table, String name, JsonNode before, JsonNode now) {
    if (now.has("error")) {
      table.append("| %s | failed | | %s | | |\n".formatted(name, now.get("error").asString()));
      return;
    }
    for (Map.Entry<String, JsonNode> figure : now.path("figures").properties()) {
      String old = before.path("figures").path(figure.getKey()).asString("");
      String value = figure.getValue().asString();
      Double moved = moved(old, value);
      table.append(
          "| %s | `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  name,
                  figure.getKey(),
                  old,
                  value,
                  moved == null ? "" : String.format(Locale.ROOT, "%+.0f %%", 100 * moved),
                  moved == null ? "" : verdict(figure.getKey(), moved)));
    }
    String stolen = stolen(before) + stolen(now);
    if (!stolen.isEmpty()) {
      table.append("| %s | | | | | noisy:%s |\n".formatted(name, stolen));
    }
  }

  private static @Nullable Double moved(String before, String now) {
    if (before.isEmpty() || Double.parseDouble(before) == 0) {
      return null;
    }
    return Double.parseDouble(now) / Double.parseDouble(before) - 1;
  }

  /** Returns a word for what moved by more than noise; a size such as the rows is neither. */
  private static String verdict(String figure, double moved) {
    if (Math.abs(moved) <= NOISE) {
      return "";
    }
    if (LESS_IS_BETTER.stream().anyMatch(figure::endsWith)) {
      return moved < 0 ? "better" : "**worse**";
    }
    return MORE_IS_BETTER.stream().anyMatch(figure::contains)
        ? moved > 0 ? "better" : "**worse**"
        : "";
  }

  private static String stolen(JsonNode bench) {
    double percent = bench.path("steal_percent").asDouble(0);
    return percent > MUCH_STEAL_PERCENT
        ? String.format(Locale.ROOT, " %.0f %% of the machine stolen", percent)
        : "";
  }
}
