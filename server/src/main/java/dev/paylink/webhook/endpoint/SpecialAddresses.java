package dev.paylink.webhook.endpoint;

import dev.paylink.platform.http.IpRange;
import dev.paylink.platform.language.Message;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Knows every address that is not public, after the IANA registries of special-purpose addresses.
 * In IPv6 only 2000::/3 is public, except for the ranges in the table; addresses that embed an IPv4
 * address are refused, whatever it is.
 */
final class SpecialAddresses {
  static final Message PRIVATE = Message.of("address.private");

  /** Never dialled, whatever range it is in: it hands a machine's credentials to who asks. */
  private static final Message METADATA = Message.of("address.metadata");

  private static final Message LOOPBACK = Message.of("address.loopback");
  private static final Message CARRIER = Message.of("address.carrier");
  private static final Message DOCUMENTATION = Message.of("address.documentation");
  private static final Message BENCHMARKS = Message.of("address.benchmarks");

  /** Kinds of addresses that networks use inside. */
  private static final Set<Message> OPENABLE =
      Set.of(PRIVATE, LOOPBACK, CARRIER, DOCUMENTATION, BENCHMARKS);

  private static final List<Range> RANGES =
      List.of(
          range("100.100.100.200", 32, METADATA), // Alibaba Cloud
          range("168.63.129.16", 32, METADATA), // Azure
          range("fd00:42::42", 128, METADATA), // Scaleway
          range("fd00:ec2::", 32, METADATA), // AWS
          range("fd20:ce::", 32, METADATA), // Google Cloud
          range("0.0.0.0", 8, Message.of("address.thisnetwork")),
          range("10.0.0.0", 8, PRIVATE),
          range("100.64.0.0", 10, CARRIER),
          range("127.0.0.0", 8, LOOPBACK),
          range("169.254.0.0", 16, Message.of("address.linklocal")),
          range("172.16.0.0", 12, PRIVATE),
          range("192.0.0.0", 24, Message.of("address.protocols")),
          range("192.0.2.0", 24, DOCUMENTATION),
          range("192.88.99.0", 24, Message.of("address.relay")),
          range("192.168.0.0", 16, PRIVATE),
          range("198.18.0.0", 15, BENCHMARKS),
          range("198.51.100.0", 24, DOCUMENTATION),
          range("203.0.113.0", 24, DOCUMENTATION),
          range("224.0.0.0", 4, Message.of("address.multicast")),
          range("255.255.255.255", 32, Message.of("address.broadcast")),
          range("240.0.0.0", 4, Message.of("address.reserved")),
          // Inside 2000::/3
          range("2001::", 32, Message.of("address.teredo")),
          range("2001::", 23, Message.of("address.protocols")),
          range("2001:db8::", 32, DOCUMENTATION),
          range("2002::", 16, Message.of("address.6to4")),
          range("3fff::", 20, DOCUMENTATION),
          // Outside of 2000::/3, listed only so that the owner reads why
          range("::", 128, Message.of("address.unspecified")),
          range("::1", 128, LOOPBACK),
          range("64:ff9b::", 96, Message.of("address.nat64")),
          range("64:ff9b:1::", 48, Message.of("address.nat64")),
          range("fc00::", 7, PRIVATE),
          range("fe80::", 10, Message.of("address.linklocal")),
          range("fec0::", 10, PRIVATE),
          range("ff00::", 8, Message.of("address.multicast")));

  private static final Range PUBLIC_IPV6 = range("2000::", 3, null);

  private SpecialAddresses() {}

  /**
   * Returns the kind of the address, such as Message.of("address.private"); null when it is public.
   */
  static @Nullable Message kind(InetAddress address) {
    for (Range each : RANGES) {
      if (each.range.contains(address)) {
        return each.kind;
      }
    }
    return address instanceof Inet6Address && !PUBLIC_IPV6.range.contains(address)
        ? Message.of("address.notpublic")
        : null;
  }

  /**
   * Tells whether an operator may open addresses of this kind to webhooks. Link-local addresses and
   * the metadata services of clouds give out a machine's credentials; the others lead nowhere, or
   * are another spelling of an address.
   */
  static boolean canBeOpened(@Nullable Message kind) {
    return kind == null || OPENABLE.contains(kind);
  }

  /**
   * Returns what of this range cannot be opened, such as {@code 169.254.0.0/16}; null if all can.
   */
  static @Nullable String closedPart(IpRange range) {
    for (Range each : RANGES) {
      boolean isMet =
          METADATA.equals(each.kind) ? each.range.contains(range) : each.range.overlaps(range);
      if (isMet && !canBeOpened(each.kind)) {
        return each.text;
      }
    }
    return canBeOpened(kind(range.address())) ? null : "addresses that are not public";
  }

  private static Range range(String prefix, int bits, @Nullable Message kind) {
    String text = prefix + '/' + bits;
    return new Range(text, Objects.requireNonNull(IpRange.parse(text), text), kind);
  }

  private record Range(String text, IpRange range, @Nullable Message kind) {}
}
