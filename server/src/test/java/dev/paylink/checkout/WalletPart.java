package dev.paylink.checkout;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The part of the payment page where a wallet pays. */
final class WalletPart {
  private WalletPart() {}

  static void payWith(Page page) {
    wallets(page).getByText(InjectedWallet.NAME).click();
  }

  static Locator wallets(Page page) {
    return page.locator("#wallet .list");
  }

  static Locator saying(Page page) {
    return page.locator("#wallet [data-say]");
  }

  static Locator trouble(Page page) {
    return page.locator("#wallet-why");
  }

  static Locator heading(Page page) {
    return page.locator("h2");
  }
}
