package dev.paylink.operator.account;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a call, page or form of the operator needs. Every one of them names exactly one. */
public enum Permission {
  /** The operator's own account. It stays open to somebody who still has to set up a factor. */
  OWN,
  /** Looking at merchants, deliveries and chains. */
  READ,
  /** Decisions about companies and business names. */
  REVIEW,
  /** Keys, limits, deliveries, chains, freezes, links for lost passwords. */
  OPERATE,
  /** Agreeing to what another operator asked for; what it is about needs its own permission too. */
  APPROVE,
  /** Operators, their roles and their log. */
  ADMINISTER;

  public boolean isOf(OperatorRole role) {
    return switch (this) {
      case OWN, READ -> true;
      case REVIEW -> role == OperatorRole.reviewer || role == OperatorRole.admin;
      case OPERATE -> role == OperatorRole.operator || role == OperatorRole.admin;
      case APPROVE -> role != OperatorRole.viewer;
      case ADMINISTER -> role == OperatorRole.admin;
    };
  }

  /** Returns the roles that have it, such as "reviewer or admin". */
  String roles() {
    return Arrays.stream(OperatorRole.values())
        .filter(this::isOf)
        .map(Enum::name)
        .collect(Collectors.joining(" or "));
  }
}
