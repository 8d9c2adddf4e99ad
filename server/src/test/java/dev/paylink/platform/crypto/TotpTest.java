package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 6238 with the vectors of its appendix B, and what is around a step. */
final class TotpTest {
  private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
  private static final Instant NOW = Instant.ofEpochSecond(1_111_111_110); // a step begins

  @ParameterizedTest
  @CsvSource({
    "59, 94287082",
    "1111111109, 07081804",
    "1111111111, 14050471",
    "1234567890, 89005924",
    "2000000000, 69279037",
    "20000000000, 65353130"
  })
  void six_digits_are_the_last_of_the_eight_in_the_rfc(long second, String eightDigits) {
    assertThat(Totp.code(SECRET, second / 30)).isEqualTo(eightDigits.substring(2));
  }

  @Test
  void a_code_counts_one_step_early_and_one_step_late_and_no_further() {
    long step = NOW.getEpochSecond() / 30;
    String code = Totp.code(SECRET, step);
    assertThat(Totp.matchingStep(SECRET, code, NOW)).isEqualTo(step);
    assertThat(Totp.matchingStep(SECRET, code, NOW.minusSeconds(30))).isEqualTo(step);
    assertThat(Totp.matchingStep(SECRET, code, NOW.minusSeconds(31))).isEqualTo(Totp.NO_STEP);
    assertThat(Totp.matchingStep(SECRET, code, NOW.plusSeconds(59))).isEqualTo(step);
    assertThat(Totp.matchingStep(SECRET, code, NOW.plusSeconds(60))).isEqualTo(Totp.NO_STEP);
  }

  @ParameterizedTest
  @CsvSource({"''", "12345", "1234567", "abcdef"})
  void what_is_no_code_matches_no_step(String code) {
    assertThat(Totp.matchingStep(SECRET, code, NOW)).isEqualTo(Totp.NO_STEP);
  }
}
