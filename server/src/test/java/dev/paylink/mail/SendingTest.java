package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.MailServer;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Letters on their way to a real SMTP server. */
final class SendingTest {
  private final Letterbox letters = new Letterbox();
  private final MailServer server = MailServer.started();

  @AfterEach
  void close() {
    letters.close();
    server.close();
  }

  @Test
  void letter_arrives_as_text_and_html_with_what_a_mailbox_needs_to_know()
      throws MessagingException, IOException {
    Mail node = letters.startNode(server.settings());
    letters.post(node, Letterbox.letter("ada@there.example", "Grüße, 您好"));
    Await.until("it is there", () -> server.received().size() == 1);
    MimeMessage message = server.received().getFirst();
    assertThat(message.getSubject()).isEqualTo("Grüße, 您好");
    InternetAddress from = (InternetAddress) message.getFrom()[0];
    assertThat(from.getPersonal()).isEqualTo("Jörgs Payments");
    assertThat(from.getAddress()).isEqualTo("no-reply@pay.example");
    assertThat(message.getReplyTo()[0]).hasToString("help@pay.example");
    assertThat(message.getAllRecipients()[0]).hasToString("ada@there.example");
    assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(message.getSentDate()).isNotNull();
    assertThat(message.getMessageID())
        .matches("<ltr_[0-9a-z]{26}@pay\\.example>")
        .isEqualTo(letters.stored().text("select message_id from mail"));
    MimeMultipart parts = (MimeMultipart) message.getContent();
    assertThat(parts.getContentType()).startsWith("multipart/alternative");
    assertThat(part(parts, 0, "text/plain; charset=UTF-8")).contains("Amount: €5.00");
    assertThat(part(parts, 1, "text/html; charset=UTF-8")).contains("<bdi>€5.00</bdi>");
    Await.until("it is recorded and counted", () -> letters.counted("sent") == 1);
    assertThat(letters.count(LetterState.sent)).isOne();
  }

  @Test
  void subject_cannot_add_a_header() throws MessagingException {
    Mail node = letters.startNode(server.settings());
    letters.post(
        node, Letterbox.letter("ada@there.example", "Hi\r\nBcc: eve@there.example\n\nBuy"));
    Await.until("it is there", () -> server.received().size() == 1);
    MimeMessage message = server.received().getFirst();
    assertThat(message.getSubject()).isEqualTo("Hi Bcc: eve@there.example Buy");
    assertThat(message.getHeader("Bcc")).isNull();
    assertThat(message.getAllRecipients()).hasSize(1);
  }

  @Test
  void address_that_is_more_than_one_is_given_up_and_stops_nobody_else() {
    Mail node = letters.startNode(server.settings());
    letters.post(
        node,
        Letterbox.letter("ada@there.example, eve@there.example", "a"),
        Letterbox.letter("ada@there.example\r\nRCPT TO:<eve@there.example>", "b"),
        Letterbox.letter("bob@there.example", "c"));
    Await.until("the good one is sent", () -> letters.count(LetterState.sent) == 1);
    Await.until("the others are given up", () -> letters.count(LetterState.failed) == 2);
    assertThat(server.received()).hasSize(1);
    assertThat(server.receivedBy("bob@there.example")).hasSize(1);
  }

  @Test
  void clean_run_sends_nothing_twice_and_two_nodes_share_it() {
    Mail first = letters.startNode(server.settings());
    Mail second = letters.startNode(server.settings());
    letters.postMany(first, 150);
    letters.postMany(second, 150);
    Await.until("all are recorded and counted", () -> letters.counted("sent") == 300);
    assertThat(letters.count(LetterState.sent)).isEqualTo(300);
    assertThat(server.messageIds()).hasSize(300).doesNotHaveDuplicates();
    assertThat(letters.counted("taken_over")).isZero();
    assertThat(letters.stored().text("select max(attempts) from mail")).isEqualTo("1");
  }

  @Test
  void letter_of_a_change_that_did_not_happen_is_not_sent() {
    Mail node = letters.startNode(server.settings());
    try (Handle handle = letters.database().jdbi().open()) {
      handle.begin();
      node.outbox().post(handle, Letterbox.letter("eve@there.example", "undone"));
      handle.rollback();
    }
    letters.post(node, Letterbox.letter("ada@there.example", "done"));
    Await.until("it is there", () -> server.received().size() == 1);
    assertThat(server.receivedBy("eve@there.example")).isEmpty();
    assertThat(letters.stored().rows("mail")).hasSize(1);
  }

  @Test
  void server_that_was_away_gets_the_letters_when_it_is_back() {
    try (MailServer late = MailServer.absent();
        LoggedBy log = new LoggedBy(SendRecorder.class)) {
      Mail node = letters.startNode(late.settings());
      letters.postMany(node, 30);
      Await.until(
          "all were tried",
          () -> letters.stored().texts("select 1 from mail where attempts = 1").size() == 30);
      assertThat(letters.count(LetterState.pending)).isEqualTo(30);
      assertThat(log.lines().getFirst())
          .matches(
              "WARNING attempt 1 to send ltr_[0-9a-z]{26} failed and will be retried:"
                  + " MailConnectException: Couldn't connect to host, port: .*");
      assertThat(waits()).allMatch(seconds -> seconds > 0 && seconds <= 60);
      late.start();
      letters.passTime();
      Await.until("all are recorded", () -> letters.count(LetterState.sent) == 30);
      assertThat(late.messageIds()).hasSize(30).doesNotHaveDuplicates();
    }
  }

  private List<Double> waits() {
    return letters
        .stored()
        .texts("select extract(epoch from due_at - now()) from mail where claim_id is null")
        .stream()
        .map(Double::valueOf)
        .toList();
  }

  private static String part(MimeMultipart parts, int index, String type)
      throws MessagingException, IOException {
    BodyPart part = parts.getBodyPart(index);
    assertThat(part.getContentType()).isEqualToIgnoringCase(type);
    return (String) part.getContent();
  }
}
