package dev.paylink.testing;

import java.util.Map;
import java.util.stream.Stream;

/** One path and method of the contract, with the values that a request put into its path. */
record ContractOperation(
    ContractNode pathItem, ContractNode operation, Map<String, String> pathValues) {

  ContractNode responses() {
    return operation.childOrEmpty("responses");
  }

  /** The operation's parameters, and those that its path gives to every method. */
  Stream<ContractNode> parameters() {
    return Stream.of(pathItem, operation)
        .flatMap(place -> place.childOrEmpty("parameters").items());
  }
}
