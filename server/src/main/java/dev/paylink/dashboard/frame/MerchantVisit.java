package dev.paylink.dashboard.frame;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.PanelVisit;
import org.jspecify.annotations.Nullable;

/** A request of a signed-in user for a page, and the user's merchant. */
public record MerchantVisit(
    Request request, SignedIn signedIn, Merchant merchant, PanelPages pages, Words words)
    implements PanelVisit {
  public MerchantId merchantId() {
    return merchant.id();
  }

  /** Tells whether this user has that role. Forms that need another role are not shown. */
  public boolean may(Role role) {
    return signedIn.role().includes(role);
  }

  @Override
  public Panel panel(Panel.@Nullable Part part, String title) {
    return pages.panel(
        request,
        words,
        title,
        Panel.navigation(DashboardSection.values(), part, words),
        new Panel.Person(
            signedIn.email(),
            words.get("role." + signedIn.role()),
            merchant.businessName(),
            DashboardPaths.SIGN_OUT.to()));
  }

  /** Returns the message about the last form, or null if there is none. */
  public @Nullable String news() {
    return PageNotice.told(DashboardNotice.values(), request, words);
  }
}
