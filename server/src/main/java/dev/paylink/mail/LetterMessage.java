package dev.paylink.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.util.Date;

/**
 * A letter as it is transmitted: text and HTML, and the same Message-ID and date in every attempt,
 * so that a mailbox that gets it twice can recognise the duplicate.
 */
final class LetterMessage extends MimeMessage {
  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private final String messageId;

  LetterMessage(Session session, MailSettings settings, LetterClaim claim)
      throws MessagingException {
    super(session);
    FrozenLetter letter = claim.letter();
    this.messageId = letter.messageId();
    setFrom(settings.from().address());
    if (settings.replyTo() != null) {
      setReplyTo(new InternetAddress[] {settings.replyTo().address()});
    }
    setRecipient(Message.RecipientType.TO, Mailbox.bare(letter.to()).address());
    setSubject(letter.subject(), UTF_8);
    setSentDate(Date.from(claim.writtenAt()));
    setHeader("Auto-Submitted", "auto-generated"); // asks for no out-of-office replies (RFC 3834)
    setContent(
        new MimeMultipart(
            "alternative", part(letter.text(), "plain"), part(letter.html(), "html")));
    saveChanges();
  }

  /** Keeps the Message-ID. The library would make a new one whenever the message is saved. */
  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", messageId);
  }

  private static MimeBodyPart part(String text, String subtype) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, UTF_8, subtype);
    return part;
  }
}
