package dev.paylink.platform.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses an IP address and writes it exactly as a socket's peer is written, so that addresses can
 * be compared as strings ({@code ::1} and {@code 0:0:0:0:0:0:0:1} are one). Never asks DNS.
 */
public final class IpAddress {
  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern V4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  /** The network a provider gives to one customer: an attacker has all its addresses. */
  private static final int V6_NETWORK_GROUPS = 4;

  private IpAddress() {}

  /**
   * Returns what counts as one source: an IPv4 address, or the /64 of an IPv6 address. Text that is
   * not an address stays as it is.
   *
   * @param source an address as {@link #canonical} and a socket's peer are written
   */
  public static String network(String source) {
    if (source.indexOf(':') < 0 || source.indexOf(' ') >= 0) {
      return source;
    }
    String[] groups = source.split(":", -1);
    return groups.length != 2 * V6_NETWORK_GROUPS
        ? source
        : String.join(":", Arrays.copyOf(groups, V6_NETWORK_GROUPS)) + "::/64";
  }

  /** Returns the address in its canonical spelling, or null if the text is not an address. */
  public static @Nullable String canonical(String text) {
    if (V4.matcher(text).matches()) {
      return text;
    }
    if (!V6.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.getByName(text).getHostAddress(); // has a colon: a literal or nothing
    } catch (UnknownHostException e) {
      return null;
    }
  }
}
