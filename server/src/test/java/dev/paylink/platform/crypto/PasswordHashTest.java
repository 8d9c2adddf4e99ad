package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordHashTest {
  private static final String PASSWORD = "correct horse battery";
  private static final String HASH = PasswordHash.of(PASSWORD);

  /** In a JVM as the launcher starts it: the tests' own spares itself the cost. */
  @Test
  void a_hash_costs_what_it_should_and_is_made_on_a_thread_that_payments_come_before()
      throws IOException {
    ProcessBuilder launcher =
        new ProcessBuilder(
            "sh",
            "-c",
            ". ../deploy/start.sh; java_options; exec \"$JAVA_HOME/bin/java\" $options -cp \"$@\"",
            "sh",
            System.getProperty("java.class.path"),
            PrintedHash.class.getName());
    launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
    launcher.environment().put("java_major", "" + Runtime.version().feature());
    Process process = launcher.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
    assertThat(PasswordHash.matches(PASSWORD, lines.getFirst())).isTrue();
    assertThat(costOf(lines.get(1))).isEqualTo(costOf(lines.getFirst()));
    assertThat(lines.getLast()).isEqualTo("[10]");
  }

  @Test
  void nobody_takes_as_long_as_anybody() {
    assertThat(costOf(PasswordHash.DECOY)).isEqualTo(costOf(HASH));
  }

  /** All that the time of a verification depends on: parameters, lengths of salt and hash. */
  private static List<Object> costOf(String phc) {
    String[] parts = phc.split("\\$", -1);
    return List.of(parts[3], parts[4].length(), parts[5].length());
  }

  /** Prints a hash, the one of nobody, and how nice the threads are that make them. */
  static final class PrintedHash {
    private static final int NICE = 16;

    private PrintedHash() {}

    public static void main(String[] args) throws IOException {
      System.out.println(PasswordHash.of(PASSWORD));
      System.out.println(PasswordHash.DECOY);
      try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
        System.out.println(
            threads
                .map(PrintedHash::stat)
                .filter(stat -> stat.contains("(password-hash-"))
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[NICE])
                .distinct()
                .toList());
      }
    }

    private static String stat(Path thread) {
      try {
        return Files.readString(thread.resolve("stat"));
      } catch (IOException e) {
        return ""; // it has ended
      }
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
