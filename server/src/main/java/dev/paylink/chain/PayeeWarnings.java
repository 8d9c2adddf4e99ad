package dev.paylink.chain;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.wallet.Payees;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.money.AddressFault;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.EvmAddress;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Refuses deposit addresses at which no merchant can be paid on the configured chains, and passes
 * on what only warns.
 */
final class PayeeWarnings implements AddressWarnings {
  private final Jdbi jdbi;
  private final List<ChainConfig> chains;
  private final AddressWarnings warnings;
  private final TransferAddressQueries addresses = new TransferAddressQueries();

  PayeeWarnings(Jdbi jdbi, List<ChainConfig> chains, AddressWarnings warnings) {
    this.jdbi = jdbi;
    this.chains = chains;
    this.warnings = warnings;
  }

  @Override
  public @Nullable String of(DepositAddress address) {
    return warnings.of(address);
  }

  @Override
  public @Nullable AddressFault fault(DepositAddress deposit) {
    EvmAddress address = EvmAddress.of(deposit.value());
    AddressFault nobody = warnings.fault(deposit);
    if (nobody != null) {
      return nobody;
    }
    AddressFault contract = Payees.fault(chains, address);
    if (contract != null) {
      return contract;
    }
    return jdbi.withHandle(handle -> addresses.isAnyones(handle, address))
        ? AddressFault.transfer
        : null;
  }
}
