package dev.paylink.app.statements;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What one run of a statement read, and what came of it, as {@code explain analyze} tells. */
record PlanCost(double returned, double read, double thrownAway, long buffers, List<String> scans) {

  static PlanCost of(JsonNode plan) {
    Sum sum = new Sum();
    sum.add(plan);
    return new PlanCost(
        sum.returned(plan),
        sum.read,
        sum.thrownAway,
        plan.path("Shared Hit Blocks").asLong(0) + plan.path("Shared Read Blocks").asLong(0),
        sum.scans);
  }

  private static final class Sum {
    private final List<String> scans = new ArrayList<>();
    private double read;
    private double thrownAway;
    private double modified;

    void add(JsonNode node) {
      double loops = node.path("Actual Loops").asDouble(0);
      double rows = node.path("Actual Rows").asDouble(0) * loops;
      double removed =
          loops
              * (node.path("Rows Removed by Filter").asDouble(0)
                  + node.path("Rows Removed by Index Recheck").asDouble(0)
                  + node.path("Rows Removed by Join Filter").asDouble(0));
      String type = node.path("Node Type").asString("");
      thrownAway += removed;
      if (type.equals("ModifyTable")) {
        node.path("Plans").forEach(child -> modified += rowsOf(child));
      } else if (node.has("Relation Name") || node.has("Index Name")) {
        if (!type.startsWith("Bitmap Index")) {
          read += rows;
        }
        scans.add(
            "%s %s %s: %.0f rows, %.0f thrown away, cond %s, filter %s"
                .formatted(
                    type,
                    node.path("Relation Name").asString(""),
                    node.path("Index Name").asString(""),
                    rows,
                    removed,
                    node.path("Index Cond").asString(""),
                    node.path("Filter").asString("")));
      }
      node.path("Plans").forEach(this::add);
    }

    double returned(JsonNode top) {
      return Math.max(rowsOf(top), modified);
    }

    private static double rowsOf(JsonNode node) {
      return node.path("Actual Rows").asDouble(0) * node.path("Actual Loops").asDouble(0);
    }
  }
}
