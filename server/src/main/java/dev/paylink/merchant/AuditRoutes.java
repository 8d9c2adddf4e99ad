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
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** The calls by which a merchant's users see who changed what, and anybody checks an export. */
public final class AuditRoutes {
  /** The path of the export, which the page of the log links to. */
  public static final String EXPORT = "/merchant/audit/export";

  private static final Set<String> PARAMETERS = Set.of("limit", "cursor");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  private final MerchantCalls calls;
  private final Accounts.Audit audit;

  AuditRoutes(MerchantCalls calls, Accounts.Audit audit) {
    this.calls = calls;
    this.audit = audit;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/audit", calls.reading(this::read)),
        Route.get(EXPORT, calls.reading((request, signedIn) -> audit.export().handle(signedIn))),
        Route.get("/.well-known/audit-keys.json", request -> keys()));
  }

  /** Answers with a JSON Web Key Set (RFC 8037). */
  private Answer keys() {
    return Answer.ok(
        Json.object()
            .putObjects(
                "keys",
                audit.keys().published(),
                (json, key) ->
                    json.put("kty", "OKP")
                        .put("crv", "Ed25519")
                        .put("use", "sig")
                        .put("kid", key)
                        .put("x", key))
            .bytes());
  }

  private Answer read(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    AuditId before = query.read("cursor", AuditId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    query.refuseFaults();
    ReadAudit.Page page = audit.read().handle(signedIn, before, limit);
    AuditId next = page.next();
    return Answer.ok(
        Json.object()
            .putObjects("data", page.entries(), AuditRoutes::write)
            .put("nextCursor", next == null ? null : next.toString())
            .bytes());
  }

  /** Writes an entry as the calls show it, also of the log of operators. */
  public static void write(Json json, AuditEntry entry) {
    json.put("id", entry.id().toString())
        .put("at", entry.at())
        .put("actor", entry.actor().name())
        .put("source", entry.actor().source())
        .put("action", entry.action())
        .put("before", entry.before())
        .put("after", entry.after());
  }
}
