package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which addresses may be dialled; every address check ends here. */
enum AllowedAddresses {
  PUBLIC,
  /** The addresses plain http may reach, where it is allowed at all. */
  LOOPBACK,
  PUBLIC_OR_LOOPBACK;

  /** An address that must not be dialled, and its kind, as in "a private address". */
  record Fault(String address, String kind) {
    @Override
    public String toString() {
      return address + " is " + kind;
    }
  }

  static AllowedAddresses ofHttps(TargetPolicy policy) {
    return switch (policy) {
      case PUBLIC -> PUBLIC;
      case PUBLIC_AND_LOOPBACK -> PUBLIC_OR_LOOPBACK;
    };
  }

  /** Returns the fault of an address; null if it may be dialled. */
  @Nullable Fault fault(InetAddress address) {
    if (address.isLoopbackAddress() && this != PUBLIC) {
      return null;
    }
    String kind = SpecialAddresses.kind(address);
    if (kind == null && this == LOOPBACK) {
      kind = "not a loopback address and needs https";
    }
    return kind == null ? null : new Fault(address.getHostAddress(), kind);
  }

  /**
   * Returns the first fault among the addresses of one name; null if all may be dialled. One bad
   * address refuses the whole name, and so does loopback beside public: no honest name is both.
   */
  @Nullable Fault fault(List<InetAddress> addresses) {
    boolean allLoopback = addresses.stream().allMatch(InetAddress::isLoopbackAddress);
    AllowedAddresses strict = this == PUBLIC_OR_LOOPBACK && !allLoopback ? PUBLIC : this;
    for (InetAddress address : addresses) {
      Fault fault = strict.fault(address);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }
}
