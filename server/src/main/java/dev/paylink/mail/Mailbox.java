package dev.paylink.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One e-mail address that every server accepts, with the name of its owner. It cannot contain a
 * line break, a second address or a group.
 */
public final class Mailbox {
  private static final int MAX_LENGTH = 254;

  private final InternetAddress address;

  private Mailbox(InternetAddress address) {
    this.address = address;
  }

  /** Parses {@code a@b.example}, with nothing around it. */
  static Mailbox bare(String text) throws AddressException {
    InternetAddress address = checked(text);
    if (address.getPersonal() != null || text.indexOf('<') >= 0) {
      throw new AddressException("not a plain address");
    }
    return new Mailbox(address);
  }

  /** Parses {@code a@b.example} or {@code Name <a@b.example>}; returns null if it is neither. */
  public static @Nullable Mailbox parse(String text) {
    try {
      return new Mailbox(checked(text));
    } catch (AddressException e) {
      return null;
    }
  }

  /** Returns the part after the @. */
  public String domain() {
    String text = address.getAddress();
    return text.substring(text.lastIndexOf('@') + 1);
  }

  InternetAddress address() {
    return (InternetAddress) address.clone(); // mutable, so callers get a copy
  }

  @Override
  public String toString() {
    return address.toUnicodeString();
  }

  private static InternetAddress checked(String text) throws AddressException {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new AddressException("a control character in an address");
    }
    InternetAddress parsed = new InternetAddress(text, true);
    String bare = parsed.getAddress();
    int at = bare.lastIndexOf('@');
    if (at <= 0 || parsed.isGroup()) {
      throw new AddressException("not one address");
    }
    String local = bare.substring(0, at);
    if (!StandardCharsets.US_ASCII.newEncoder().canEncode(local)) {
      throw new AddressException("non-ASCII before the @, which few servers accept");
    }
    parsed.setAddress(local + '@' + asciiDomain(bare.substring(at + 1)));
    if (parsed.getAddress().length() > MAX_LENGTH) {
      throw new AddressException("an address that is too long");
    }
    return renamed(parsed);
  }

  private static String asciiDomain(String domain) throws AddressException {
    try {
      return IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
    } catch (IllegalArgumentException e) {
      throw new AddressException("not a domain");
    }
  }

  /** Encodes the name as UTF-8, whatever the machine's own encoding is. */
  private static InternetAddress renamed(InternetAddress address) {
    try {
      address.setPersonal(address.getPersonal(), StandardCharsets.UTF_8.name());
      return address;
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }
}
