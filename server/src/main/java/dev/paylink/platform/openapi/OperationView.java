package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One operation on the page: its purpose, its input, and examples of request and reply.
 *
 * @param server its own server, if that differs from the document's
 * @param security the alternatives, each a list of schemes that are needed together
 * @param request the command to paste into a shell; for a webhook, the body that arrives
 * @param reply an example of the body of the first success, if it has one
 */
record OperationView(
    Operation operation,
    Content description,
    @Nullable Server server,
    List<List<String>> security,
    List<Field> parameters,
    List<AnswerView.Body> bodies,
    List<AnswerView> answers,
    String request,
    @Nullable Reply reply) {

  record Server(String name, String url) {}

  record Reply(String status, String json) {}

  static OperationView of(OpenApiDocument document, Operation operation) {
    return new OperationView(
        operation,
        Markdown.blocks(operation.description()),
        server(operation.ownServer()),
        operation
            .security()
            .valueStream()
            .map(alternative -> List.copyOf(alternative.propertyNames()))
            .toList(),
        parameters(document, operation),
        bodies(document, operation.requestBody()),
        answers(document, operation),
        request(document, operation),
        operation.webhook() ? null : reply(document, operation));
  }

  private static @Nullable Server server(JsonNode server) {
    return server.isObject()
        ? new Server(
            server.path("description").asString("Served at"), server.path("url").asString(""))
        : null;
  }

  private static List<Field> parameters(OpenApiDocument document, Operation operation) {
    Map<String, JsonNode> byName = new LinkedHashMap<>();
    operation.parameters().forEach(p -> byName.put(p.path("name").asString(""), p));
    return Field.ofNamed(document, byName, Field.Mark.REQUIRED);
  }

  private static List<AnswerView.Body> bodies(OpenApiDocument document, JsonNode requestBody) {
    return requestBody.path("content").properties().stream()
        .map(
            media ->
                new AnswerView.Body(
                    media.getKey(),
                    null,
                    List.of(),
                    Field.ofSchema(document, media.getValue().path("schema"), Field.Mark.REQUIRED)))
        .toList();
  }

  static List<AnswerView> answers(OpenApiDocument document, Operation operation) {
    return operation.node().path("responses").properties().stream()
        .map(a -> AnswerView.of(document, a.getKey(), document.resolve(a.getValue())))
        .toList();
  }

  private static String request(OpenApiDocument document, Operation operation) {
    return operation.webhook()
        ? new ExampleJson(document).ofContent(operation.requestBody().path("content")).orElse("")
        : new ShellExample(document).of(operation);
  }

  private static @Nullable Reply reply(OpenApiDocument document, Operation operation) {
    return operation.node().path("responses").properties().stream()
        .filter(answer -> AnswerView.isSuccess(answer.getKey()))
        .findFirst()
        .flatMap(
            answer ->
                new ExampleJson(document)
                    .ofContent(document.resolve(answer.getValue()).path("content"))
                    .map(json -> new Reply(answer.getKey(), json)))
        .orElse(null);
  }
}
