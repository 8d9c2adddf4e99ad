package dev.paylink.mail;

import dev.paylink.platform.crypto.Authorities;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Properties;

/**
 * One connection to the mail server, for one letter after the other. Every wait has a time limit.
 */
final class SmtpConnection implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SmtpConnection.class.getName());
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(20);

  /**
   * The longest attempt: connecting and a letter take eleven responses, each of which may take the
   * full timeout.
   */
  static final Duration MAX_SEND = Duration.ofMinutes(4);

  private final Transport transport;

  private SmtpConnection(Transport transport) {
    this.transport = transport;
  }

  /** Returns the library's configuration. Our own name is the domain of the sender. */
  static Session session(MailSettings settings) {
    SmtpServer server = settings.server();
    Properties properties = new Properties();
    properties.setProperty("mail.smtp.localhost", settings.from().domain());
    properties.setProperty("mail.smtp.connectiontimeout", millis(CONNECT_TIMEOUT));
    properties.setProperty("mail.smtp.timeout", millis(READ_TIMEOUT));
    properties.setProperty("mail.smtp.writetimeout", millis(WRITE_TIMEOUT));
    properties.setProperty("mail.smtp.auth", Boolean.toString(server.login() != null));
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    switch (server.security()) {
      case NONE -> properties.setProperty("mail.smtp.starttls.enable", "false");
      case STARTTLS -> {
        properties.setProperty("mail.smtp.starttls.enable", "true");
        properties.setProperty("mail.smtp.starttls.required", "true");
      }
      case TLS -> properties.setProperty("mail.smtp.ssl.enable", "true");
    }
    if (!settings.authorities().isEmpty()) {
      properties.put(
          "mail.smtp.ssl.socketFactory",
          Authorities.context(Authorities.only(settings.authorities())).getSocketFactory());
      // Otherwise the library tries the public authorities when these do not vouch.
      properties.setProperty("mail.smtp.socketFactory.fallback", "false");
    }
    return Session.getInstance(properties);
  }

  static SmtpConnection open(Session session, SmtpServer server) throws MessagingException {
    Transport transport = session.getTransport("smtp");
    SmtpServer.Login login = server.login();
    transport.connect(
        server.host(),
        server.port(),
        login == null ? null : login.user(),
        login == null ? null : login.password().reveal());
    return new SmtpConnection(transport);
  }

  boolean isOpen() {
    return transport.isConnected();
  }

  /** Sends a letter; returns when the server has accepted responsibility for it. */
  void send(LetterMessage message) throws MessagingException {
    transport.sendMessage(message, message.getAllRecipients());
  }

  @Override
  public void close() {
    try {
      transport.close();
    } catch (MessagingException e) {
      LOG.log(Level.DEBUG, "the mail server closed the connection first", e);
    }
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
