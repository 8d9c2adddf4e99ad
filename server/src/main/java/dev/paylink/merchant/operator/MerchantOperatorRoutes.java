package dev.paylink.merchant.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.PendingName;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.team.FreezeAccount;
import dev.paylink.merchant.user.Actor;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The calls by which the operator reviews merchants, decides about status and name, and lifts a
 * freeze.
 */
public final class MerchantOperatorRoutes {
  private static final int MAX_NAMES = 100;
  private static final int MAX_NAME = 200;
  private static final String ACCEPT = "accept";
  private static final Set<String> DECISIONS = Set.of(ACCEPT, "reject");

  private final MerchantStore merchants = new MerchantStore();
  private final Jdbi jdbi;
  private final OperatorCalls operatorAuth;
  private final ChangeVerification changeVerification;
  private final DecideName decideName;
  private final FreezeAccount freezeAccount;
  private final FindMerchants find;

  public MerchantOperatorRoutes(
      Jdbi jdbi,
      OperatorCalls operatorAuth,
      ChangeVerification changeVerification,
      DecideName decideName,
      FreezeAccount freezeAccount) {
    this.freezeAccount = freezeAccount;
    this.jdbi = jdbi;
    this.operatorAuth = operatorAuth;
    this.changeVerification = changeVerification;
    this.decideName = decideName;
    this.find = new FindMerchants(jdbi);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/admin/merchants", operatorAuth.only(this::list)),
        Route.put("/admin/merchants/:id/verification", operatorAuth.only(this::decide)),
        Route.get("/admin/business-names", operatorAuth.only(this::names)),
        Route.put("/admin/merchants/:id/business-name", operatorAuth.only(this::decideName)),
        Route.delete("/admin/merchants/:id/freeze", operatorAuth.only(this::liftFreeze)));
  }

  private Answer list(Request request) {
    MerchantQuery query = MerchantQuery.of(request);
    List<Merchant> found =
        jdbi.withHandle(
            handle ->
                // One more than asked for tells whether there is a next page.
                merchants.newestFirst(handle, query.status(), query.before(), query.limit() + 1));
    List<Merchant> page = found.subList(0, Math.min(query.limit(), found.size()));
    boolean more = found.size() > page.size();
    return Answer.ok(
        Json.object()
            .putObjects("data", page, MerchantOperatorRoutes::write)
            .put("nextCursor", more ? page.getLast().id().toString() : null)
            .bytes());
  }

  private Answer decide(Request request) {
    MerchantId id = MerchantId.parse(request.parameter("id"));
    VerificationDecision decision = decision(request.jsonBody());
    if (id == null) {
      throw ChangeVerification.notFound();
    }
    Actor operator = Actor.operator(request.source());
    Json json = Json.object();
    write(json, changeVerification.handle(id, decision, operator));
    return Answer.ok(json.bytes());
  }

  private Answer names(Request request) {
    new QueryParameters(request, Set.of()).refuseFaults();
    return Answer.ok(
        Json.object()
            .putObjects("data", find.toRename(MAX_NAMES), MerchantOperatorRoutes::writeName)
            .bytes());
  }

  private Answer decideName(Request request) {
    DecideName.Decision decision = nameDecision(request.jsonBody());
    Json json = Json.object();
    write(
        json,
        decideName.handle(
            MerchantId.parse(request.parameter("id")), decision, Actor.operator(request.source())));
    return Answer.ok(json.bytes());
  }

  private static DecideName.Decision nameDecision(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("decision", "businessName", "reason"));
    String decision = fields.requiredText("decision", 64);
    if (decision != null && !DECISIONS.contains(decision)) {
      fields.fault("decision", "must be accept or reject");
    }
    String seen = fields.requiredText("businessName", MAX_NAME);
    String reason = fields.text("reason", VerificationDecision.MAX_REASON);
    if (decision == null || seen == null || !fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new DecideName.Decision(decision.equals(ACCEPT), seen, reason);
  }

  private Answer liftFreeze(Request request) {
    MerchantId id = MerchantId.parse(request.parameter("id"));
    if (id == null) {
      throw ChangeVerification.notFound();
    }
    freezeAccount.lift(id, Actor.operator(request.source()));
    return Answer.noContent();
  }

  private static VerificationDecision decision(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("status", "reason"));
    String text = fields.requiredText("status", 64);
    Verification status = text == null ? null : MerchantQuery.verification(text);
    if (text != null && status == null) {
      fields.fault("status", MerchantQuery.KNOWN_STATUSES);
    }
    String reason = fields.text("reason", VerificationDecision.MAX_REASON);
    if (status == null || !fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new VerificationDecision(status, reason, null);
  }

  private static void write(Json json, Merchant merchant) {
    json.put("merchantId", merchant.id().toString())
        .put("email", merchant.email())
        .put("businessName", merchant.businessName())
        .put(
            "pendingBusinessName",
            merchant.pendingName() == null ? null : merchant.pendingName().name())
        .put("verificationStatus", merchant.verification().name())
        .put("depositAddress", text(merchant.depositAddress()))
        .put("userDepositAddress", text(merchant.userDepositAddress()))
        .put("createdAt", merchant.createdAt())
        .putObject("kyb", merchant.kyb(), MerchantOperatorRoutes::writeKyb);
  }

  private static void writeName(Json json, Merchant merchant) {
    PendingName pending = Objects.requireNonNull(merchant.pendingName());
    json.put("merchantId", merchant.id().toString())
        .put("businessName", merchant.businessName())
        .put("pendingBusinessName", pending.name())
        .put("since", pending.since())
        .putTexts("marks", NameMark.of(pending.name()).stream().map(Enum::name).toList())
        .put("readsLike", NameMark.readsLike(pending.name()));
  }

  private static void writeKyb(Json json, Merchant.Kyb kyb) {
    json.put("legalName", kyb.details().legalName())
        .put("country", kyb.details().country())
        .put("registrationNumber", kyb.details().registrationNumber())
        .put("submittedAt", kyb.submittedAt());
  }

  private static @Nullable String text(@Nullable DepositAddress address) {
    return address == null ? null : address.value();
  }
}
