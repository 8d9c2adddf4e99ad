package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which addresses may be dialled; every check of an address ends here. */
enum AllowedAddresses {
  PUBLIC,
  /** What plain http may reach, where it is allowed at all. */
  LOOPBACK,
  PUBLIC_OR_LOOPBACK;

  /** An address that must not be dialled, and what it is, as in "a private address". */
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

  /** Null when the address may be dialled. */
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
   * Null when all addresses of one name may be dialled. A single bad one spoils them all, and so
   * does loopback beside public: no honest name is both.
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
