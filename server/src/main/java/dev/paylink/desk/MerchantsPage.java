package dev.paylink.desk;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The list of merchants, newest first: all, those with a status, or those that a search finds. */
record MerchantsPage(DeskDoor door, FindMerchants merchants) {
  private static final Set<String> PARAMETERS = Set.of("search", "status", "cursor");
  private static final int MAX_ON_PAGE = 25;

  /**
   * @param selective whether the list is filtered
   * @param full whether a search may have found more than it shows
   */
  record View(
      Panel panel,
      Form form,
      List<Merchant> merchants,
      boolean selective,
      boolean full,
      Pager pager) {}

  List<Route> routes() {
    return List.of(door.page(Permission.READ, DeskPaths.MERCHANTS, this::show));
  }

  private Answer show(OperatorVisit visit) {
    QueryParameters query = new QueryParameters(visit.request(), PARAMETERS);
    String search = query.text("search");
    Verification status =
        query.read("status", MerchantsPage::verification, Message.of("field.status"));
    MerchantId before = query.read("cursor", MerchantId::parse, Message.of("field.listcursor"));
    query.refuseFaults();
    String text = search == null ? "" : search.strip();
    return Answer.html(
        visit.draw(
            "merchants",
            text.isEmpty() ? page(visit, status, before) : found(visit, text, status)));
  }

  private View page(
      OperatorVisit visit, @Nullable Verification status, @Nullable MerchantId before) {
    FindMerchants.Page page = merchants.page(status, before, MAX_ON_PAGE);
    String first = DeskPaths.MERCHANTS.to() + (status == null ? "" : "?status=" + status.name());
    return new View(
        visit.panel(DeskSection.MERCHANTS),
        form("", status),
        page.merchants(),
        status != null,
        false,
        Pager.of(first, "cursor", before, page.next()));
  }

  private View found(OperatorVisit visit, String text, @Nullable Verification status) {
    List<Merchant> found = merchants.search(text, status);
    boolean full = found.size() == FindMerchants.MAX_FOUND;
    return new View(
        visit.panel(DeskSection.MERCHANTS), form(text, status), found, true, full, Pager.NONE);
  }

  private static Form form(String search, @Nullable Verification status) {
    return Form.filled(Map.of("search", search, "status", status == null ? "" : status.name()));
  }

  private static @Nullable Verification verification(String name) {
    return Arrays.stream(Verification.values())
        .filter(verification -> verification.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
