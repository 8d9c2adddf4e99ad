package dev.paylink.platform.openapi;

import dev.paylink.platform.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** What a browser searches in by itself: one entry for each section, call and problem code. */
final class SearchIndex {
  private static final String CALL = "API reference";

  private final List<Map<String, String>> entries = new ArrayList<>();

  void add(Guide guide, GuideText.Section section) {
    String path = section.anchor().isEmpty() ? guide.path() : guide.path() + '#' + section.anchor();
    add(section.title(), guide.title(), path, section.text());
  }

  void add(Operation operation) {
    add(
        operation.summary(),
        CALL + ": " + operation.tag(),
        operation.address(),
        String.join(
            " ",
            operation.verb(),
            operation.path(),
            Markdown.plain(operation.description()),
            fields(operation)));
  }

  /** Returns the names of what the caller can send. */
  private static String fields(Operation operation) {
    Stream<String> parameters =
        operation.parameters().stream().map(parameter -> parameter.path("name").asString(""));
    Stream<String> body =
        operation
            .requestBody()
            .path("content")
            .valueStream()
            .map(media -> SchemaView.of(operation.document(), media.path("schema")))
            .flatMap(schema -> schema.properties().stream())
            .map(Map.Entry::getKey);
    return Stream.concat(parameters, body).distinct().collect(Collectors.joining(" "));
  }

  void addCode(String code, String advice) {
    String text = code.replace('_', ' ') + ". " + advice;
    add(code, "Error codes", Problem.TYPE_BASE + code, text);
  }

  byte[] json() {
    return JsonMapper.shared().writeValueAsBytes(entries);
  }

  private void add(String title, String place, String path, String text) {
    entries.add(Map.of("title", title, "place", place, "path", path, "text", text));
  }
}
