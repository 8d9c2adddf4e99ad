package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordHashTest {
  private static final String PASSWORD = "correct horse battery";
  private static final String HASH = PasswordHash.of(PASSWORD);

  /** In a JVM as users start it: the tests' own spares itself the cost. */
  @Test
  void a_hash_is_in_the_phc_form_with_the_parameters_of_today() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PrintedHash.class.getName())
            .start();
    String hash = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(hash)
        .matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
    assertThat(PasswordHash.matches(PASSWORD, hash)).isTrue();
  }

  static final class PrintedHash {
    private PrintedHash() {}

    public static void main(String[] args) {
      System.out.print(PasswordHash.of(PASSWORD));
    }
  }

  @Test
  void the_same_password_never_has_the_same_hash() {
    assertThat(PasswordHash.of(PASSWORD)).isNotEqualTo(HASH);
  }

  @Test
  void the_password_matches() {
    assertThat(PasswordHash.matches(PASSWORD, HASH)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "correct horse batter",
        "correct horse battery ",
        "Correct horse battery",
        "correct horse battery\0",
        "cörrect horse battery",
      })
  void the_nearest_others_do_not(String other) {
    assertThat(PasswordHash.matches(other, HASH)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "パスワード😀", "\0"})
  void any_text_is_a_password(String password) {
    String hash = PasswordHash.of(password);
    assertThat(PasswordHash.matches(password, hash)).isTrue();
    assertThat(PasswordHash.matches(password + "x", hash)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Of the reference implementation's own tests: other memory, passes and lanes than ours.
        "password | $argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "password | $argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "password | $argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      })
  void hashes_made_with_other_parameters_still_verify(String password, String phc) {
    assertThat(PasswordHash.matches(password, phc)).isTrue();
    assertThat(PasswordHash.matches(password + "x", phc)).isFalse();
  }

  @Test
  void a_generated_password_matches_its_quick_hash_alone() {
    String hash = PasswordHash.ofGenerated(PASSWORD);
    assertThat(hash).contains("$m=8,t=1,p=1$");
    assertThat(PasswordHash.matches(PASSWORD, hash)).isTrue();
    assertThat(PasswordHash.matches(PASSWORD + "x", hash)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0", PASSWORD})
  void nobody_has_no_password(String password) {
    assertThat(PasswordHash.matchesNobody(password)).isFalse();
  }
}
