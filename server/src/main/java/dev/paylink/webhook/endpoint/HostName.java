package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells names from disguised numbers, and public names from those of internal networks. */
final class HostName {
  private static final int MAX_LENGTH = 253;
  private static final int MAX_LABEL = 63;

  /** Never in the public DNS, but a resolver inside some network may know them. */
  private static final List<String> INSIDE =
      List.of(
          "local",
          "localdomain",
          "internal",
          "intranet",
          "private",
          "corp",
          "home",
          "lan",
          "home.arpa",
          "onion");

  private HostName() {}

  /** Returns why this name (in lower case) cannot be a target's; null if it can. */
  static @Nullable Message fault(String name, AllowedAddresses reach) {
    if (name.endsWith(".")) {
      return Message.of("urldot");
    }
    if (!isWellFormed(name)) {
      return Message.of("urlname");
    }
    if (isUnder(name, "localhost")) {
      boolean leadsNowhere = !reach.includesLoopback() && !reach.allowsInsideNames();
      return leadsNowhere ? Message.of("urllocalhost", name) : null;
    }
    boolean inside =
        name.indexOf('.') < 0 || INSIDE.stream().anyMatch(suffix -> isUnder(name, suffix));
    return inside && !reach.allowsInsideNames()
        ? reach.hinted(SpecialAddresses.PRIVATE, Message.of("urlprivatename", name))
        : null;
  }

  /**
   * Returns true if some parser could take the host for an IPv4 address: 127.1, 0x7f.1, 2130706433.
   * No top-level domain is a number.
   */
  static boolean endsInNumber(String host) {
    int end = host.endsWith(".") ? host.length() - 1 : host.length();
    String last = host.substring(host.lastIndexOf('.', end - 1) + 1, end);
    boolean isHex = last.startsWith("0x");
    for (int i = isHex ? 2 : 0; i < last.length(); i++) {
      char c = last.charAt(i);
      if (!isDigit(c) && !(isHex && c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return !last.isEmpty();
  }

  /** Returns true for four decimal numbers up to 255 without leading zeros, and nothing else. */
  static boolean isDottedQuad(String host) {
    String[] parts = host.split("\\.", -1);
    for (String part : parts) {
      boolean isPlain = part.length() == 1 || (part.length() <= 3 && !part.startsWith("0"));
      if (!isPlain || !part.chars().allMatch(c -> isDigit((char) c)) || isOver255(part)) {
        return false;
      }
    }
    return parts.length == 4;
  }

  private static boolean isOver255(String digits) {
    return digits.isEmpty() || Integer.parseInt(digits) > 255;
  }

  /** Returns whether this is a name (in lower case) that a resolver can be asked for. */
  static boolean isWellFormed(String name) {
    int labelStart = 0;
    for (int i = 0; i <= name.length(); i++) {
      if (i == name.length() || name.charAt(i) == '.') {
        if (i == labelStart || i - labelStart > MAX_LABEL) {
          return false;
        }
        labelStart = i + 1;
      } else if (!isNameCharacter(name.charAt(i))) {
        return false;
      }
    }
    return name.length() <= MAX_LENGTH;
  }

  private static boolean isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || isDigit(c) || c == '-' || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isUnder(String name, String suffix) {
    return name.equals(suffix)
        || (name.endsWith(suffix) && name.charAt(name.length() - suffix.length() - 1) == '.');
  }
}
