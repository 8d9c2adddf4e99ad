package dev.paylink.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Message;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which merchants the operator wants to see; a query with faults is refused with all of them. */
record MerchantQuery(@Nullable Verification status, @Nullable MerchantId before, int limit) {
  static final Message KNOWN_STATUSES =
      Message.of(
          "field.oneof",
          Arrays.stream(Verification.values())
              .map(Verification::name)
              .collect(Collectors.joining(", ")));

  private static final Set<String> KNOWN_NAMES = Set.of("status", "cursor", "limit");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  static MerchantQuery of(Request request) {
    QueryParameters query = new QueryParameters(request, KNOWN_NAMES);
    MerchantQuery merchants =
        new MerchantQuery(
            query.read("status", MerchantQuery::verification, KNOWN_STATUSES),
            query.read("cursor", MerchantId::parse, Message.of("field.cursor")),
            query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT));
    query.refuseFaults();
    return merchants;
  }

  /** Returns the verification of that name, or null when there is none. */
  static @Nullable Verification verification(String name) {
    for (Verification verification : Verification.values()) {
      if (verification.name().equals(name)) {
        return verification;
      }
    }
    return null;
  }
}
