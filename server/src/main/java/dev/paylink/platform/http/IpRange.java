package dev.paylink.platform.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An IP address, or all addresses with the same prefix (CIDR): {@code 10.0.0.0/8}, {@code
 * 2001:db8::/32}. IPv4 and IPv6 are never in each other's ranges.
 */
public final class IpRange {
  private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

  private static final int V4_BYTES = 4;

  private final byte[] address;
  private final int prefixLength;

  private IpRange(byte[] address, int prefixLength) {
    this.address = address;
    this.prefixLength = prefixLength;
  }

  /** Parses an address or a range; null if the text is neither. */
  public static @Nullable IpRange parse(String text) {
    int slash = text.indexOf('/');
    String first = IpAddress.canonical(slash < 0 ? text : text.substring(0, slash));
    if (first == null) {
      return null;
    }
    byte[] address = bytes(first);
    int bits = address.length * Byte.SIZE;
    if (slash < 0) {
      return new IpRange(address, bits);
    }
    String length = text.substring(slash + 1);
    if (!PREFIX_LENGTH.matcher(length).matches() || Integer.parseInt(length) > bits) {
      return null;
    }
    return new IpRange(address, Integer.parseInt(length));
  }

  public int prefixLength() {
    return prefixLength;
  }

  /** Returns whether the range is one of IPv4 addresses. */
  public boolean isV4() {
    return address.length == V4_BYTES;
  }

  /** Returns the address that the range was written with. */
  public InetAddress address() {
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("of 4 or 16 bytes", e);
    }
  }

  /** Returns whether some address is in both ranges. */
  public boolean overlaps(IpRange other) {
    return isShared(other.address, Math.min(prefixLength, other.prefixLength));
  }

  /** Returns whether every address of the other range is in this one. */
  public boolean contains(IpRange other) {
    return other.prefixLength >= prefixLength && contains(other.address);
  }

  public boolean contains(InetAddress other) {
    return contains(other.getAddress());
  }

  /**
   * Returns whether the text, an address as {@link IpAddress#canonical} writes it, is in this
   * range.
   */
  public boolean contains(String text) {
    String canonical = IpAddress.canonical(text);
    if (canonical == null) { // a proxy sent something that is not an address
      return false;
    }
    return contains(bytes(canonical));
  }

  private boolean contains(byte[] other) {
    return isShared(other, prefixLength);
  }

  /** Returns whether this many bits are the same in the other address, of the same family. */
  private boolean isShared(byte[] other, int bits) {
    if (other.length != address.length) {
      return false;
    }
    int whole = bits / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (address[i] != other[i]) {
        return false;
      }
    }
    int mask = (0xff00 >> (bits % Byte.SIZE)) & 0xff;
    return mask == 0 || ((address[whole] ^ other[whole]) & mask) == 0;
  }

  private static byte[] bytes(String canonical) {
    try {
      return InetAddress.getByName(canonical).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("a literal needs no lookup: " + canonical, e);
    }
  }
}
