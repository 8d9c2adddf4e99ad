package dev.paylink.settlement.refund;

import dev.paylink.ids.RefundId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.Bytes32;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** The calls of a signed-in merchant about refunds: the list, and what its wallet sends. */
final class MerchantRefundRoutes {
  private static final Set<String> PARAMETERS = Set.of("after", "limit");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_LENGTH = 100;

  private final MerchantCalls calls;
  private final MerchantRefunds refunds;
  private final RefundJson json;

  MerchantRefundRoutes(MerchantCalls calls, MerchantRefunds refunds, RefundJson json) {
    this.calls = calls;
    this.refunds = refunds;
    this.json = json;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/merchant/refunds", calls.reading(this::list)),
        Route.post(
            "/merchant/refunds/:id/wallet",
            calls.changing(Role.developer, Guard.MONEY, this::steps)),
        Route.post("/merchant/refunds/:id/sent", calls.changing(Role.developer, this::sent)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    RefundId after = query.read("after", RefundId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    query.refuseFaults();
    MerchantRefunds.Page page = refunds.list(signedIn.merchantId(), after, limit);
    RefundId next = page.next();
    return Answer.ok(
        Json.object()
            .putObjects("data", page.refunds(), json::write)
            .put("nextCursor", next == null ? null : next.toString())
            .bytes());
  }

  private Answer steps(Request request, SignedIn signedIn) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of("payer"));
    String payer = fields.requiredText("payer", MAX_LENGTH);
    if (payer != null
        && DepositAddress.parse(payer) instanceof DepositAddress.Parsed.Faulty wrong) {
      fields.fault("payer", wrong.message());
    }
    return Answer.ok(
        refunds
            .steps(
                signedIn.merchantId(),
                request.parameter("id"),
                EvmAddress.of(fields.require(payer)))
            .json());
  }

  private Answer sent(Request request, SignedIn signedIn) {
    Fields fields = Fields.parse(request.jsonBody(), Set.of("hash"));
    String text = fields.requiredText("hash", MAX_LENGTH);
    Bytes32 hash = text == null ? null : Bytes32.parse(text);
    if (text != null && hash == null) {
      fields.fault("hash", Message.of("field.address", 64));
    }
    return Answer.ok(
        json.of(
            refunds.noteSent(
                signedIn.merchantId(), request.parameter("id"), fields.require(hash))));
  }
}
