package dev.paylink.merchant.profile;

import dev.paylink.merchant.user.SignedIn;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;

/** Shows a merchant's users what the merchant says about itself. */
public final class ReadProfile {
  private final Jdbi jdbi;

  public ReadProfile(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public Merchant handle(SignedIn signedIn) {
    Merchant merchant =
        jdbi.withHandle(handle -> MerchantStore.find(handle, signedIn.merchantId()));
    return Objects.requireNonNull(merchant, "a session outlived its merchant");
  }
}
