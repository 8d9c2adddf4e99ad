package dev.paylink.merchant.team;

import dev.paylink.merchant.user.SignedIn;
import org.jdbi.v3.core.Jdbi;

/** Shows who belongs to a merchant and who is invited. */
public final class ReadTeam {
  private final Jdbi jdbi;

  public ReadTeam(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public Team handle(SignedIn signedIn) {
    return jdbi.withHandle(handle -> Team.of(handle, signedIn.merchantId()));
  }
}
