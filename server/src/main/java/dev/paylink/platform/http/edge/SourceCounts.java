package dev.paylink.platform.http.edge;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * Counts the connections of each source. A source is an IPv4 address or the /64 of an IPv6 address,
 * which is what a provider gives to one customer. A trusted proxy serves many clients and is not
 * counted.
 */
final class SourceCounts {
  /** Not an address: ffff:ffff::/32 is multicast, so no /64 of a peer is equal to this. */
  static final long UNCOUNTED = -1;

  private static final long IPV4 = 0xffff_fffe_0000_0000L;

  private final int max;
  private final Predicate<String> trustedProxy;
  private final ConcurrentMap<Long, Integer> counts = new ConcurrentHashMap<>();

  SourceCounts(int max, Predicate<String> trustedProxy) {
    this.max = max;
    this.trustedProxy = trustedProxy;
  }

  long sourceOf(InetAddress address) {
    if (trustedProxy.test(address.getHostAddress())) {
      return UNCOUNTED;
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet6Address
        ? bytes.getLong()
        : IPV4 | Integer.toUnsignedLong(bytes.getInt());
  }

  /** Counts one more connection; returns false, and counts nothing, if the source has its share. */
  boolean enter(long source) {
    if (source == UNCOUNTED) {
      return true;
    }
    int[] seen = {0};
    counts.compute(
        source,
        (ignored, count) -> {
          seen[0] = count == null ? 0 : count;
          return Math.min(max, seen[0] + 1);
        });
    return seen[0] < max;
  }

  void leave(long source) {
    if (source != UNCOUNTED) {
      counts.computeIfPresent(source, (ignored, count) -> count == 1 ? null : count - 1);
    }
  }
}
