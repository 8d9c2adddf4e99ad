package dev.paylink.webhook.endpoint;

import dev.paylink.platform.language.Message;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Checks how a target is written, without asking any server. An accepted address means the same to
 * every parser: plain ASCII, no credentials, and a host that parsing leaves as it was written.
 */
final class TargetUrl {
  private static final int MAX_LENGTH = 2048;
  private static final int MAX_SHOWN = 200;
  private static final String HTTPS = "https://";
  private static final String HTTP = "http://";

  sealed interface Judgement permits Refused, Accepted {}

  record Refused(Message why) implements Judgement {
    /** Returns why, as it follows other words. */
    String detail() {
      String sentence = why.english();
      boolean startsWithWord = sentence.startsWith("The ") || sentence.startsWith("An ");
      return startsWithWord
          ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1)
          : sentence;
    }
  }

  sealed interface Accepted extends Judgement permits Named, Literal {
    HttpUrl url();

    AllowedAddresses reach();
  }

  /**
   * A target whose host is a name; the addresses behind it are still to be checked by its reach.
   */
  record Named(HttpUrl url, AllowedAddresses reach) implements Accepted {}

  /** A target whose host is an address that may be dialled. */
  record Literal(HttpUrl url, AllowedAddresses reach) implements Accepted {}

  private TargetUrl() {}

  static Judgement judge(String text, Targets targets) {
    Message fault = faultOfText(text);
    if (fault != null) {
      return new Refused(fault);
    }
    boolean isHttps = text.regionMatches(true, 0, HTTPS, 0, HTTPS.length());
    boolean isHttp = text.regionMatches(true, 0, HTTP, 0, HTTP.length());
    if (!isHttps && !(isHttp && targets.allowsHttp())) {
      return new Refused(faultOfScheme(text, targets.policy()));
    }
    String authority = authority(text, isHttps ? HTTPS.length() : HTTP.length());
    HttpUrl url = HttpUrl.parse(text);
    fault = faultOfAuthority(authority, url);
    if (fault != null || url == null) {
      return new Refused(fault == null ? Message.of("urlinvalid") : fault);
    }
    AllowedAddresses reach = targets.reach(isHttps, url.host());
    return reach.isEmpty() ? new Refused(Message.of("urlhttps")) : judgeHost(url, reach);
  }

  private static @Nullable Message faultOfText(String text) {
    if (text.length() > MAX_LENGTH) {
      return Message.of("urllong", MAX_LENGTH);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '\\') {
        return Message.of("urlascii");
      }
      if (c == '#') {
        return Message.of("urlfragment");
      }
    }
    return null;
  }

  /** Says how a URL begins; one that was written without a scheme is shown with it. */
  private static Message faultOfScheme(String text, TargetPolicy policy) {
    boolean isPublic = policy == TargetPolicy.PUBLIC;
    if (text.isEmpty() || text.contains("://") || text.length() > MAX_SHOWN) {
      return isPublic ? Message.of("urlhttps") : Message.of("urlhttpslocal");
    }
    boolean inside =
        text.startsWith("localhost") || text.startsWith("127.") || text.startsWith("[");
    return isPublic
        ? Message.of("urlhttps.near", HTTPS + text)
        : Message.of("urlhttpslocal.near", (inside ? HTTP : HTTPS) + text);
  }

  private static String authority(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
      end++;
    }
    return text.substring(start, end);
  }

  private static @Nullable Message faultOfAuthority(String authority, @Nullable HttpUrl url) {
    if (authority.isEmpty() || authority.startsWith(":")) {
      return Message.of("urlhost");
    }
    if (authority.indexOf('@') >= 0) {
      return Message.of("urluser");
    }
    if (authority.indexOf('%') >= 0) {
      return Message.of("urlpercent");
    }
    if (url == null || authority.endsWith(":")) {
      return Message.of("urlinvalid");
    }
    return isAsWritten(authority, url) ? null : Message.of("urlplain");
  }

  /**
   * Returns whether parsing kept the host. Parsing turns some spellings of a host into another, for
   * example an IPv4 address written as IPv6 into plain IPv4. IPv6 itself has many spellings, so
   * there only its kind must stay.
   */
  private static boolean isAsWritten(String authority, HttpUrl url) {
    if (authority.startsWith("[")) {
      return url.host().indexOf(':') >= 0;
    }
    int colon = authority.indexOf(':');
    String host = colon < 0 ? authority : authority.substring(0, colon);
    return host.toLowerCase(Locale.ROOT).equals(url.host());
  }

  private static Judgement judgeHost(HttpUrl url, AllowedAddresses reach) {
    String host = url.host();
    if (host.indexOf(':') < 0 && !HostName.endsInNumber(host)) {
      Message fault = HostName.fault(host, reach);
      return fault == null ? new Named(url, reach) : new Refused(fault);
    }
    if (host.indexOf(':') < 0 && !HostName.isDottedQuad(host)) {
      return new Refused(Message.of("urlipv4"));
    }
    try {
      AllowedAddresses.Fault fault =
          reach.fault(InetAddress.getByName(host)); // a literal: asks no server
      return fault == null ? new Literal(url, reach) : new Refused(fault.message());
    } catch (UnknownHostException e) {
      return new Refused(Message.of("urlinvalid"));
    }
  }
}
