package dev.paylink.mail;

import dev.paylink.platform.crypto.Secret;
import org.jspecify.annotations.Nullable;

/** The mail server that takes our letters, and how it is spoken to. */
public record SmtpServer(String host, int port, Security security, @Nullable Login login) {

  /** Whether others on the way can read along. */
  public enum Security {
    /** Plain text, for a relay on this machine or in a trusted network. */
    NONE,
    /** Plain text until the server has agreed to TLS, and not a letter before. */
    STARTTLS,
    /** TLS from the first byte. */
    TLS
  }

  /** What we present to it. */
  public record Login(String user, Secret password) {}
}
