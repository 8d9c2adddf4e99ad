package dev.paylink.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.operator.DecideName;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.operator.NameMark;
import dev.paylink.merchant.operator.VerificationDecision;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.PendingName;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The calls by which the operator reviews merchants, decides about status and name, and lifts a
 * freeze. A decision that trusts a merchant names the revision that was seen.
 */
final class MerchantOperatorRoutes {
  private static final Message KNOWN_STATUSES =
      Message.of(
          "field.oneof",
          Arrays.stream(Verification.values())
              .map(Verification::name)
              .collect(Collectors.joining(", ")));
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_NAMES = 100;
  private static final int MAX_NAME = 200;
  private static final int MAX_REVISION = 100;
  private static final String ACCEPT = "accept";
  private static final Set<String> DECISIONS = Set.of(ACCEPT, "reject");

  private final OperatorCalls calls;
  private final MerchantDecisions decisions;
  private final FindMerchants find;

  MerchantOperatorRoutes(OperatorCalls calls, MerchantDecisions decisions, FindMerchants find) {
    this.calls = calls;
    this.decisions = decisions;
    this.find = find;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/admin/merchants", calls.with(Permission.READ, (request, by) -> list(request))),
        Route.get(
            "/admin/merchants/:id", calls.with(Permission.READ, (request, by) -> read(request))),
        Route.put(
            "/admin/merchants/:id/verification", calls.proven(Permission.REVIEW, this::decide)),
        Route.get(
            "/admin/business-names", calls.with(Permission.READ, (request, by) -> names(request))),
        Route.put(
            "/admin/merchants/:id/business-name",
            calls.proven(Permission.REVIEW, this::decideName)),
        Route.delete(
            "/admin/merchants/:id/freeze", calls.proven(Permission.OPERATE, this::liftFreeze)));
  }

  private Answer list(Request request) {
    QueryParameters query = new QueryParameters(request, Set.of("status", "cursor", "limit"));
    Verification status =
        query.read("status", MerchantOperatorRoutes::verification, KNOWN_STATUSES);
    MerchantId before = query.read("cursor", MerchantId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    query.refuseFaults();
    FindMerchants.Page page = find.page(status, before, limit);
    MerchantId next = page.next();
    return Answer.ok(
        Json.object()
            .putObjects("data", page.merchants(), MerchantOperatorRoutes::write)
            .put("nextCursor", next == null ? null : next.toString())
            .bytes());
  }

  private Answer read(Request request) {
    return merchant(find.require(MerchantId.parse(request.parameter("id"))));
  }

  private static Answer merchant(Merchant merchant) {
    Json json = Json.object();
    write(json, merchant);
    return Answer.ok(json.bytes());
  }

  /** Returns the verification of that name, or null when there is none. */
  private static @Nullable Verification verification(String name) {
    return Arrays.stream(Verification.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private Answer decide(Request request, ActingOperator by) {
    VerificationDecision decision = decision(request.jsonBody());
    return answer(decisions.decide(MerchantId.parse(request.parameter("id")), decision, by));
  }

  private static Answer answer(MerchantDecisions.Result result) {
    return switch (result) {
      case MerchantDecisions.Result.Done done -> merchant(done.merchant());
      case MerchantDecisions.Result.Pending pending -> ApprovalRoutes.pending(pending.approval());
    };
  }

  private Answer names(Request request) {
    new QueryParameters(request, Set.of()).refuseFaults();
    return Answer.ok(
        Json.object()
            .putObjects("data", find.toRename(MAX_NAMES), MerchantOperatorRoutes::writeName)
            .bytes());
  }

  private Answer decideName(Request request, ActingOperator by) {
    DecideName.Decision decision = nameDecision(request.jsonBody());
    return answer(decisions.decide(MerchantId.parse(request.parameter("id")), decision, by));
  }

  private static DecideName.Decision nameDecision(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("decision", "businessName", "reason", "revision"));
    String decision = fields.requiredText("decision", 64);
    if (decision != null && !DECISIONS.contains(decision)) {
      fields.fault("decision", Message.of("field.acceptreject"));
    }
    String seen = fields.requiredText("businessName", MAX_NAME);
    String reason = fields.text("reason", VerificationDecision.MAX_REASON);
    String revision = fields.text("revision", MAX_REVISION);
    return new DecideName.Decision(
        fields.require(decision).equals(ACCEPT), fields.require(seen), reason, revision);
  }

  private Answer liftFreeze(Request request, ActingOperator by) {
    return switch (decisions.liftFreeze(MerchantId.parse(request.parameter("id")), null, by)) {
      case MerchantDecisions.Result.Done done -> Answer.noContent();
      case MerchantDecisions.Result.Pending pending -> ApprovalRoutes.pending(pending.approval());
    };
  }

  private static VerificationDecision decision(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("status", "reason", "revision"));
    String text = fields.requiredText("status", 64);
    Verification status = text == null ? null : verification(text);
    if (text != null && status == null) {
      fields.fault("status", KNOWN_STATUSES);
    }
    String reason = fields.text("reason", VerificationDecision.MAX_REASON);
    String revision = fields.text("revision", MAX_REVISION);
    return new VerificationDecision(fields.require(status), reason, revision);
  }

  private static void write(Json json, Merchant merchant) {
    json.put("merchantId", merchant.id().toString())
        .put("email", merchant.email())
        .put("businessName", merchant.businessName())
        .put(
            "pendingBusinessName",
            merchant.pendingName() == null ? null : merchant.pendingName().name())
        .put("verificationStatus", merchant.verification().name())
        .put("depositAddress", Objects.toString(merchant.depositAddress(), null))
        .put("userDepositAddress", Objects.toString(merchant.userDepositAddress(), null))
        .put("createdAt", merchant.createdAt())
        .put("revision", merchant.revision())
        .putObject("kyb", merchant.kyb(), MerchantOperatorRoutes::writeKyb);
  }

  private static void writeName(Json json, Merchant merchant) {
    PendingName pending = Objects.requireNonNull(merchant.pendingName());
    json.put("merchantId", merchant.id().toString())
        .put("businessName", merchant.businessName())
        .put("pendingBusinessName", pending.name())
        .put("since", pending.since())
        .put("revision", merchant.revision())
        .putTexts("marks", NameMark.of(pending.name()).stream().map(Enum::name).toList())
        .put("readsLike", NameMark.readsLike(pending.name()));
  }

  private static void writeKyb(Json json, Merchant.Kyb kyb) {
    json.put("legalName", kyb.details().legalName())
        .put("country", kyb.details().country())
        .put("registrationNumber", kyb.details().registrationNumber())
        .put("submittedAt", kyb.submittedAt());
  }
}
