package dev.paylink.merchant;

import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.DidYouMean;
import dev.paylink.platform.json.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which merchants the operator wants to see; a query with faults is refused with all of them. */
record MerchantQuery(@Nullable Verification status, @Nullable MerchantId before, int limit) {
  static final String KNOWN_STATUSES =
      "must be one of "
          + Arrays.stream(Verification.values())
              .map(Verification::name)
              .collect(Collectors.joining(", "));

  private static final Set<String> KNOWN_NAMES = Set.of("status", "cursor", "limit");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  static MerchantQuery of(Request request) {
    List<Fault> faults = new ArrayList<>();
    for (String name : request.queryNames()) {
      if (!KNOWN_NAMES.contains(name)) {
        String nearest = DidYouMean.nearest(name, KNOWN_NAMES);
        faults.add(
            new Fault(
                name,
                nearest == null
                    ? "unknown parameter"
                    : "unknown parameter; did you mean " + nearest + "?"));
      }
    }
    MerchantQuery query =
        new MerchantQuery(
            status(request.query("status"), faults),
            before(request.query("cursor"), faults),
            limit(request.query("limit"), faults));
    if (!faults.isEmpty()) {
      throw new Refused(Problem.invalidRequest(faults));
    }
    return query;
  }

  /** The verification of that name, or null when there is none. */
  static @Nullable Verification verification(String name) {
    for (Verification verification : Verification.values()) {
      if (verification.name().equals(name)) {
        return verification;
      }
    }
    return null;
  }

  private static @Nullable Verification status(@Nullable String text, List<Fault> faults) {
    Verification status = text == null ? null : verification(text);
    if (text != null && status == null) {
      faults.add(new Fault("status", KNOWN_STATUSES));
    }
    return status;
  }

  private static @Nullable MerchantId before(@Nullable String text, List<Fault> faults) {
    MerchantId before = text == null ? null : MerchantId.parse(text);
    if (text != null && before == null) {
      faults.add(new Fault("cursor", "is not the nextCursor of a page"));
    }
    return before;
  }

  private static int limit(@Nullable String text, List<Fault> faults) {
    if (text == null) {
      return DEFAULT_LIMIT;
    }
    int limit = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      faults.add(new Fault("limit", "must be a whole number from 1 to " + MAX_LIMIT));
    }
    return limit;
  }
}
