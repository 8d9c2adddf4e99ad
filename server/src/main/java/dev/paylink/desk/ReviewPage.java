package dev.paylink.desk;

import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The companies and new names that wait for a decision, longest waiting first. */
record ReviewPage(DeskDoor door, FindMerchants merchants) {
  /**
   * The number that a person can review in one sitting. The next companies move up as these are
   * decided.
   */
  private static final int MAX_ON_PAGE = 20;

  /** {@code refusal} is a decision about the name of the merchant with this id. */
  record View(
      Panel panel,
      @Nullable String news,
      List<Merchant> waiting,
      boolean more,
      List<Merchant> names,
      boolean mayReview,
      MerchantPage.Refusal refusal) {}

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.READ,
            DeskPaths.REVIEW,
            visit -> Answer.html(draw(visit, MerchantPage.Refusal.NONE))));
  }

  byte[] draw(OperatorVisit visit, MerchantPage.Refusal refusal) {
    List<Merchant> found = merchants.toReview(MAX_ON_PAGE + 1);
    boolean more = found.size() > MAX_ON_PAGE;
    List<Merchant> waiting = more ? found.subList(0, MAX_ON_PAGE) : found;
    return visit.draw(
        "review",
        new View(
            visit.panel(DeskSection.REVIEW),
            visit.news(),
            waiting,
            more,
            merchants.toRename(MAX_ON_PAGE),
            visit.may(Permission.REVIEW),
            refusal));
  }
}
