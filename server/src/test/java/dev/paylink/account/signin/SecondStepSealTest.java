package dev.paylink.account.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.RealmId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SecondStepSealTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final SecondStep CLAIM =
      new SecondStep.Password("ada@example.com", new Secret("a \"good\" one"));

  private final SecondStepSeal steps = new SecondStepSeal(vault("the-key-of-these-tests"), "tests");

  @Test
  void it_opens_until_its_time_is_over() {
    String sealed = steps.seal(CLAIM, NOW);
    assertThat(steps.open(sealed, NOW.plus(SecondStepSeal.LIFETIME))).isEqualTo(CLAIM);
    assertThat(steps.open(sealed, NOW.plus(SecondStepSeal.LIFETIME).plusMillis(1))).isNull();
  }

  @Test
  void it_shows_nothing_and_opens_for_nobody_else() {
    String sealed = steps.seal(CLAIM, NOW);
    assertThat(sealed).doesNotContain("example", "a \"good\" one").matches("[\\w-]+");
    assertThat(new SecondStepSeal(vault("another-key-of-tests"), "tests").open(sealed, NOW))
        .isNull();
    assertThat(new SecondStepSeal(vault("the-key-of-these-tests"), "others").open(sealed, NOW))
        .isNull();
    assertThat(steps.open(sealed.substring(1), NOW)).isNull();
    assertThat(steps.open("", NOW)).isNull();
  }

  @Test
  void a_vouched_person_is_never_taken_for_one_with_a_password() {
    SecondStep vouched = new SecondStep.Vouched(RealmId.INSTANCE, "ada@example.com");
    assertThat(steps.open(steps.seal(vouched, NOW), NOW)).isEqualTo(vouched);
  }

  private static Vault vault(String key) {
    return new Vault(List.of(new Secret(key)));
  }
}
