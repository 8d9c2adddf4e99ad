package dev.paylink.testing;

import dev.paylink.platform.ApiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds every difference between an answer and the response that the contract lists for it. */
final class AnswerCheck {
  private final ContractSchemas schemas;

  AnswerCheck(ContractSchemas schemas) {
    this.schemas = schemas;
  }

  List<String> faults(Exchange exchange, ContractNode response) {
    List<String> faults = new ArrayList<>();
    if (!exchange.answerHeader("Paylink-Version").equals(List.of(ApiVersion.CURRENT))) {
      faults.add("the answer does not name its version");
    }
    ContractNode headers = response.childOrEmpty("headers");
    headers
        .names()
        .forEach(name -> faults.addAll(header(exchange, name, headers.childOrEmpty(name))));
    faults.addAll(
        response
            .child("content")
            .map(content -> body(exchange, content))
            .orElseGet(() -> noBody(exchange)));
    return faults;
  }

  private List<String> header(Exchange exchange, String name, ContractNode header) {
    List<String> values = exchange.answerHeader(name);
    if (values.isEmpty()) {
      return header.flag("required") ? List.of("the answer has no header " + name) : List.of();
    }
    ContractNode schema = header.childOrEmpty("schema");
    return values.stream()
        .flatMap(value -> schemas.faults("header " + name, value, schema).stream())
        .toList();
  }

  private List<String> body(Exchange exchange, ContractNode content) {
    Optional<String> type = Exchange.mediaType(exchange.answerHeader("Content-Type"));
    Optional<ContractNode> media = type.flatMap(content::child);
    if (media.isEmpty()) {
      return List.of(
          "the answer's content type is %s, the contract lists %s"
              .formatted(type.orElse("missing"), content.node().propertyNames()));
    }
    if (exchange.isHead()) {
      return noBody(exchange);
    }
    return type.get().endsWith("json")
        ? schemas.faults("body", exchange.answerBody(), media.get().childOrEmpty("schema"))
        : List.of();
  }

  private static List<String> noBody(Exchange exchange) {
    int length = exchange.answerBody().length;
    return length == 0
        ? List.of()
        : List.of("the answer has an unlisted body, " + length + " bytes");
  }
}
