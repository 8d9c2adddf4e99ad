package dev.paylink.platform.openapi;

import java.util.List;

/**
 * The documentation for language models: a list of contents after llmstxt.org, and everything in
 * one text.
 */
final class ModelText {
  private final OpenApiDocument document;
  private final List<Guide> guides;
  private final Reference reference;

  ModelText(OpenApiDocument document, List<Guide> guides, Reference reference) {
    this.document = document;
    this.guides = guides;
    this.reference = reference;
  }

  String contents() {
    StringBuilder text = head();
    String group = "";
    for (Guide guide : guides) {
      if (!guide.door().title.equals(group)) {
        group = guide.door().title;
        text.append("\n## ").append(group).append("\n\n");
      }
      text.append(
          "- [%s](%s.md): %s\n".formatted(guide.title(), address(guide.path()), guide.summary()));
    }
    text.append("\n## API reference\n\n");
    text.append(
        "- [OpenAPI](%s): every call, field and error\n".formatted(address(DocsSite.OPENAPI)));
    for (Reference.Tag tag : reference.tags()) {
      text.append("- [%s](%s)\n".formatted(tag.name(), address(tag.path())));
    }
    return text.append(
            "\n## Optional\n\n- [Everything in one text](%s)\n"
                .formatted(address("/llms-full.txt")))
        .toString();
  }

  String everything() {
    StringBuilder text = head();
    text.append('\n').append(document.info("description"));
    for (Guide guide : guides) {
      text.append("\n\n---\n\n").append(guide.markdown().strip());
    }
    text.append("\n\n---\n\n# API reference\n");
    for (Operation operation : Operation.all(document)) {
      text.append("\n## ").append(operation.verb()).append(' ').append(operation.path());
      text.append("\n\n").append(operation.summary()).append(".\n");
      if (!operation.description().isBlank()) {
        text.append('\n').append(operation.description().strip()).append('\n');
      }
      if (!operation.webhook()) {
        String example = new ShellExample(document).of(operation);
        text.append("\n```sh\n").append(example).append("\n```\n");
      }
      operation
          .node()
          .path("responses")
          .properties()
          .forEach(
              answer ->
                  text.append("\n- ")
                      .append(answer.getKey())
                      .append(": ")
                      .append(about(answer.getValue())));
      text.append('\n');
    }
    return text.toString();
  }

  private String about(tools.jackson.databind.JsonNode answer) {
    return Markdown.plain(document.resolve(answer).path("description").asString(""));
  }

  private StringBuilder head() {
    return new StringBuilder("# ")
        .append(document.info("title"))
        .append("\n\n> ")
        .append(document.info("summary"))
        .append('\n');
  }

  private String address(String path) {
    return document.baseUrl() + path;
  }
}
