package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.operator.OperatorCalls;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The operator's calls: how far the chains are read, and how to resume after a halt. */
public final class ChainOperatorRoutes {
  private static final Logger LOG = System.getLogger(ChainOperatorRoutes.class.getName());

  private final Jdbi jdbi;
  private final OperatorCalls operator;
  private final List<ChainConfig> chains;
  private final CursorStore cursors = new CursorStore();
  private final WatchedRefStore refs = new WatchedRefStore();

  public ChainOperatorRoutes(Jdbi jdbi, OperatorCalls operator, List<ChainConfig> chains) {
    this.jdbi = jdbi;
    this.operator = operator;
    this.chains = chains;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/admin/chains", operator.only(request -> list())),
        Route.post("/admin/chains/:name/resume", operator.only(this::resume)));
  }

  private Answer list() {
    Map<Deployment, Cursor> all = jdbi.withHandle(cursors::all);
    return Answer.ok(
        Json.object()
            .putObjects(
                "data", chains, (json, chain) -> write(json, chain, all.get(chain.deployment())))
            .bytes());
  }

  private Answer resume(Request request) {
    ChainConfig chain = find(request.parameter("name"));
    long number = number(request.jsonBody());
    List<String> payments =
        jdbi.inTransaction(
            handle -> {
              if (!cursors.resume(handle, chain.deployment(), number)) {
                throw new Refused(
                    Problem.conflict(
                        "CHAIN_NOT_HALTED",
                        "The chain is not halted, or was never read up to that block"));
              }
              return refs.forgetAfter(handle, chain.deployment(), number).stream()
                  .map(PaymentId::toString)
                  .toList();
            });
    LOG.log(
        Level.WARNING, "chain {0} is resumed from block {1}", chain.name(), Long.toString(number));
    return Answer.ok(
        Json.object()
            .put("name", chain.name())
            .put("block", number)
            .putTexts("payments", payments)
            .bytes());
  }

  private ChainConfig find(String name) {
    return chains.stream()
        .filter(chain -> chain.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new Refused(Problem.notFound("CHAIN_NOT_FOUND", "No chain has this name")));
  }

  private static long number(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("block"));
    Long number = fields.integer("block", 0, Long.MAX_VALUE);
    if (number == null && !fields.has("block")) {
      fields.fault("block", "is required");
    }
    if (number == null || !fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return number;
  }

  private static void write(Json json, ChainConfig chain, @Nullable Cursor cursor) {
    json.put("name", chain.name())
        .put("chainId", chain.deployment().chainId())
        .put("contract", chain.deployment().contract().toString())
        .put("block", cursor == null ? null : cursor.number())
        .put("blockTime", cursor == null ? null : cursor.time())
        .put("halted", cursor == null ? null : cursor.halted());
  }
}
