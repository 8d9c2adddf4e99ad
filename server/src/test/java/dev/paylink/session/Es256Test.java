package dev.paylink.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import java.security.Provider;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both providers accept and refuse the same signatures. */
final class Es256Test {
  private static final byte[] MESSAGE = "a proof".getBytes(UTF_8);
  private static final TestKey KEY = TestKey.es256();

  static List<Named<Provider>> providers() {
    return List.of(
        Named.of("AWS-LC", AmazonCorrettoCryptoProvider.INSTANCE),
        Named.of("Bouncy Castle", new Es256.BouncyCastleEs256()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_native_library_loads_here() {
    assertThat(Es256.PROVIDER).isSameAs(AmazonCorrettoCryptoProvider.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void only_the_signature_of_the_key_over_the_message_is_accepted(Provider provider)
      throws Exception {
    byte[] signature = KEY.sign(MESSAGE);
    assertThat(verifies(provider, KEY, MESSAGE, signature)).isTrue();
    assertThat(verifies(provider, KEY, "another".getBytes(UTF_8), signature)).isFalse();
    assertThat(verifies(provider, TestKey.es256(), MESSAGE, signature)).isFalse();
    for (int i = 0; i < signature.length; i++) {
      byte[] changed = signature.clone();
      changed[i] ^= 1;
      assertThat(verifies(provider, KEY, MESSAGE, changed)).as("byte " + i).isFalse();
    }
    assertThat(verifies(provider, KEY, MESSAGE, new byte[64])).isFalse();
    assertThat(verifies(provider, KEY, MESSAGE, new byte[0])).isFalse();
  }

  private static boolean verifies(Provider provider, TestKey key, byte[] message, byte[] signature)
      throws Exception {
    ECKey jwk = ECKey.parse(key.jwk());
    try {
      return Es256.verifier(jwk, provider)
          .verify(new JWSHeader(JWSAlgorithm.ES256), message, Base64URL.encode(signature));
    } catch (JOSEException e) { // not a signature at all
      return false;
    }
  }
}
