package dev.paylink.mail;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of an attempt to send, and what follows from it. */
sealed interface SendResult {
  /** Before the second attempt and each further one; there is none after the last. */
  List<Duration> WAITS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(8));

  /** The server has taken it. */
  record Sent() implements SendResult {}

  /** This letter will not be taken, however often it is tried. */
  record Refused(Fault why) implements SendResult {}

  /** It was not taken now. */
  record Failed(Fault why) implements SendResult {}

  /**
   * Why.
   *
   * @param summary fit for a log: it names nobody
   * @param detail what the server said, which may well repeat the address
   */
  record Fault(String summary, String detail) {}

  /** Null when there is none. */
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
