package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SecondStepTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final SecondStep.Claim CLAIM =
      new SecondStep.Claim("ada@example.com", new Secret("a \"good\" one"));

  private final SecondStep steps = new SecondStep(vault("the-key-of-these-tests"), "tests");

  @Test
  void it_opens_until_its_time_is_over() {
    String sealed = steps.seal(CLAIM, NOW);
    assertThat(steps.open(sealed, NOW.plus(SecondStep.LIFETIME))).isEqualTo(CLAIM);
    assertThat(steps.open(sealed, NOW.plus(SecondStep.LIFETIME).plusMillis(1))).isNull();
  }

  @Test
  void it_shows_nothing_and_opens_for_nobody_else() {
    String sealed = steps.seal(CLAIM, NOW);
    assertThat(sealed).doesNotContain("ada", "good").matches("[\\w-]+");
    assertThat(new SecondStep(vault("another-key-of-tests"), "tests").open(sealed, NOW)).isNull();
    assertThat(new SecondStep(vault("the-key-of-these-tests"), "others").open(sealed, NOW))
        .isNull();
    assertThat(steps.open(sealed.substring(1), NOW)).isNull();
    assertThat(steps.open("", NOW)).isNull();
  }

  private static Vault vault(String key) {
    return new Vault(List.of(new Secret(key)));
  }
}
