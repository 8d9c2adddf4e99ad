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

/** The operator asking for a page, until when the session lasts, and who draws it. */
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

  /** The merchant that the path names; null when the text is no id. */
  @Nullable MerchantId merchant() {
    return MerchantId.parse(request.parameter("id"));
  }

  /** Returns what the last form did, in words; null when there is nothing to tell. */
  @Nullable String news() {
    return PageNotice.told(DeskNotice.values(), request);
  }
}
