package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.testing.Await;
import dev.paylink.testing.LoggedBy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows when the mail server says no, breaks off, or is slow. */
final class UnkindServerTest {
  private final Letterbox letters = new Letterbox();
  private final ScriptedServer server = new ScriptedServer();

  @AfterEach
  void close() {
    server.close();
    letters.close();
  }

  @ParameterizedTest
  @CsvSource({
    "RCPT, 550 no such user, failed",
    "RCPT, 450 greylisted, pending",
    "DATA, 554 no, failed",
    "., 552 too large, failed",
    "., 451 later, pending",
    "MAIL, 550 not you, pending",
    "MAIL, 530 sign in first, pending",
  })
  void answer_of_5xx_about_the_letter_ends_it_and_any_other_delays_it(
      String command, String answer, LetterState state) {
    server.answering(line -> line.startsWith(command) ? answer : ScriptedServer.KIND.apply(line));
    letters.post(
        letters.startNode(server.settings()), Letterbox.letter("ada@there.example", "Hello"));
    String result = state == LetterState.failed ? "failed" : "delayed";
    Await.until("it was tried", () -> letters.counted(result) == 1);
    assertThat(letters.count(state)).isOne();
    assertThat(letters.stored().text("select error from mail")).contains(answer);
  }

  @Test
  void waits_grow_and_come_to_an_end() {
    server.answering(
        line -> line.startsWith("RCPT") ? "450 not now" : ScriptedServer.KIND.apply(line));
    letters.post(
        letters.startNode(server.settings()), Letterbox.letter("ada@there.example", "Hello"));
    double before = 0;
    for (int attempt = 1; attempt <= SendResult.WAITS.size(); attempt++) {
      awaitAttempts(attempt);
      double seconds =
          Double.parseDouble(
              letters.stored().text("select extract(epoch from due_at - now()) from mail"));
      assertThat(seconds).isGreaterThan(before);
      before = seconds;
      letters.passTime();
    }
    awaitAttempts(SendResult.WAITS.size() + 1);
    assertThat(letters.count(LetterState.failed)).isOne();
    assertThat(Duration.ofSeconds((long) before)).isGreaterThan(Duration.ofHours(7));
  }

  @Test
  void log_names_the_letter_and_not_its_reader() {
    server.answering(
        line ->
            line.startsWith("RCPT")
                ? "550 <ada@there.example> is not here"
                : ScriptedServer.KIND.apply(line));
    try (LoggedBy log = new LoggedBy(SendRecorder.class)) {
      letters.post(
          letters.startNode(server.settings()), Letterbox.letter("ada@there.example", "Hello"));
      Await.until("it is given up", () -> letters.counted("failed") == 1);
      Await.until("it is logged", () -> log.lines().size() == 1);
      assertThat(log.lines().getFirst())
          .matches("WARNING gave up on ltr_[0-9a-z]{26} after attempt 1: SMTP 550");
    }
  }

  @Test
  void letters_of_a_batch_share_a_connection() {
    Mail node = letters.startNode(server.settings());
    letters.postMany(node, Sender.MAX_PER_CLAIM);
    Await.until("all are sent", () -> letters.count(LetterState.sent) == Sender.MAX_PER_CLAIM);
    assertThat(server.count("EHLO")).isOne();
    assertThat(server.count("MAIL")).isEqualTo(Sender.MAX_PER_CLAIM);
  }

  @Test
  void server_that_breaks_off_gets_the_same_message_id_again() {
    UnaryOperator<String> breaking =
        line -> line.equals(".") ? "421 closing" : ScriptedServer.KIND.apply(line);
    server.answering(breaking);
    letters.post(
        letters.startNode(server.settings()), Letterbox.letter("ada@there.example", "Hello"));
    awaitAttempts(1);
    server.answering(ScriptedServer.KIND);
    letters.passTime();
    Await.until("it is sent", () -> letters.count(LetterState.sent) == 1);
    String stored = "Message-ID: " + letters.stored().text("select message_id from mail");
    assertThat(server.headers("Message-ID:")).containsExactly(stored, stored);
  }

  @Test
  void closing_finishes_the_letter_under_way_and_gives_the_others_back() throws Exception {
    server.hold();
    Mail node = letters.startNode(server.settings());
    letters.postMany(node, Sender.MAX_PER_CLAIM);
    Await.until("the first is under way", () -> server.count(".") == 1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(node::close);
    Await.until("the others are given back", () -> due() == Sender.MAX_PER_CLAIM - 1);
    server.goOn();
    closing.get();
    assertThat(letters.count(LetterState.sent)).isOne();
    assertThat(server.count("MAIL")).isOne();
    assertThat(due()).isEqualTo(Sender.MAX_PER_CLAIM - 1);
  }

  @Test
  void closing_does_not_wait_for_a_server_that_hangs() {
    server.hold();
    Mail node = letters.startNode(server.settings());
    letters.post(node, Letterbox.letter("ada@there.example", "Hello"));
    Await.until("it is under way", () -> server.count(".") == 1);
    node.close();
    assertThat(letters.count(LetterState.pending)).isOne();
    assertThat(due()).as("its lease holds").isZero();
  }

  @Test
  void no_password_and_no_letter_goes_to_a_server_without_the_tls_that_is_required() {
    SmtpServer.Login login = new SmtpServer.Login("user", new Secret("hunter2"));
    MailSettings settings = server.settings(SmtpServer.Security.STARTTLS, login);
    letters.post(letters.startNode(settings), Letterbox.letter("ada@there.example", "Hello"));
    awaitAttempts(1);
    assertThat(letters.count(LetterState.pending)).isOne();
    assertThat(server.count("EHLO")).isPositive();
    assertThat(server.lines())
        .noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
  }

  private int due() {
    return letters
        .stored()
        .texts(
            "select 1 from mail where state = 'pending' and claim_id is null and due_at <= now()")
        .size();
  }

  private void awaitAttempts(int count) {
    Await.until(
        count + " attempts are over",
        () -> letters.stored().text("select attempts from mail").equals(Integer.toString(count)));
  }
}
