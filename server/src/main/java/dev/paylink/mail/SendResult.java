package dev.paylink.mail;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of an attempt to send, and what follows from it. */
sealed interface SendResult {
  /** The waits before the second attempt and each further one; there is none after the last. */
  List<Duration> WAITS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(8));

  /** The server has accepted the letter. */
  record Sent() implements SendResult {}

  /** The server will never accept this letter, however often it is tried. */
  record Refused(Fault why) implements SendResult {}

  /** The letter was not accepted now. */
  record Failed(Fault why) implements SendResult {}

  /**
   * The reason.
   *
   * @param summary fit for a log: it names nobody
   * @param detail the server's response, which may well repeat the address
   */
  record Fault(String summary, String detail) {}

  /** Returns the fault, or null if there is none. */
  default @Nullable Fault fault() {
    return switch (this) {
      case Sent sent -> null;
      case Refused refused -> refused.why;
      case Failed failed -> failed.why;
    };
  }

  default LetterState stateAfter(int attempt) {
    return switch (this) {
      case Sent sent -> LetterState.sent;
      case Refused refused -> LetterState.failed;
      case Failed failed -> attempt <= WAITS.size() ? LetterState.pending : LetterState.failed;
    };
  }

  default Duration waitAfter(int attempt) {
    return stateAfter(attempt) == LetterState.pending ? WAITS.get(attempt - 1) : Duration.ZERO;
  }
}
