package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.Page;
import dev.paylink.ids.PayoutId;
import dev.paylink.payout.MerchantPayouts;
import dev.paylink.payout.PaymentsInPayout;
import dev.paylink.payout.Payout;
import dev.paylink.payout.PayoutFlag;
import dev.paylink.payout.PayoutStatus;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.List;

/**
 * The payouts of a merchant, newest first, or those whose sums differ; and one of them with its
 * payments and its reports.
 */
public record PayoutPages(DashboardDoor door, MerchantPayouts payouts) {
  private static final int MAX_ON_PAGE = 20;
  private static final String FLAG = "flag";

  public record ListView(Panel panel, boolean differing, List<Payout> payouts, Pager pager) {}

  public record View(
      Panel panel, Payout payout, List<Payout.Step> steps, List<PaymentsInPayout.Row> payments) {}

  /** Returns where those are whose sums differ. */
  public static String differingPath() {
    return DashboardPaths.PAYOUTS.to() + "?" + FLAG + "=" + PayoutFlag.sum_mismatch;
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.PAYOUTS, visit -> Answer.html(list(visit))),
        door.page(DashboardPaths.PAYOUT, visit -> Answer.html(show(visit))));
  }

  private byte[] list(MerchantVisit visit) {
    String cursor = visit.request().query("before");
    PayoutId before = cursor == null ? null : PayoutId.parse(cursor);
    boolean differing = PayoutFlag.sum_mismatch.name().equals(visit.request().query(FLAG));
    Page<Payout, PayoutId> page =
        differing
            ? payouts.differing(visit.merchantId(), before, MAX_ON_PAGE)
            : payouts.list(visit.merchantId(), null, before, MAX_ON_PAGE);
    String path = differing ? differingPath() : DashboardPaths.PAYOUTS.to();
    return visit.draw(
        "payouts",
        new ListView(
            visit.panel(DashboardSection.PAYOUTS),
            differing,
            page.items(),
            Pager.of(path, "before", before, page.next())));
  }

  private byte[] show(MerchantVisit visit) {
    MerchantPayouts.Whole found = payouts.read(visit.merchantId(), visit.request().parameter("id"));
    Payout payout = found.payout();
    return visit.draw(
        "payout",
        new View(
            visit.panel(
                DashboardSection.PAYOUTS,
                visit
                    .words()
                    .get(
                        "payouts.title",
                        PaymentWords.amount(visit.words(), payout.amount(), payout.currency()))),
            payout,
            found.steps(),
            payouts.payments(visit.merchantId(), found.payout())));
  }

  public static String name(Words words, PayoutStatus status) {
    return words.get("payouts.status." + status);
  }

  public static String tone(PayoutStatus status) {
    return switch (status) {
      case initiated -> "calm";
      case sent -> "warn";
      case paid -> "good";
      case failed, returned -> "bad";
    };
  }

  public static String name(Words words, PayoutFlag flag) {
    return words.get("payouts.flag." + flag);
  }

  public static String meaning(Words words, PayoutFlag flag) {
    return words.get("payouts.meaning." + flag);
  }

  /** Returns the end of the account's number, as banks write it. */
  public static String account(Payout payout) {
    return payout.accountLast4() == null ? "" : "…" + payout.accountLast4();
  }
}
