package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import okhttp3.Dns;

/** Returns the addresses of a name only if every one of them may be dialled. */
final class GuardedDns implements Dns {
  /** Keeps the owner of a name from making us dial hundreds of addresses. */
  private static final int MAX_ADDRESSES = 4;

  private final AllowedAddresses reach;
  private final Lookups lookups;
  private final Duration patience;

  /**
   * Creates the resolver. A lookup is the first step that takes time, so its patience is the whole
   * budget.
   */
  GuardedDns(AllowedAddresses reach, Lookups lookups, Duration patience) {
    this.reach = reach;
    this.lookups = lookups;
    this.patience = patience;
  }

  @Override
  public List<InetAddress> lookup(String name) throws NotDialled {
    List<InetAddress> addresses = lookups.find(name, patience);
    AllowedAddresses.Fault fault = reach.fault(addresses);
    if (fault != null) {
      throw new NotDialled("refused: " + fault.message().english());
    }
    return addresses.subList(0, Math.min(MAX_ADDRESSES, addresses.size()));
  }
}
