package dev.paylink.platform.openapi;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The contract as a collection of Postman: every call with an example, in folders by tag. */
final class PostmanCollection {
  private static final String SCHEMA =
      "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

  private PostmanCollection() {}

  static byte[] of(OpenApiDocument document) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("info")
        .put("name", document.info("title"))
        .put("description", document.info("summary"))
        .put("schema", SCHEMA);
    ObjectNode script =
        root.putArray("event").addObject().put("listen", "prerequest").putObject("script");
    script.put("type", "text/javascript");
    ArrayNode lines = script.putArray("exec");
    CollectionCall.script("postman-sign.js").lines().forEach(lines::add);
    ArrayNode variables = root.putArray("variable");
    CollectionCall.addresses(document).forEach((name, value) -> add(variables, name, value));
    CollectionCall.credentials(document).forEach(name -> add(variables, name, ""));
    ArrayNode folders = root.putArray("item");
    for (CollectionCall call : CollectionCall.all(document)) {
      folder(folders, call.operation().tag()).add(item(call));
    }
    return JsonMapper.shared().writeValueAsBytes(root);
  }

  private static ArrayNode folder(ArrayNode folders, String tag) {
    for (JsonNode folder : folders) {
      if (folder.path("name").asString("").equals(tag)) {
        return (ArrayNode) folder.path("item");
      }
    }
    return folders.addObject().put("name", tag).putArray("item");
  }

  private static ObjectNode item(CollectionCall call) {
    Operation operation = call.operation();
    ObjectNode item = JsonNodeFactory.instance.objectNode().put("name", operation.summary());
    ObjectNode request = item.putObject("request").put("method", operation.verb());
    request.put("description", operation.description());
    ArrayNode headers = request.putArray("header");
    call.headers().forEach(header -> add(headers, header.name(), header.example()));
    url(request.putObject("url"), call);
    call.body()
        .ifPresent(
            body -> {
              ObjectNode raw = request.putObject("body").put("mode", "raw").put("raw", body);
              raw.putObject("options").putObject("raw").put("language", "json");
            });
    return item;
  }

  private static void url(ObjectNode url, CollectionCall call) {
    url.put("raw", call.host() + call.path());
    url.putArray("host").add(call.host());
    ArrayNode segments = url.putArray("path");
    List.of(call.path().substring(1).split("/", -1)).forEach(segments::add);
    ArrayNode query = url.putArray("query");
    call.queryParameters()
        .forEach(value -> add(query, value.name(), value.example()).put("disabled", true));
    ArrayNode variables = url.putArray("variable");
    call.pathParameters().forEach(value -> add(variables, value.name(), value.example()));
  }

  private static ObjectNode add(ArrayNode list, String key, String value) {
    return list.addObject().put("key", key).put("value", value);
  }
}
