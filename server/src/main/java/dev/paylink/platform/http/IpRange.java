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

  /**
   * Returns whether the text, an address as {@link IpAddress#canonical} writes it, is in this
   * range.
   */
  public boolean contains(String text) {
    String canonical = IpAddress.canonical(text);
    if (canonical == null) { // a proxy sent something that is not an address
      return false;
    }
    byte[] other = bytes(canonical);
    if (other.length != address.length) {
      return false;
    }
    for (int bit = 0; bit < prefixLength; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((address[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(String canonical) {
    try {
      return InetAddress.getByName(canonical).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("a literal needs no lookup: " + canonical, e);
    }
  }
}
