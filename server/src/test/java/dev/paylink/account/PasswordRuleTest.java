package dev.paylink.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.RandomToken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new password is long enough and not among the first that somebody tries. */
final class PasswordRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "correct horse battery",
        "Tr7-quartz.lagoon+82",
        "a better one yet",
        "4@8({[<69!",
        "zwölf Boxkämpfer jagen"
      })
  void what_is_hard_to_guess_is_accepted(String password) {
    assertThat(PasswordRule.fault(password, List.of())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password123",
        "1234567890",
        "qwertyuiop",
        "aaaaaaaaaaaaaaaaaaaa",
        "P@ssw0rd!!",
        "Summer2026!",
        "iloveyou12"
      })
  void what_everybody_tries_first_is_refused_with_a_hint(String password) {
    assertThat(PasswordRule.fault(password, List.of()))
        .asString()
        .startsWith("is too easy to guess")
        .contains("Add another word or two");
  }

  @Test
  void length_is_told_first() {
    assertThat(PasswordRule.fault("q8#Zr!0xW", List.of()))
        .asString()
        .isEqualTo("has fewer than 10 characters");
    assertThat(PasswordRule.fault("q8#Zr!0xWv", List.of())).isNull();
    assertThat(PasswordRule.fault("q8#Zr!0xWv".repeat(20), List.of())).isNull();
    assertThat(PasswordRule.fault("q8#Zr!0xWv".repeat(20) + "x", List.of()))
        .asString()
        .isEqualTo("has more than 200 characters");
  }

  @Test
  void a_name_of_ones_own_counts_for_little() {
    String password = "borogove12";
    assertThat(PasswordRule.fault(password, List.of())).isNull();
    assertThat(PasswordRule.fault(password, List.of("ada@example.com", "Borogove Ltd")))
        .asString()
        .startsWith("is too easy to guess");
  }

  @Test
  void a_sandboxes_own_password_is_accepted() {
    for (int i = 0; i < 20; i++) {
      assertThat(PasswordRule.fault(RandomToken.base62(20), List.of())).isNull();
    }
  }

  @Test
  void symbols_that_look_like_letters_do_not_take_for_ever() {
    String symbols = "4@({[<6913!1i|7 0$5+%2".repeat(9);
    // Without the bound this takes seconds for 32 characters and does not end for 198.
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(10), () -> assertThat(PasswordRule.fault(symbols, List.of())).isNull());
  }
}
