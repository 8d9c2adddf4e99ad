package dev.paylink.merchant.profile;

import dev.paylink.money.AddressFault;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import org.jspecify.annotations.Nullable;

/** Tells what speaks against a deposit address. A warning refuses nothing, a fault does. */
@FunctionalInterface
public interface AddressWarnings {
  AddressWarnings NONE = address -> null;

  /** Returns the warning in words; null if there is none, or none could be found in a moment. */
  @Nullable String of(DepositAddress address);

  /** Returns why nobody can be paid at the address; null if somebody may. */
  default @Nullable AddressFault fault(DepositAddress address) {
    return AddressFault.ofOwner(EvmAddress.of(address.value()));
  }

  /** Returns the warning about the address that payments go to, or will go to. */
  default @Nullable String of(PlannedAddress planned) {
    DepositAddress address =
        planned.pending() == null ? planned.current() : planned.pending().address();
    return address == null ? null : of(address);
  }
}
