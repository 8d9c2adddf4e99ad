package dev.paylink.mail;

import dev.paylink.platform.crypto.Secret;
import org.jspecify.annotations.Nullable;

/** The mail server that accepts our letters, and how to connect to it. */
public record SmtpServer(String host, int port, Security security, @Nullable Login login) {

  /** The encryption of the connection. */
  public enum Security {
    /** Plain text, for a relay on this machine or in a trusted network. */
    NONE,
    /** Plain text until the server has agreed to TLS; no letter is sent before that. */
    STARTTLS,
    /** TLS from the first byte. */
    TLS
  }

  /** Our credentials for the server. */
  public record Login(String user, Secret password) {}
}
