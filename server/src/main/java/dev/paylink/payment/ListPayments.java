package dev.paylink.payment;

import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.DidYouMean;
import dev.paylink.platform.json.Fault;
import dev.paylink.platform.json.Json;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Lists a merchant's payments, newest first, a page at a time at the same cost for each page. */
final class ListPayments {
  private static final Set<String> KNOWN =
      Set.of("status", "reference", "createdAfter", "limit", "cursor");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  private final Jdbi jdbi;
  private final PaymentQueries queries = new PaymentQueries();
  private final PaymentJson json;

  ListPayments(Jdbi jdbi, PaymentJson json) {
    this.jdbi = jdbi;
    this.json = json;
  }

  Answer handle(Request request, MerchantId merchant) {
    PaymentQueries.Filter filter = new Parameters(request).filter();
    List<Payment> found = jdbi.withHandle(handle -> queries.list(handle, merchant, filter));
    boolean more = found.size() > filter.limit(); // one more than asked for was looked up
    List<Payment> payments = more ? found.subList(0, filter.limit()) : found;
    String next = more ? payments.getLast().id().toString() : null;
    return Answer.ok(
        Json.object()
            .putObjects("data", payments.stream().map(json::status).toList())
            .put("nextCursor", next)
            .bytes());
  }

  /** The query string, read with all its faults told at once. */
  private static final class Parameters {
    private final Request request;
    private final List<Fault> faults = new ArrayList<>();

    Parameters(Request request) {
      this.request = request;
    }

    PaymentQueries.Filter filter() {
      refuseUnknown();
      PaymentQueries.Filter filter =
          new PaymentQueries.Filter(status(), reference(), createdAfter(), cursor(), limit());
      if (!faults.isEmpty()) {
        throw new Refused(Problem.invalidRequest(faults));
      }
      return filter;
    }

    private void refuseUnknown() {
      for (String name : request.queryNames()) {
        if (!KNOWN.contains(name)) {
          String nearest = DidYouMean.nearest(name, KNOWN);
          faults.add(
              new Fault(
                  name,
                  "unknown parameter"
                      + (nearest == null ? "" : "; did you mean " + nearest + "?")));
        }
      }
    }

    private @Nullable PaymentStatus status() {
      String text = request.query("status");
      for (PaymentStatus status : PaymentStatus.values()) {
        if (status.name().equals(text)) {
          return status;
        }
      }
      if (text != null) {
        faults.add(new Fault("status", "is none of " + Arrays.toString(PaymentStatus.values())));
      }
      return null;
    }

    private @Nullable String reference() {
      String text = request.query("reference");
      if (text != null && text.indexOf('\0') >= 0) { // no stored one has it, and SQL refuses it
        faults.add(new Fault("reference", "has a control character"));
        return null;
      }
      return text;
    }

    private @Nullable Instant createdAfter() {
      String text = request.query("createdAfter");
      try {
        Instant time = text == null ? null : OffsetDateTime.parse(text).toInstant();
        return time == null || time.isAfter(Instant.EPOCH) ? time : Instant.EPOCH;
      } catch (DateTimeParseException e) {
        faults.add(
            new Fault("createdAfter", "must be an ISO-8601 time such as 2026-01-31T12:00:00Z"));
        return null;
      }
    }

    private @Nullable PaymentId cursor() {
      String text = request.query("cursor");
      PaymentId id = text == null ? null : PaymentId.parse(text);
      if (text != null && id == null) {
        faults.add(new Fault("cursor", "is not a cursor that this call has answered"));
      }
      return id;
    }

    private int limit() {
      String text = request.query("limit");
      if (text == null) {
        return DEFAULT_LIMIT;
      }
      if (text.matches("[0-9]{1,3}")) {
        int limit = Integer.parseInt(text);
        if (limit >= 1 && limit <= MAX_LIMIT) {
          return limit;
        }
      }
      faults.add(new Fault("limit", "must be a whole number from 1 to " + MAX_LIMIT));
      return DEFAULT_LIMIT;
    }
  }
}
