package dev.paylink.chain.collect;

import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.merchant.user.Role;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** The call with which a merchant's people and servers read what can be collected. */
public final class CollectRoutes {
  private static final Set<String> PARAMETERS = Set.of("after", "limit");
  private static final int DEFAULT_LIMIT = 20;

  private final MerchantCalls calls;
  private final SharedCalls servers;
  private final CollectableMoney money;

  public CollectRoutes(MerchantCalls calls, SharedCalls servers, CollectableMoney money) {
    this.calls = calls;
    this.servers = servers;
    this.money = money;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/merchant/collectable", calls.shared(Role.viewer).reading(this::list)),
        Route.get("/sdk/server/collectable", servers.reading(this::list)),
        Route.get(
            "/merchant/payments/:id/collectable", calls.shared(Role.viewer).reading(this::at)));
  }

  private Answer at(Request request, MerchantActing by) {
    PaymentId payment = PaymentId.parse(request.parameter("id"));
    if (payment == null) {
      throw new Rejection(PaymentError.PAYMENT_NOT_FOUND, Message.of("payment.nosuch"));
    }
    return answer(money.at(by.merchantId(), payment));
  }

  private Answer list(Request request, MerchantActing by) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    CollectableMoney.Cursor after =
        query.read("after", CollectableMoney.Cursor::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, CollectableMoney.MAX_ITEMS, DEFAULT_LIMIT);
    query.refuseFaults();
    return answer(money.list(by.merchantId(), after, limit));
  }

  private static Answer answer(CollectableMoney.Page page) {
    CollectableMoney.Cursor next = page.next();
    return Answer.ok(
        Json.object()
            .putObjects("data", page.items(), CollectRoutes::item)
            .putObjects("transactions", page.batches(), CollectRoutes::batch)
            .put("nextCursor", next == null ? null : next.toString())
            .bytes());
  }

  private static void item(Json json, CollectableMoney.Item item) {
    json.put("paymentId", item.payment().toString())
        .put("chainId", item.chainId())
        .put("chainName", item.chainName())
        .put("token", item.token())
        .put("tokenAddress", item.tokenAddress().toString())
        .put("address", item.address().toString())
        .put("payee", item.payee())
        .put("amount", item.amount().toPlainString())
        .put("status", item.state().name());
  }

  private static void batch(Json json, CollectableMoney.Batch batch) {
    json.put("chainId", batch.chainId())
        .put("chainName", batch.chainName())
        .put("to", batch.call().to())
        .put("data", batch.call().data())
        .put("amounts", batch.amounts());
  }
}
