package dev.paylink.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the exchanges of a test against {@code api/openapi.yaml}: what {@link #check} lets pass is
 * documented there, to the last header and body member, and anything else fails with every
 * difference named.
 *
 * <p>Answers are always checked. Requests are checked only when they succeeded, because most tests
 * of a refusal send something the contract forbids.
 */
public final class OpenApiContract {
  private final ContractPaths paths;
  private final AnswerCheck answers;
  private final RequestCheck requests;

  private OpenApiContract(ContractNode root) {
    ContractSchemas schemas = new ContractSchemas(root.node());
    this.paths = new ContractPaths(root);
    this.answers = new AnswerCheck(schemas);
    this.requests = new RequestCheck(root, schemas);
  }

  /** The contract as it is on the class path. Load it once per test run: compiled schemas stay. */
  public static OpenApiContract load() {
    return new OpenApiContract(ContractNode.load());
  }

  /** Throws {@link AssertionError} unless the contract allows this answer to this request. */
  public void check(
      String method,
      String pathWithQuery,
      Map<String, List<String>> requestHeaders,
      byte[] requestBody,
      int status,
      Map<String, List<String>> answerHeaders,
      byte[] answerBody) {
    check(
        new Exchange(
            method, pathWithQuery, requestHeaders, requestBody, status, answerHeaders, answerBody));
  }

  void check(Exchange exchange) {
    Optional<ContractOperation> operation = paths.find(exchange.method(), exchange.path());
    ContractNode response = response(exchange, operation);
    List<String> faults = new ArrayList<>(answers.faults(exchange, response));
    if (exchange.succeeded() && operation.isPresent()) {
      faults.addAll(requests.faults(exchange, operation.get()));
    }
    if (!faults.isEmpty()) {
      throw new AssertionError(exchange + ":\n  " + String.join("\n  ", faults));
    }
  }

  /** The operation's own answer; for 404 and 405, else the one that any path may give. */
  private ContractNode response(Exchange exchange, Optional<ContractOperation> operation) {
    String status = Integer.toString(exchange.status());
    return operation
        .flatMap(o -> o.responses().child(status))
        .or(() -> paths.fallback(status))
        .orElseThrow(() -> new AssertionError(exchange + ": " + unlisted(operation)));
  }

  private static String unlisted(Optional<ContractOperation> operation) {
    return operation
        .map(o -> "the contract lists only " + o.responses().node().propertyNames())
        .orElse("the contract has no such path and method");
  }
}
