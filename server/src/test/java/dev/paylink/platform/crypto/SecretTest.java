package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretTest {
  private static final String VALUE = "hunter2-hunter2";
  private static final Secret SECRET = new Secret(VALUE);

  private record Holder(String name, Secret secret) {}

  @Test
  void it_never_prints_however_it_is_held() {
    for (Object holder :
        List.of(
            SECRET,
            new Holder("x", SECRET),
            List.of(SECRET),
            Map.of("k", SECRET),
            Optional.of(SECRET),
            "%s".formatted(SECRET),
            "" + SECRET)) {
      assertThat(holder.toString()).contains("***").doesNotContain("hunter");
    }
  }

  @Test
  void its_hash_code_and_length_say_nothing() {
    assertThat(SECRET).hasSameHashCodeAs(new Secret("another"));
    assertThat(SECRET).hasToString(new Secret("").toString());
  }

  @Test
  void it_matches_its_own_value() {
    assertThat(SECRET.matches(VALUE)).isTrue();
    assertThat(SECRET.reveal()).isEqualTo(VALUE);
    assertThat(SECRET).isEqualTo(new Secret(VALUE));
    assertThat(new Secret("ü€😀").matches("ü€😀")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2-hunter",
        "hunter2-hunter2 ",
        "Hunter2-hunter2",
        "hunter2-hunter3",
        "***"
      })
  void it_matches_nothing_else(String candidate) {
    assertThat(SECRET.matches(candidate)).isFalse();
    assertThat(SECRET).isNotEqualTo(new Secret(candidate));
    assertThat(SECRET).isNotEqualTo(candidate);
  }
}
