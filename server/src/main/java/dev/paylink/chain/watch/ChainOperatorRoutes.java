package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.chain.wallet.ChainError;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.operator.ApprovalRoutes;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.Operators;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.refund.RefundStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The operator's calls: how far the chains are read, and how to resume after a halt. Where the
 * configuration asks for four eyes, a chain is resumed when a second operator agrees.
 */
public final class ChainOperatorRoutes {
  private static final Logger LOG = System.getLogger(ChainOperatorRoutes.class.getName());

  private static final int MAX_LOGGED_PAYMENTS = 200;

  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final Operators operators;
  private final List<ChainConfig> chains;
  private final CursorStore cursors = new CursorStore();

  public ChainOperatorRoutes(
      Jdbi jdbi, Operators operators, List<ChainConfig> chains, ApplyReport apply) {
    this.jdbi = jdbi;
    this.apply = apply;
    this.operators = operators;
    this.chains = chains;
    operators.approvals().register(FourEyes.chain, new Resuming());
  }

  public List<Route> routes() {
    OperatorCalls calls = operators.calls();
    return List.of(
        Route.get("/admin/chains", calls.with(Permission.READ, (request, by) -> list())),
        Route.post("/admin/chains/:name/resume", calls.proven(Permission.OPERATE, this::resume)));
  }

  /** A chain and how far it is read. */
  public record Position(
      ChainConfig chain,
      @Nullable Long block,
      @Nullable Instant blockTime,
      @Nullable String halted) {
    private static Position of(ChainConfig chain, @Nullable Cursor cursor) {
      return cursor == null
          ? new Position(chain, null, null, null)
          : new Position(chain, cursor.number(), cursor.time(), cursor.halted());
    }
  }

  /** Returns how far each of the chains is read. */
  public static List<Position> positions(Jdbi jdbi, List<ChainConfig> chains) {
    Map<Deployment, Cursor> all = jdbi.withHandle(new CursorStore()::all);
    return chains.stream().map(chain -> Position.of(chain, all.get(chain.deployment()))).toList();
  }

  private Answer list() {
    Map<Deployment, Cursor> all = jdbi.withHandle(cursors::all);
    return Answer.ok(
        Json.object()
            .putObjects(
                "data", chains, (json, chain) -> write(json, chain, all.get(chain.deployment())))
            .bytes());
  }

  private Answer resume(Request request, ActingOperator by) {
    ChainConfig chain = find(request.parameter("name"));
    long number = number(request.jsonBody());
    if (operators.approvals().needs(FourEyes.chain)) {
      return ApprovalRoutes.pending(
          operators
              .approvals()
              .request(by, FourEyes.chain, chain.name(), Long.toString(number), null));
    }
    List<String> payments = jdbi.inTransaction(handle -> resume(handle, chain, number, by));
    return Answer.ok(
        Json.object()
            .put("name", chain.name())
            .put("block", number)
            .putTexts("payments", payments)
            .bytes());
  }

  /** Resumes the chain and returns the payments whose settlements are looked for again. */
  private List<String> resume(Handle handle, ChainConfig chain, long number, ActingOperator by) {
    Cursor before = cursors.find(handle, chain.deployment());
    List<String> payments =
        resume(handle, chain, number, apply).stream().map(PaymentId::toString).toList();
    operators
        .log()
        .record(
            handle,
            by.actor(),
            "chain.resumed",
            before == null ? null : chain.name() + " at block " + before.number(),
            chain.name() + " from block " + number + toCheck(payments));
    LOG.log(
        Level.WARNING, "chain {0} is resumed from block {1}", chain.name(), Long.toString(number));
    return payments;
  }

  /**
   * Has the chain read again from this block on, and forgets what later blocks have brought. The
   * merchants are locked before the cursor, as by everybody who writes money.
   */
  static Set<PaymentId> resume(Handle handle, ChainConfig chain, long number, ApplyReport apply) {
    Deployment deployment = chain.deployment();
    Map<PaymentId, Set<Bytes32>> changed =
        new WatchedRefQueries().changedAfter(handle, deployment, number);
    List<ApplyReport.Settled> settled = new ArrayList<>();
    changed.forEach(
        (payment, hashes) ->
            hashes.forEach(
                hash -> settled.add(new ApplyReport.Settled(payment, deployment.chainId(), hash))));
    Set<PaymentId> forgotten = new LinkedHashSet<>();
    settled.forEach(its -> forgotten.add(its.payment()));
    apply.forget(
        handle,
        changed.keySet(),
        settled,
        () -> {
          if (!new CursorStore().resume(handle, deployment, number)) {
            throw notHalted();
          }
          new RefundStore()
              .forgetAfter(handle, deployment.chainId(), deployment.contract(), number);
          new RefStore().forgetAfter(handle, deployment, number);
          List<ReceivedTransfer> gone =
              new IncomingTransferStore().forgetAfter(handle, chain.addressFactory(), number);
          gone.forEach(transfer -> forgotten.add(transfer.paymentId()));
          new HeldStore().forget(handle, deployment.chainId(), number, forgotten);
          return gone;
        });
    new TransferAddressStore().setBack(handle, chain.addressFactory(), number);
    return forgotten;
  }

  /** Names the payments that somebody has to check: after an approval the log is where they are. */
  private static String toCheck(List<String> payments) {
    String named = payments.stream().limit(MAX_LOGGED_PAYMENTS).collect(Collectors.joining(", "));
    return payments.isEmpty() ? "" : ", check %d payments: %s".formatted(payments.size(), named);
  }

  private static Rejection notHalted() {
    return new Rejection(ChainError.CHAIN_NOT_HALTED, Message.of("chain.nothalted"));
  }

  private final class Resuming implements TwoPersonWork {
    @Override
    public Plan plan(Handle handle, String subject, String details) {
      Cursor cursor = cursors.find(handle, find(subject).deployment());
      if (cursor == null || cursor.halted() == null || cursor.number() < Long.parseLong(details)) {
        throw notHalted();
      }
      return new Plan(
          "Resume chain %s from block %s, halted at block %d: %s"
              .formatted(subject, details, cursor.number(), cursor.halted()),
          cursor.number() + " " + cursor.hash() + " " + cursor.halted());
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      resume(handle, find(approval.subject()), Long.parseLong(approval.details()), by);
      return null;
    }
  }

  private ChainConfig find(String name) {
    return chains.stream()
        .filter(chain -> chain.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Rejection(ChainError.CHAIN_NOT_FOUND, Message.of("chain.unknown")));
  }

  private static long number(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("block"));
    return fields.require(fields.required("block", fields.integer("block", 0, Long.MAX_VALUE)));
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
