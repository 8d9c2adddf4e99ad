package dev.paylink.platform.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeccakTest {
  @ParameterizedTest
  @CsvSource({
    "'',    c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    "abc,   4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    "hello, 1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8",
    // The topic that every ERC-20 transfer on any chain carries.
    "'Transfer(address,address,uint256)', ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  })
  void known_messages_have_their_known_hash(String message, String hex) {
    assertThat(HexFormat.of().formatHex(Keccak.hash256(message.getBytes(UTF_8)))).isEqualTo(hex);
  }

  @Test
  void it_is_not_the_later_standard() throws Exception {
    byte[] sha3 = java.security.MessageDigest.getInstance("SHA3-256").digest(new byte[0]);
    assertThat(Keccak.hash256(new byte[0])).isNotEqualTo(sha3);
  }

  @Test
  void each_length_around_a_block_has_its_own_hash() {
    java.util.Set<String> hashes = new java.util.HashSet<>();
    for (int length = 0; length < 300; length++) {
      hashes.add(HexFormat.of().formatHex(Keccak.hash256(new byte[length])));
    }
    assertThat(hashes).hasSize(300);
  }
}
