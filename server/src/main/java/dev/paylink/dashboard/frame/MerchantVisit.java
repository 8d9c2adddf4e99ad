package dev.paylink.dashboard.frame;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.PanelVisit;
import org.jspecify.annotations.Nullable;

/** Somebody signed in who asks for a page, and the merchant it is for. */
public record MerchantVisit(Request request, SignedIn signedIn, Merchant merchant, PanelPages pages)
    implements PanelVisit {
  public MerchantId merchantId() {
    return merchant.id();
  }

  /** Whether this person has that role: forms that need another are not shown. */
  public boolean may(Role role) {
    return signedIn.role().includes(role);
  }

  @Override
  public Panel panel(Panel.@Nullable Part part, String title) {
    return pages.panel(
        title,
        Panel.navigation(DashboardSection.values(), part),
        new Panel.Person(signedIn.email(), merchant.businessName(), DashboardPaths.SIGN_OUT.to()));
  }

  /** What a form before this page has done, in words; null when there is nothing to tell. */
  public @Nullable String news() {
    return PageNotice.told(DashboardNotice.values(), request);
  }
}
