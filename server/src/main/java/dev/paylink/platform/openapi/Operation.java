package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One method of one path, with the document's description of it.
 *
 * @param webhook whether the service makes this call, to an address that the reader has configured
 */
record Operation(
    OpenApiDocument document,
    String method,
    String path,
    boolean webhook,
    JsonNode item,
    JsonNode node) {
  private static final List<String> METHODS =
      List.of("get", "post", "put", "patch", "delete", "options");
  private static final String UNTAGGED = "Other";
  private static final String WEBHOOK_PATH = "your webhook's address";

  /** Returns every operation in the document's order, the webhooks last. */
  static List<Operation> all(OpenApiDocument document) {
    List<Operation> operations = new ArrayList<>();
    addAll(operations, document, "paths", false);
    addAll(operations, document, "webhooks", true);
    return operations;
  }

  private static void addAll(
      List<Operation> operations, OpenApiDocument document, String member, boolean webhook) {
    for (Map.Entry<String, JsonNode> path : document.root().path(member).properties()) {
      JsonNode item = document.resolve(path.getValue());
      String name = webhook ? WEBHOOK_PATH : path.getKey();
      for (String method : METHODS) {
        item.optional(method)
            .map(node -> new Operation(document, method, name, webhook, item, node))
            .ifPresent(operations::add);
      }
    }
  }

  String verb() {
    return method.toUpperCase(Locale.ROOT);
  }

  String anchor() {
    return node.path("operationId").asString(Markdown.slug(method + path));
  }

  /** Returns its place in the reference. */
  String address() {
    return Reference.path(tag()) + "#" + anchor();
  }

  String summary() {
    return node.path("summary").asString(verb() + " " + path);
  }

  String description() {
    return node.path("description").asString("");
  }

  String tag() {
    return node.path("tags").path(0).asString(UNTAGGED);
  }

  /** Returns the path's parameters, then the operation's. */
  List<JsonNode> parameters() {
    List<JsonNode> parameters = new ArrayList<>();
    item.path("parameters").forEach(parameter -> parameters.add(document.resolve(parameter)));
    node.path("parameters").forEach(parameter -> parameters.add(document.resolve(parameter)));
    return parameters;
  }

  JsonNode requestBody() {
    return document.resolve(node.path("requestBody"));
  }

  /**
   * Returns the alternatives, each a set of schemes that are needed together; empty if none is
   * needed.
   */
  JsonNode security() {
    return node.optional("security").orElse(document.root().path("security"));
  }

  /** Returns this operation's own server if it differs from the document's, else a missing node. */
  JsonNode ownServer() {
    return node.optional("servers").orElse(item.path("servers")).path(0);
  }

  /** Returns the address in front of the path. */
  String server() {
    return ownServer().path("url").asString(document.baseUrl());
  }
}
