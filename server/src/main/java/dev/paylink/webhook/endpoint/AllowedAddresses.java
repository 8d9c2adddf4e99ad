package dev.paylink.webhook.endpoint;

import dev.paylink.platform.http.IpRange;
import dev.paylink.platform.language.Message;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which addresses may be dialled; every address check ends here. With TLS these are the
 * public ones and those inside; without, those inside alone.
 *
 * @param isPlain whether they are reached without TLS
 * @param includesLoopback whether loopback is inside, as for a sandbox
 * @param includesPrivate whether private networks are inside
 * @param own further ranges that are inside, opened by the operator
 */
record AllowedAddresses(
    boolean isPlain, boolean includesLoopback, boolean includesPrivate, List<IpRange> own) {
  static final AllowedAddresses PUBLIC = new AllowedAddresses(false, false, false, List.of());
  static final AllowedAddresses PUBLIC_OR_LOOPBACK =
      new AllowedAddresses(false, true, false, List.of());

  /** An address that must not be dialled, and its kind, as in "a private address". */
  record Fault(String address, Message kind) {
    Message message() {
      return Message.of("urlis", address, kind);
    }
  }

  /** Tells whether there is nothing that may be dialled. */
  boolean isEmpty() {
    return isPlain && !includesLoopback && !allowsInsideNames();
  }

  /** Tells whether names that only a network inside knows may lead somewhere. */
  boolean allowsInsideNames() {
    return includesPrivate || !own.isEmpty();
  }

  /** Returns the fault of an address; null if it may be dialled. */
  @Nullable Fault fault(InetAddress address) {
    if (isInside(address)) {
      return null;
    }
    Message kind = SpecialAddresses.kind(address);
    if (kind == null && isPlain) {
      kind =
          allowsInsideNames()
              ? Message.of("address.publichttps")
              : Message.of("address.noloopbackhttps");
    }
    return kind == null ? null : new Fault(address.getHostAddress(), hinted(kind, kind));
  }

  /**
   * Returns the first fault among the addresses of one name; null if all may be dialled. One bad
   * address refuses the whole name, and so does loopback or a private address next to a public one:
   * no honest name is both.
   */
  @Nullable Fault fault(List<InetAddress> addresses) {
    boolean allInside = addresses.stream().allMatch(this::isInside);
    AllowedAddresses strict = !isPlain && !allInside ? PUBLIC : this;
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
    return includesLoopback && !includesPrivate && kind.equals(SpecialAddresses.PRIVATE)
        ? Message.of("address.hint", text)
        : text;
  }

  /** Tells whether an address is in a network around the service that is open to webhooks. */
  boolean isInside(InetAddress address) {
    if (includesLoopback && address.isLoopbackAddress()) {
      return true;
    }
    Message kind = SpecialAddresses.kind(address);
    return (includesPrivate && SpecialAddresses.PRIVATE.equals(kind))
        || (own.stream().anyMatch(range -> range.contains(address))
            && SpecialAddresses.canBeOpened(kind));
  }
}
