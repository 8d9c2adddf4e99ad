package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.paylink.testing.Chromium;
import java.util.regex.Pattern;

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

  /**
   * Waits until this page has asked what a wallet can pay, and found no wallet. A payment that is
   * over before would refuse that question, about which the browser complains.
   */
  static void assertFoundNone(Page page) {
    assertThat(page.locator("#wallet")).hasAttribute("data-show", "none");
  }

  /**
   * Asks for the address. Until the page knows the wallets of this browser, the part above that
   * button may still grow; a button that moves between press and release is not clicked.
   */
  static void showAddress(Page page, String label) {
    assertThat(page.locator("#wallet")).hasAttribute("data-show", Pattern.compile("none|list"));
    Chromium.follow(page, Chromium.button(page, label));
  }

  /** A button that is replaced under a finger is not pressed, and loses the focus. */
  static void assertStaysWhenTimePasses(Page page, Locator button) {
    button.focus();
    page.clock().runFor(2_000);
    assertThat(button).isFocused();
  }
}
