package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows every address that is not public, after the IANA registries of special-purpose addresses.
 * In IPv6 only 2000::/3 is public, except for the ranges in the table; addresses that embed an IPv4
 * address are refused, whatever it is.
 */
final class SpecialAddresses {
  static final Message PRIVATE = Message.of("address.private");

  private static final List<Range> RANGES =
      List.of(
          range("0.0.0.0", 8, Message.of("address.thisnetwork")),
          range("10.0.0.0", 8, PRIVATE),
          range("100.64.0.0", 10, Message.of("address.carrier")),
          range("127.0.0.0", 8, Message.of("address.loopback")),
          range("169.254.0.0", 16, Message.of("address.linklocal")),
          range("172.16.0.0", 12, PRIVATE),
          range("192.0.0.0", 24, Message.of("address.protocols")),
          range("192.0.2.0", 24, Message.of("address.documentation")),
          range("192.88.99.0", 24, Message.of("address.relay")),
          range("192.168.0.0", 16, PRIVATE),
          range("198.18.0.0", 15, Message.of("address.benchmarks")),
          range("198.51.100.0", 24, Message.of("address.documentation")),
          range("203.0.113.0", 24, Message.of("address.documentation")),
          range("224.0.0.0", 4, Message.of("address.multicast")),
          range("255.255.255.255", 32, Message.of("address.broadcast")),
          range("240.0.0.0", 4, Message.of("address.reserved")),
          // Inside 2000::/3
          range("2001::", 32, Message.of("address.teredo")),
          range("2001::", 23, Message.of("address.protocols")),
          range("2001:db8::", 32, Message.of("address.documentation")),
          range("2002::", 16, Message.of("address.6to4")),
          range("3fff::", 20, Message.of("address.documentation")),
          // Outside of 2000::/3, listed only so that the owner reads why
          range("::", 128, Message.of("address.unspecified")),
          range("::1", 128, Message.of("address.loopback")),
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
    byte[] bytes = address.getAddress();
    for (Range range : RANGES) {
      if (range.holds(bytes)) {
        return range.kind;
      }
    }
    return address instanceof Inet6Address && !PUBLIC_IPV6.holds(bytes)
        ? Message.of("address.notpublic")
        : null;
  }

  private static Range range(String prefix, int bits, @Nullable Message kind) {
    try {
      return new Range(InetAddress.getByName(prefix).getAddress(), bits, kind); // asks no server
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(prefix, e);
    }
  }

  private record Range(byte[] prefix, int bits, @Nullable Message kind) {
    boolean holds(byte[] address) {
      if (address.length != prefix.length) {
        return false;
      }
      int whole = bits / 8;
      for (int i = 0; i < whole; i++) {
        if (address[i] != prefix[i]) {
          return false;
        }
      }
      int mask = 0xff00 >> (bits % 8) & 0xff;
      return mask == 0 || (address[whole] & mask) == (prefix[whole] & mask);
    }
  }
}
