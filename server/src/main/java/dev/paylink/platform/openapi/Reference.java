package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The contract as pages, one for each tag and one for what they share. They need no script and
 * nothing from elsewhere, and every text of the document is escaped. It knows OpenAPI and nothing
 * about the operations themselves.
 */
record Reference(List<Tag> tags) {
  static final String FOLDER = OpenApiRoutes.PATH + "/api";

  /** The path of what several calls share. */
  static final String SHARED = FOLDER + "/objects";

  /** Operations that belong together; they are read when they are asked for. */
  record Tag(String name, String description, Supplier<List<Operation>> calls) {
    List<Operation> operations() {
      return calls.get();
    }

    String path() {
      return Reference.path(name);
    }
  }

  /** A way to authenticate; {@code where} is the header or cookie that carries it. */
  record Scheme(String name, String where, Content description) {}

  record SharedObject(String name, Content description, List<Field> fields) {}

  /**
   * What several calls share.
   *
   * @param objects the objects that answers extend and do not unfold
   */
  record Shared(List<Scheme> schemes, List<SharedObject> objects) {
    static Shared of(OpenApiDocument document, List<Tag> tags) {
      return new Shared(Reference.schemes(document), Reference.objects(document, tags));
    }
  }

  static Reference of(OpenApiDocument document) {
    return new Reference(tags(document));
  }

  /** Returns the path of a tag's page. */
  static String path(String tag) {
    return FOLDER + '/' + Markdown.slug(tag);
  }

  static String schemeAnchor(String scheme) {
    return "scheme-" + Markdown.slug(scheme);
  }

  static String schemeAddress(String scheme) {
    return SHARED + "#" + schemeAnchor(scheme);
  }

  static String objectAnchor(String name) {
    return "object-" + Markdown.slug(name);
  }

  static String objectAddress(String name) {
    return SHARED + "#" + objectAnchor(name);
  }

  /** Returns the tags that the document declares, in its order. */
  private static List<Tag> tags(OpenApiDocument document) {
    Lazy<Map<String, List<Operation>>> byTag =
        new Lazy<>(
            () -> Operation.all(document).stream().collect(Collectors.groupingBy(Operation::tag)));
    return document
        .tags()
        .valueStream()
        .map(
            tag -> {
              String name = tag.path("name").asString("");
              String description = tag.path("description").asString("");
              return new Tag(name, description, () -> byTag.get().getOrDefault(name, List.of()));
            })
        .toList();
  }

  private static List<Scheme> schemes(OpenApiDocument document) {
    return component(document, "securitySchemes").properties().stream()
        .map(
            scheme ->
                new Scheme(
                    scheme.getKey(),
                    scheme.getValue().path("name").asString("Authorization: Bearer"),
                    Markdown.inline(scheme.getValue().path("description").asString(""))))
        .toList();
  }

  private static List<SharedObject> objects(OpenApiDocument document, List<Tag> tags) {
    return tags.stream()
        .flatMap(tag -> tag.operations().stream())
        .flatMap(operation -> OperationView.answers(document, operation).stream())
        .flatMap(answer -> answer.bodies().stream())
        .map(AnswerView.Body::base)
        .filter(Objects::nonNull)
        .distinct()
        .map(name -> sharedObject(document, name))
        .toList();
  }

  private static SharedObject sharedObject(OpenApiDocument document, String name) {
    JsonNode schema = component(document, "schemas").path(name);
    return new SharedObject(
        name,
        Markdown.blocks(schema.path("description").asString("")),
        Field.ofSchema(document, schema, Field.Mark.MAY_BE_ABSENT));
  }

  private static JsonNode component(OpenApiDocument document, String kind) {
    return document.root().path("components").path(kind);
  }
}
