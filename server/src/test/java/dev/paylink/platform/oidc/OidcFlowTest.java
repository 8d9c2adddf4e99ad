package dev.paylink.platform.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.SettableInstant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only time, or a second answer of the provider, can make wrong about a sign-in. */
final class OidcFlowTest {
  private final LyingProvider provider = new LyingProvider();
  private final DirectHttp http = new DirectHttp();
  private final SettableInstant clock = new SettableInstant(Instant.now());
  private final OidcFlow flow =
      new OidcFlow(
          http,
          new Providers(http, clock),
          new Vault(List.of(new Secret("the-encryption-key"))),
          "test",
          clock);
  private final OidcClient client =
      new OidcClient(
          provider.issuer(),
          LyingProvider.CLIENT,
          new Secret(LyingProvider.SECRET),
          "http://127.0.0.1/back");

  @AfterEach
  void close() {
    http.close();
    provider.close();
  }

  @Test
  void a_sign_in_that_took_too_long_is_refused() {
    OidcFlow.Begun begun = begin();
    String kept = begun.kept().reveal();
    clock.forward(OidcFlow.LIFETIME.minusSeconds(1));
    assertThat(flow.match(kept, returned(begun, "x")).whose()).isEqualTo("whose");
    clock.forward(Duration.ofSeconds(2));
    assertThatThrownBy(() -> flow.match(kept, returned(begun, "x")))
        .isInstanceOf(ProviderFailure.class)
        .hasMessageContaining("it took too long");
  }

  @Test
  void what_the_provider_tells_besides_is_about_the_person_of_the_token_or_refused() {
    provider.saying("userinfo_endpoint", provider.issuer() + "/userinfo");
    provider.tellingOfPeople(
        "{\"sub\":\"ada\",\"email\":\"ada@there.example\",\"email_verified\":true}");
    assertThat(finish("ada").email(Set.of("there.example"))).isEqualTo("ada@there.example");
    assertThatThrownBy(() -> finish("eve"))
        .isInstanceOf(ProviderFailure.class)
        .hasMessageContaining("tells nothing about the person");
  }

  private OidcFlow.Begun begin() {
    return flow.begin(client, "whose", "/next", null, false);
  }

  /** Signs in with a token that has no e-mail address. */
  private Identity finish(String subject) {
    OidcFlow.Begun begun = begin();
    JWTClaimsSet claims =
        provider
            .claims(asked(begun, "nonce"), "x@there.example")
            .subject(subject)
            .claim("email", null)
            .claim("email_verified", null)
            .build();
    OidcFlow.Returned returned = returned(begun, provider.code(provider.signed(claims)));
    return flow.finish(
        client,
        flow.match(begun.kept().reveal(), returned),
        returned,
        Set.of("email", "email_verified"));
  }

  private static OidcFlow.Returned returned(OidcFlow.Begun begun, String code) {
    return new OidcFlow.Returned("/back", asked(begun, "state"), code, null, null);
  }

  private static String asked(OidcFlow.Begun begun, String name) {
    HttpUrl url = Objects.requireNonNull(HttpUrl.parse(begun.url()));
    return Objects.requireNonNull(url.queryParameter(name));
  }
}
