package dev.paylink.mail;

import jakarta.activation.DataHandler;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * A letter as it is transmitted: text and HTML, and the same Message-ID and date in every attempt,
 * so that a mailbox that gets it twice can recognise the duplicate.
 */
final class LetterMessage extends MimeMessage {
  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private static final String LOGO = "logo@letter";

  /** An empty row, in which nothing that somebody wrote can be: that is escaped. */
  private static final String PLACE = "<tr class=\"logo\"></tr>";

  private static final String ROW =
      "<tr><td class=\"logo\" align=\"center\" style=\"background:#ffffff; padding:20px 24px;\">"
          + "<img src=\"cid:%s\" alt=\"\" style=\"max-width:240px; max-height:48px;\"></td></tr>"
              .formatted(LOGO);

  private final String messageId;

  /**
   * @param logo a PNG for the place that the letter has for it; null for none
   */
  LetterMessage(Session session, MailSettings settings, LetterClaim claim, byte @Nullable [] logo)
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
        new MimeMultipart("alternative", part(letter.text(), "plain"), html(letter.html(), logo)));
    saveChanges();
  }

  /** Keeps the Message-ID. The library would make a new one whenever the message is saved. */
  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", messageId);
  }

  static boolean hasPlaceForLogo(FrozenLetter letter) {
    return letter.html().contains(PLACE);
  }

  /** The picture comes with the letter: one that is loaded would tell when it is read. */
  private static MimeBodyPart html(String html, byte @Nullable [] logo) throws MessagingException {
    if (logo == null) {
      return part(html, "html");
    }
    MimeBodyPart picture = new MimeBodyPart();
    picture.setDataHandler(new DataHandler(new ByteArrayDataSource(logo, "image/png")));
    picture.setContentID('<' + LOGO + '>');
    picture.setDisposition(INLINE);
    MimeBodyPart both = new MimeBodyPart();
    both.setContent(new MimeMultipart("related", part(html.replace(PLACE, ROW), "html"), picture));
    return both;
  }

  private static MimeBodyPart part(String text, String subtype) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, UTF_8, subtype);
    return part;
  }
}
