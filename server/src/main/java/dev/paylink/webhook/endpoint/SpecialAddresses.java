package dev.paylink.webhook.endpoint;

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
  static final String PRIVATE = "a private address";

  private static final List<Range> RANGES =
      List.of(
          range("0.0.0.0", 8, "an address of \"this network\""),
          range("10.0.0.0", 8, PRIVATE),
          range("100.64.0.0", 10, "a private address of a carrier"),
          range("127.0.0.0", 8, "a loopback address"),
          range("169.254.0.0", 16, "a link-local address"),
          range("172.16.0.0", 12, PRIVATE),
          range("192.0.0.0", 24, "reserved for protocols"),
          range("192.0.2.0", 24, "reserved for documentation"),
          range("192.88.99.0", 24, "a 6to4 relay"),
          range("192.168.0.0", 16, PRIVATE),
          range("198.18.0.0", 15, "reserved for benchmarks"),
          range("198.51.100.0", 24, "reserved for documentation"),
          range("203.0.113.0", 24, "reserved for documentation"),
          range("224.0.0.0", 4, "a multicast address"),
          range("255.255.255.255", 32, "the broadcast address"),
          range("240.0.0.0", 4, "reserved"),
          // Inside 2000::/3
          range("2001::", 32, "a Teredo address"),
          range("2001::", 23, "reserved for protocols"),
          range("2001:db8::", 32, "reserved for documentation"),
          range("2002::", 16, "a 6to4 address"),
          range("3fff::", 20, "reserved for documentation"),
          // Outside of 2000::/3, listed only so that the owner reads why
          range("::", 128, "the unspecified address"),
          range("::1", 128, "a loopback address"),
          range("64:ff9b::", 96, "a NAT64 address"),
          range("64:ff9b:1::", 48, "a NAT64 address"),
          range("fc00::", 7, PRIVATE),
          range("fe80::", 10, "a link-local address"),
          range("fec0::", 10, PRIVATE),
          range("ff00::", 8, "a multicast address"));

  private static final Range PUBLIC_IPV6 = range("2000::", 3, "public");

  private SpecialAddresses() {}

  /** Returns the kind of the address, such as "a private address"; null when it is public. */
  static @Nullable String kind(InetAddress address) {
    byte[] bytes = address.getAddress();
    for (Range range : RANGES) {
      if (range.holds(bytes)) {
        return range.kind;
      }
    }
    return address instanceof Inet6Address && !PUBLIC_IPV6.holds(bytes)
        ? "not a public address"
        : null;
  }

  private static Range range(String prefix, int bits, String kind) {
    try {
      return new Range(InetAddress.getByName(prefix).getAddress(), bits, kind); // asks no server
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(prefix, e);
    }
  }

  private record Range(byte[] prefix, int bits, String kind) {
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
