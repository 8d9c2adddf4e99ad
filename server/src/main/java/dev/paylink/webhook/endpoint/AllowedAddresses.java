package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which addresses may be dialled; every address check ends here. */
enum AllowedAddresses {
  PUBLIC,
  /** The addresses plain http may reach, where it is allowed at all. */
  LOOPBACK,
  PUBLIC_OR_LOOPBACK,
  /** The same for a sandbox that may reach its own network. */
  LOOPBACK_OR_PRIVATE,
  ANY_BUT_SPECIAL;

  /** An address that must not be dialled, and its kind, as in "a private address". */
  record Fault(String address, Message kind) {
    Message message() {
      return Message.of("urlis", address, kind);
    }
  }

  static AllowedAddresses ofHttps(TargetPolicy policy) {
    return switch (policy) {
      case PUBLIC -> PUBLIC;
      case PUBLIC_AND_LOOPBACK -> PUBLIC_OR_LOOPBACK;
      case PUBLIC_AND_PRIVATE -> ANY_BUT_SPECIAL;
    };
  }

  static AllowedAddresses ofHttp(TargetPolicy policy) {
    return policy == TargetPolicy.PUBLIC_AND_PRIVATE ? LOOPBACK_OR_PRIVATE : LOOPBACK;
  }

  /** Tells whether they are reached without TLS. */
  boolean isPlain() {
    return this == LOOPBACK || this == LOOPBACK_OR_PRIVATE;
  }

  /** Tells whether names and addresses of the network around the service are among them. */
  boolean includesPrivate() {
    return this == LOOPBACK_OR_PRIVATE || this == ANY_BUT_SPECIAL;
  }

  /** Returns the fault of an address; null if it may be dialled. */
  @Nullable Fault fault(InetAddress address) {
    if (isInside(address)) {
      return null;
    }
    Message kind = SpecialAddresses.kind(address);
    if (kind == null && isPlain()) {
      kind =
          includesPrivate()
              ? Message.of("address.publichttps")
              : Message.of("address.noloopbackhttps");
    }
    return kind == null ? null : new Fault(address.getHostAddress(), hinted(kind, kind));
  }

  /**
   * Returns the first fault among the addresses of one name; null if all may be dialled. One bad
   * address refuses the whole name, and so does loopback or a private address beside a public one:
   * no honest name is both.
   */
  @Nullable Fault fault(List<InetAddress> addresses) {
    boolean allInside = addresses.stream().allMatch(this::isInside);
    AllowedAddresses strict = !isPlain() && !allInside ? PUBLIC : this;
    for (InetAddress address : addresses) {
      Fault fault = strict.fault(address);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /** Returns the text with what a sandbox can do about a private address, where it can. */
  Message hinted(Message kind, Message text) {
    return this != PUBLIC && !includesPrivate() && kind.equals(SpecialAddresses.PRIVATE)
        ? Message.of("address.hint", text)
        : text;
  }

  private boolean isInside(InetAddress address) {
    return (address.isLoopbackAddress() && this != PUBLIC)
        || (includesPrivate() && SpecialAddresses.PRIVATE.equals(SpecialAddresses.kind(address)));
  }
}
