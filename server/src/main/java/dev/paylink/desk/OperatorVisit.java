package dev.paylink.desk;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Actor;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.PanelVisit;
import dev.paylink.platform.web.ShownTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A request of the operator for a page, the end of the session, and the pages that render it. */
record OperatorVisit(Request request, Instant until, PanelPages pages) implements PanelVisit {
  Actor actor() {
    return Actor.operator(request.source());
  }

  @Override
  public Panel panel(Panel.@Nullable Part part, String title) {
    return pages.panel(
        title,
        Panel.navigation(DeskSection.values(), part),
        new Panel.Person(
            "until " + ShownTime.timeOfDay(until), "Operator", DeskPaths.SIGN_OUT.to()));
  }

  /** Returns the merchant in the path, or null if the text is not an id. */
  @Nullable MerchantId merchant() {
    return MerchantId.parse(request.parameter("id"));
  }

  /** Returns the message about the last form, or null if there is none. */
  @Nullable String news() {
    return PageNotice.told(DeskNotice.values(), request);
  }
}
