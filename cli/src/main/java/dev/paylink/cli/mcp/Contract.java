package dev.paylink.cli.mcp;

import dev.paylink.cli.io.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The service's OpenAPI document: its problem codes, and its calls by id. */
final class Contract {
  private static final String PROBLEM = "application/problem+json";
  private static final int MAX_REFERENCES = 8;

  private final Json root;
  private final SortedMap<String, Map<Meaning, List<String>>> codes = new TreeMap<>();
  private final Map<String, String> operations = new LinkedHashMap<>();

  /** One meaning of a problem code. */
  record Meaning(String status, String description) {}

  Contract(Json root) {
    this.root = root;
    each(
        root.object("paths"),
        (path, methods) ->
            each(
                methods,
                (method, operation) -> {
                  String call = method.toUpperCase(Locale.ROOT) + ' ' + path;
                  operations.put(operation.text("operationId", ""), call);
                  gather(operation.object("responses"), call);
                }));
    gather(root.object("x-fallback-responses"), null);
  }

  /** Returns all problem codes; each has its meanings, and the calls that answer with them. */
  SortedMap<String, Map<Meaning, List<String>>> codes() {
    return codes;
  }

  /** Returns method and path of a call, null when there is none of this id. */
  @Nullable String operation(String id) {
    return operations.get(id);
  }

  /** Takes something of a name. */
  private interface Visitor {
    void take(String name, Json json);
  }

  private static void each(Json parent, Visitor visitor) {
    for (String name : parent.keySet()) {
      visitor.take(name, parent.object(name));
    }
  }

  private void gather(Json responses, @Nullable String call) {
    each(
        responses,
        (status, response) -> {
          Json problem =
              resolved(resolved(response).object("content").object(PROBLEM).object("schema"));
          for (Json part : problem.objects("allOf")) {
            Json code = part.object("properties").object("code");
            List<Json> all = new ArrayList<>(code.objects("oneOf"));
            all.add(code);
            all.stream()
                .filter(one -> one.text("const") != null)
                .forEach(one -> add(one, status, call));
          }
        });
  }

  private void add(Json code, String status, @Nullable String call) {
    List<String> calls =
        codes
            .computeIfAbsent(
                Objects.requireNonNull(code.text("const")), name -> new LinkedHashMap<>())
            .computeIfAbsent(
                new Meaning(status, code.text("description", "").strip()),
                meaning -> new ArrayList<>());
    if (call != null) {
      calls.add(call);
    }
  }

  private Json resolved(Json json) {
    Json found = json;
    for (int i = 0; i < MAX_REFERENCES && found.text("$ref") != null; i++) {
      Json at = root;
      for (String name : found.text("$ref", "").replaceFirst("^#/", "").split("/", -1)) {
        at = at.object(name);
      }
      found = at;
    }
    return found;
  }
}
