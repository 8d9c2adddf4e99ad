package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RandomTokenTest {
  @Test
  void tokens_have_the_length_asked_for_and_need_no_escaping() {
    for (int length = 1; length < 60; length++) {
      assertThat(RandomToken.bytes(length)).hasSize(length);
      assertThat(RandomToken.base62(length)).matches("[0-9A-Za-z]{" + length + "}");
      assertThat(RandomToken.base64Url(length))
          .matches("[0-9A-Za-z_-]{" + Math.ceilDiv(length * 8, 6) + "}");
    }
  }

  @Test
  void no_two_are_the_same_and_each_character_occurs() {
    Set<String> tokens = new HashSet<>();
    Set<Integer> characters = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String token = RandomToken.base62(20);
      tokens.add(token);
      token.chars().forEach(characters::add);
    }
    assertThat(tokens).hasSize(10_000);
    assertThat(characters).hasSize(62);
  }
}
