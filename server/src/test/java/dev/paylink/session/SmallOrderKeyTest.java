package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.error.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a key of small order one signature fits every message, so it proves nothing. */
final class SmallOrderKeyTest {
  private static final String URI = "https://pay.example/sdk/session";
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  /** R is the neutral point and S is zero. */
  private static final byte[] FITS_EVERY_MESSAGE = new byte[64];

  static {
    FITS_EVERY_MESSAGE[0] = 1;
  }

  private final ProofVerifier verifier = new ProofVerifier(() -> NOW);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000", // order 1
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // order 2
        "0000000000000000000000000000000000000000000000000000000000000000", // order 4
        "0000000000000000000000000000000000000000000000000000000000000080", // order 4
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", // order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", // order 8
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // order 1, written
        // otherwise
      })
  void a_key_of_small_order_is_refused(String point) {
    // Whether the signature fits depends on the message: the neutral point fits all, others some.
    for (int i = 0; i < 32; i++) {
      String proof = proof(TestKey.base64(HexFormat.of().parseHex(point)), "proof-" + i);
      assertThatThrownBy(() -> verifier.verify(proof, "POST", URI, null))
          .isInstanceOf(Rejection.class);
    }
  }

  @Test
  void an_ordinary_key_is_taken() {
    TestKey key = TestKey.ed25519();
    String input = input(String.valueOf(key.jwk().get("x")), "proof-1");
    String proof =
        input + "." + TestKey.base64(key.sign(input.getBytes(StandardCharsets.US_ASCII)));
    assertThat(verifier.verify(proof, "POST", URI, null).jti()).isEqualTo("proof-1");
  }

  private static String proof(String point, String jti) {
    return input(point, jti) + "." + TestKey.base64(FITS_EVERY_MESSAGE);
  }

  private static String input(String point, String jti) {
    String header =
        """
        {"typ":"dpop+jwt","alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"%s"}}\
        """
            .formatted(point);
    String claims =
        """
        {"jti":"%s","htm":"POST","htu":"%s","iat":%d}\
        """
            .formatted(jti, URI, NOW.getEpochSecond());
    return base64(header) + "." + base64(claims);
  }

  private static String base64(String text) {
    return TestKey.base64(text.getBytes(StandardCharsets.UTF_8));
  }
}
