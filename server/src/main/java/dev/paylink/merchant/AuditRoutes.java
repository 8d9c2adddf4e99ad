package dev.paylink.merchant;

import dev.paylink.ids.AuditId;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.Set;

/** The call by which a merchant's users see who changed what. */
final class AuditRoutes {
  private static final Set<String> PARAMETERS = Set.of("limit", "cursor");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  private final MerchantCalls calls;
  private final ReadAudit readAudit;

  AuditRoutes(MerchantCalls calls, ReadAudit readAudit) {
    this.calls = calls;
    this.readAudit = readAudit;
  }

  List<Route> routes() {
    return List.of(Route.get("/merchant/audit", calls.reading(this::read)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    AuditId before =
        query.read("cursor", AuditId::parse, "must be the nextCursor of an earlier page");
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    query.refuseFaults();
    ReadAudit.Page page = readAudit.handle(signedIn, before, limit);
    AuditId next = page.next();
    return Answer.ok(
        Json.object()
            .putObjects("data", page.entries(), AuditRoutes::write)
            .put("nextCursor", next == null ? null : next.toString())
            .bytes());
  }

  private static void write(Json json, AuditEntry entry) {
    json.put("id", entry.id().toString())
        .put("at", entry.at())
        .put("actor", entry.actor().name())
        .put("source", entry.actor().source())
        .put("action", entry.action())
        .put("before", entry.before())
        .put("after", entry.after());
  }
}
