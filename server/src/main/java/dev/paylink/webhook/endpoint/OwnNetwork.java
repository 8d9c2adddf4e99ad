package dev.paylink.webhook.endpoint;

import dev.paylink.platform.http.IpRange;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the operator opens to webhooks besides public addresses: ranges, in which any URL may lead,
 * and names, whose private addresses may be dialled for these names only. No spelling of it opens
 * link-local addresses or the metadata services of clouds.
 *
 * @param names in lower case
 * @param http whether these may be reached without TLS
 * @param authorities vouch for these, in addition to the public authorities
 */
public record OwnNetwork(
    List<IpRange> ranges, Set<String> names, boolean http, List<X509Certificate> authorities) {
  public static final OwnNetwork NONE = new OwnNetwork(List.of(), Set.of(), false, List.of());

  /** The widest that is allowed: a private network is never larger. */
  static final int WIDEST_V4 = 8;

  /** A site has a /48. */
  static final int WIDEST_V6 = 32;

  private static final int MAX_ENTRIES = 100;

  public OwnNetwork {
    ranges = List.copyOf(ranges);
    names = Set.copyOf(names);
    authorities = List.copyOf(authorities);
  }

  /**
   * Reads the entries of {@code webhook.allow}.
   *
   * @throws IllegalArgumentException if one is neither a range nor a name, is too wide, or has
   *     addresses that nobody may open; the message is one line
   */
  public static OwnNetwork parse(
      List<String> entries, boolean http, List<X509Certificate> authorities) {
    if (entries.size() > MAX_ENTRIES) {
      throw new IllegalArgumentException("takes at most " + MAX_ENTRIES + " entries");
    }
    List<IpRange> ranges = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String entry : entries) {
      String name = entry.toLowerCase(Locale.ROOT);
      if (entry.indexOf('/') < 0 && entry.indexOf(':') < 0 && !HostName.endsInNumber(name)) {
        names.add(checkedName(name));
      } else {
        ranges.add(checkedRange(entry));
      }
    }
    return new OwnNetwork(ranges, names, http, authorities);
  }

  private static String checkedName(String name) {
    if (!HostName.isWellFormed(name)) {
      throw new IllegalArgumentException(
          "takes addresses, ranges such as 10.1.0.0/16 and host names, not \"" + name + "\"");
    }
    return name;
  }

  private static IpRange checkedRange(String text) {
    IpRange range = IpRange.parse(text);
    boolean isDisguised = range != null && range.isV4() && text.indexOf(':') >= 0;
    if (range == null || isDisguised) {
      throw new IllegalArgumentException(
          "takes IPv4 as four plain decimal numbers (10.1.0.0/16) and IPv6 (fd12:3456::/48), not \""
              + text
              + '"');
    }
    int widest = range.isV4() ? WIDEST_V4 : WIDEST_V6;
    if (range.prefixLength() < widest) {
      throw new IllegalArgumentException(
          "must not have a range as wide as %s; the widest is /%d".formatted(text, widest));
    }
    String closed = SpecialAddresses.closedPart(range);
    if (closed != null) {
      throw new IllegalArgumentException(
          "must not have %s: webhooks never lead to %s".formatted(text, closed));
    }
    return range;
  }
}
