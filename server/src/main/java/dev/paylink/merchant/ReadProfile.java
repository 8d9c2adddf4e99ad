package dev.paylink.merchant;

import java.util.Objects;
import org.jdbi.v3.core.Jdbi;

/** Reads a merchant as it is now, with its latest submission for verification. */
public final class ReadProfile {
  private final Jdbi jdbi;

  public ReadProfile(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** The merchant behind a session, which is there as long as the session is. */
  public Merchant handle(MerchantId id) {
    Merchant merchant = jdbi.withHandle(handle -> MerchantStore.find(handle, id));
    return Objects.requireNonNull(merchant, "a session outlived its merchant");
  }
}
