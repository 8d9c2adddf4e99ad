package dev.paylink.platform.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The contract as a collection of Bruno: a zip archive with one file for each call, in folders by
 * tag. The same contract gives the same bytes.
 */
final class BrunoCollection {
  private static final String FOLDER = "paylink/";
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private final Map<String, String> files = new LinkedHashMap<>();
  private final Map<String, Integer> calls = new HashMap<>();

  private BrunoCollection(OpenApiDocument document) {
    files.put(
        "bruno.json",
        JsonMapper.shared()
            .writeValueAsString(
                new Config("1", document.info("title"), "collection", List.of("node_modules"))));
    files.put(
        "collection.bru",
        block("script:pre-request", CollectionCall.script("bruno-sign.js"))
            + block("docs", document.info("summary")));
    files.put(
        "environments/This service.bru",
        pairs("vars", CollectionCall.addresses(document))
            + "vars:secret [\n  "
            + String.join(",\n  ", CollectionCall.credentials(document))
            + "\n]\n");
    CollectionCall.all(document).forEach(this::add);
  }

  private record Config(String version, String name, String type, List<String> ignore) {}

  static byte[] of(OpenApiDocument document) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : new BrunoCollection(document).files.entrySet()) {
        ZipEntry entry = new ZipEntry(FOLDER + file.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue().getBytes(UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  private void add(CollectionCall call) {
    Operation operation = call.operation();
    String folder = fileName(operation.tag());
    int number = calls.merge(folder, 1, Integer::sum);
    Map<String, String> meta = new LinkedHashMap<>();
    meta.put("name", operation.summary());
    meta.put("type", "http");
    meta.put("seq", Integer.toString(number));
    Map<String, String> request = new LinkedHashMap<>();
    request.put("url", call.host() + call.path());
    request.put("body", call.body().isPresent() ? "json" : "none");
    request.put("auth", "none");
    String text =
        pairs("meta", meta)
            + pairs(operation.method(), request)
            + pairs("params:query", values(call.queryParameters(), "~"))
            + pairs("params:path", values(call.pathParameters(), ""))
            + pairs("headers", values(call.headers(), ""))
            + call.body().map(body -> block("body:json", body)).orElse("")
            + block("docs", operation.description());
    String name = fileName(operation.summary());
    String path = folder + '/' + name + ".bru";
    if (files.containsKey(path)) {
      path = folder + '/' + name + " (" + operation.anchor() + ").bru";
    }
    files.put(path, text);
  }

  /**
   * Returns names and examples.
   *
   * @param mark {@code ~} switches them off
   */
  private static Map<String, String> values(List<CollectionCall.Value> values, String mark) {
    Map<String, String> pairs = new LinkedHashMap<>();
    values.forEach(value -> pairs.put(mark + value.name(), value.example()));
    return pairs;
  }

  private static String pairs(String name, Map<String, String> pairs) {
    return block(
        name,
        pairs.entrySet().stream()
            .map(pair -> pair.getKey() + ": " + pair.getValue().replaceAll("\\R", " "))
            .collect(Collectors.joining("\n")));
  }

  /** Returns a block, indented, so that nothing in it ends it; none for an empty text. */
  private static String block(String name, String text) {
    return text.isBlank() ? "" : name + " {\n" + text.strip().indent(2) + "}\n\n";
  }

  private static String fileName(String title) {
    return title.replaceAll("[^\\p{L}\\p{N} ._()-]+", " ").strip();
  }
}
