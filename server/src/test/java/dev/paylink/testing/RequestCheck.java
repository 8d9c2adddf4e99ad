package dev.paylink.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds every difference between a request that succeeded and what the contract says to send. */
final class RequestCheck {
  private final ContractNode root;
  private final ContractSchemas schemas;

  RequestCheck(ContractNode root, ContractSchemas schemas) {
    this.root = root;
    this.schemas = schemas;
  }

  List<String> faults(Exchange exchange, ContractOperation operation) {
    List<String> faults = new ArrayList<>();
    operation.parameters().forEach(p -> faults.addAll(parameter(exchange, operation, p)));
    faults.addAll(credentials(exchange, operation));
    operation
        .operation()
        .child("requestBody")
        .ifPresent(body -> faults.addAll(body(exchange, body)));
    return faults;
  }

  private List<String> parameter(
      Exchange exchange, ContractOperation operation, ContractNode parameter) {
    String name = parameter.text("name");
    String what = "request " + parameter.text("in") + " parameter " + name;
    List<String> values = values(exchange, operation, parameter);
    if (values.isEmpty()) {
      return parameter.flag("required") ? List.of(what + " is missing") : List.of();
    }
    ContractNode schema = parameter.childOrEmpty("schema");
    boolean mayBeEmpty = parameter.flag("allowEmptyValue");
    return values.stream()
        .filter(value -> !(mayBeEmpty && value.isEmpty()))
        .flatMap(value -> schemas.faults(what, value, schema).stream())
        .toList();
  }

  private static List<String> values(
      Exchange exchange, ContractOperation operation, ContractNode parameter) {
    String name = parameter.text("name");
    return switch (parameter.text("in")) {
      case "path" -> Optional.ofNullable(operation.pathValues().get(name)).stream().toList();
      case "query" -> exchange.query(name);
      case "header" -> exchange.requestHeader(name);
      case "cookie" -> exchange.cookie(name);
      default -> throw new IllegalStateException("parameter without a place: " + parameter);
    };
  }

  /** One of the alternatives must be there in full; an empty list asks for nothing. */
  private List<String> credentials(Exchange exchange, ContractOperation operation) {
    ContractNode security =
        operation.operation().child("security").orElseGet(() -> root.childOrEmpty("security"));
    boolean satisfied =
        security.node().isEmpty()
            || security
                .items()
                .anyMatch(all -> all.names().allMatch(scheme -> carries(exchange, scheme)));
    return satisfied
        ? List.of()
        : List.of("the request lacks credentials, the contract wants " + security.node());
  }

  private boolean carries(Exchange exchange, String schemeName) {
    ContractNode scheme =
        root.childOrEmpty("components").childOrEmpty("securitySchemes").childOrEmpty(schemeName);
    return switch (scheme.text("type") + " " + scheme.text("in") + scheme.text("scheme")) {
      case "apiKey header" -> !exchange.requestHeader(scheme.text("name")).isEmpty();
      case "apiKey cookie" -> !exchange.cookie(scheme.text("name")).isEmpty();
      case "http bearer" ->
          exchange.requestHeader("Authorization").stream()
              .anyMatch(value -> value.regionMatches(true, 0, "Bearer ", 0, 7));
      default -> throw new IllegalStateException("unknown security scheme " + schemeName);
    };
  }

  /** A body without a content type counts as JSON, as it does in the service. */
  private List<String> body(Exchange exchange, ContractNode requestBody) {
    if (exchange.requestBody().length == 0) {
      return requestBody.flag("required") ? List.of("the request has no body") : List.of();
    }
    String type =
        Exchange.mediaType(exchange.requestHeader("Content-Type")).orElse("application/json");
    return requestBody
        .childOrEmpty("content")
        .child(type)
        .map(m -> schemas.faults("request body", exchange.requestBody(), m.childOrEmpty("schema")))
        .orElseGet(() -> List.of("the request's content type " + type + " is not in the contract"));
  }
}
