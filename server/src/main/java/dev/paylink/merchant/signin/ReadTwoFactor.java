package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.SignedIn;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Says whether a user has a second factor, and how many recovery codes are left. */
public final class ReadTwoFactor {
  private final Jdbi jdbi;
  private final SecondFactorStore store;

  public ReadTwoFactor(Jdbi jdbi, SecondFactorStore store) {
    this.jdbi = jdbi;
    this.store = store;
  }

  /** Begun and not confirmed is off. */
  public record State(boolean on, int recoveryCodesLeft) {}

  public State handle(SignedIn signedIn) {
    return jdbi.withHandle(handle -> read(handle, SecondFactorStore.Owner.of(signedIn)));
  }

  private State read(Handle handle, SecondFactorStore.Owner owner) {
    SecondFactorStore.Factor factor = store.find(handle, owner);
    return new State(
        factor != null && factor.confirmed(), SecondFactorStore.recoveryCodesLeft(handle, owner));
  }
}
