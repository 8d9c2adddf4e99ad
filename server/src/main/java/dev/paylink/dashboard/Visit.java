package dev.paylink.dashboard;

import dev.paylink.merchant.profile.Merchant;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.web.Panel;
import org.jspecify.annotations.Nullable;

/** Somebody signed in who asks for a page, and the merchant it is for. */
record Visit(Request request, SignedIn signedIn, Merchant merchant, Pages pages) {
  MerchantId merchantId() {
    return merchant.id();
  }

  /** Whether this person has that role: forms that need another are not shown. */
  boolean may(Role role) {
    return signedIn.role().includes(role);
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

  /** What a form before this page has done, in words; null when there is nothing to tell. */
  @Nullable String news() {
    return Done.words(request.query(Done.PARAMETER));
  }
}
