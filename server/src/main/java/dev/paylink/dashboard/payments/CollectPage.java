package dev.paylink.dashboard.payments;

import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.checkout.wallet.CollectableMoney.Batch;
import dev.paylink.checkout.wallet.CollectableMoney.Item;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows the balances of transfer addresses. Every user may collect them: the money can only go to
 * the merchant's payee, and the collecting wallet pays the gas.
 */
public record CollectPage(DashboardDoor door, CollectableMoney money) {
  /** {@code payment} is the one whose address was looked at; null if all that came is listed. */
  public record View(
      Panel panel,
      List<Item> items,
      List<Batch> batches,
      @Nullable PaymentId payment,
      Pager pager) {

    /** Returns the sums that a transaction collects, such as "12.50 USDC + 3 USDT". */
    public String sums(Batch batch) {
      Map<String, BigDecimal> sums = new LinkedHashMap<>();
      items.stream()
          .filter(it -> it.chainId() == batch.chainId())
          .filter(it -> payment == null || batch.call().data().contains(digits(it)))
          .filter(it -> it.state() == CollectableMoney.State.held)
          .forEach(it -> sums.merge(it.token(), it.amount(), BigDecimal::add));
      return sums.entrySet().stream()
          .map(sum -> PaymentWords.token(panel.words(), sum.getValue(), sum.getKey()))
          .collect(Collectors.joining(" + "));
    }
  }

  /** Returns the token as the data of a call has it: the coin is a word of zeros. */
  private static String digits(Item item) {
    return "0".repeat(24) + item.tokenAddress().hex().substring(2);
  }

  public static String name(Words words, CollectableMoney.State state) {
    return words.get("collect." + state.name());
  }

  public static String tone(CollectableMoney.State state) {
    return switch (state) {
      case held -> "good";
      case collecting -> "calm";
      case unknown -> "warn";
    };
  }

  public List<Route> routes() {
    return List.of(door.page(DashboardPaths.COLLECT, visit -> Answer.html(draw(visit))));
  }

  private byte[] draw(MerchantVisit visit) {
    String text = visit.request().query("after");
    CollectableMoney.Cursor after = text == null ? null : CollectableMoney.Cursor.parse(text);
    String one = visit.request().query("payment");
    PaymentId payment = one == null ? null : PaymentId.parse(one);
    CollectableMoney.Page page =
        payment == null
            ? money.list(visit.merchantId(), after, CollectableMoney.MAX_ITEMS)
            : money.at(visit.merchantId(), payment);
    return visit.draw(
        "collect",
        new View(
            visit.panel(DashboardSection.COLLECT),
            page.items(),
            page.batches(),
            payment,
            Pager.of(DashboardPaths.COLLECT.to(), "after", after, page.next())));
  }
}
