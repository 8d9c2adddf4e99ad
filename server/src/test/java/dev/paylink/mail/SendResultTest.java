package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SendResultTest {
  private static final SendResult.Fault FAULT = new SendResult.Fault("SMTP 450", "450 later");

  @ParameterizedTest
  @CsvSource({
    "1, pending, PT1M",
    "2, pending, PT5M",
    "3, pending, PT30M",
    "4, pending, PT2H",
    "5, pending, PT8H",
    "6, failed, PT0S"
  })
  void letter_that_is_not_taken_waits_longer_each_time_and_the_sixth_attempt_is_the_last(
      int attempt, LetterState state, Duration wait) {
    SendResult failed = new SendResult.Failed(FAULT);
    assertThat(failed.stateAfter(attempt)).isEqualTo(state);
    assertThat(failed.waitAfter(attempt)).isEqualTo(wait);
    assertThat(failed.fault()).isEqualTo(FAULT);
  }

  @Test
  void letter_that_is_refused_ends_at_once() {
    SendResult refused = new SendResult.Refused(FAULT);
    assertThat(refused.stateAfter(1)).isEqualTo(LetterState.failed);
    assertThat(refused.waitAfter(1)).isZero();
    assertThat(refused.fault()).isEqualTo(FAULT);
  }

  @Test
  void letter_that_is_taken_ends_without_a_fault() {
    SendResult sent = new SendResult.Sent();
    assertThat(sent.stateAfter(6)).isEqualTo(LetterState.sent);
    assertThat(sent.waitAfter(6)).isZero();
    assertThat(sent.fault()).isNull();
  }
}
