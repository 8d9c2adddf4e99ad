package dev.paylink.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.crypto.Secret;
import java.util.Base64;
import org.junit.jupiter.api.Test;

final class SigningSecretTest {
  @Test
  void is_a_prefix_and_the_base64_of_32_random_bytes() {
    SigningSecret secret = SigningSecret.random();
    assertThat(secret.reveal()).matches("whsec_[A-Za-z0-9+/]{43}=");
    assertThat(secret.keyBytes())
        .hasSize(32)
        .isEqualTo(Base64.getDecoder().decode(secret.reveal().substring("whsec_".length())));
    assertThat(SigningSecret.random()).isNotEqualTo(secret);
  }

  @Test
  void is_never_printed() {
    SigningSecret secret = SigningSecret.random();
    assertThat(new SigningSecrets(secret, secret).toString())
        .doesNotContain(secret.reveal())
        .doesNotContain("whsec_");
  }

  @Test
  void another_text_is_none() {
    assertThatThrownBy(() -> new SigningSecret(new Secret("hunter2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
  }
}
