package dev.paylink.desk;

import dev.paylink.merchant.user.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.web.Panel;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The operator asking for a page, until when the session lasts, and who draws it. */
record Visit(Request request, Instant until, Pages pages) {
  Actor actor() {
    return Actor.operator(request.source());
  }

  Panel panel(Section section) {
    return pages.panel(this, section, section.title());
  }

  Panel panel(Section section, String title) {
    return pages.panel(this, section, title);
  }

  byte[] draw(String name, Object view) {
    return pages.draw(name, view);
  }

  /** The merchant that the path names; null when the text is no id. */
  @Nullable MerchantId merchant() {
    return MerchantId.parse(request.parameter("id"));
  }

  /** What a form before this page has done, in words; null when there is nothing to tell. */
  @Nullable String news() {
    return Done.words(request.query(Done.PARAMETER));
  }
}
