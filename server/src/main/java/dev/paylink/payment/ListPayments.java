package dev.paylink.payment;

import dev.paylink.merchant.MerchantId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/** Lists a merchant's payments, newest first, a page at a time at the same cost for each page. */
public final class ListPayments {
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

  public Answer handle(Request request, MerchantId merchant) {
    PaymentQueries.Filter filter = filter(request);
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

  private static PaymentQueries.Filter filter(Request request) {
    QueryParameters query = new QueryParameters(request, KNOWN);
    PaymentQueries.Filter filter =
        new PaymentQueries.Filter(
            query.read(
                "status",
                PaymentStatus::parse,
                "is none of " + Arrays.toString(PaymentStatus.values())),
            query.text("reference"),
            query.time("createdAfter"),
            query.read("cursor", PaymentId::parse, "is not a cursor that this call has answered"),
            query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT));
    query.refuseFaults();
    return filter;
  }
}
