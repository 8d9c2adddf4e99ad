package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylink.dashboard.Guest;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.Reply;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A browser that has begun a sign-in at a provider, which says what the test wants. */
public record SsoVisit(
    LyingProvider provider, Guest guest, String page, Map<String, String> asked) {
  /** Begins at the page with this form. */
  public static SsoVisit begin(LyingProvider provider, Guest guest, String page, String... form) {
    String refresh = guest.post(page, form).expect(200).header("Refresh");
    assertThat(refresh).startsWith("0; url=" + provider.issuer() + "/authorize?tenant=1&");
    Map<String, String> asked = LyingProvider.parameters(refresh);
    assertThat(asked)
        .containsEntry("response_type", "code")
        .containsEntry("code_challenge_method", "S256");
    return new SsoVisit(provider, guest, page, asked);
  }

  public String nonce() {
    return Objects.requireNonNull(asked.get("nonce"));
  }

  /** What the provider says of this person. */
  public JWTClaimsSet.Builder claims(String email) {
    return provider.claims(nonce(), email);
  }

  public JWTClaimsSet.Builder grouped(String email, String... groups) {
    return claims(email).claim("groups", List.of(groups));
  }

  /** The address to which the provider sends the browser back with a code for that token. */
  public String path(String token) {
    return callback() + "?state=" + asked.get("state") + "&code=" + provider.code(token);
  }

  /** Where the provider was asked to send the browser back to. */
  public String callback() {
    return URI.create(Objects.requireNonNull(asked.get("redirect_uri"))).getPath();
  }

  public String path(JWTClaimsSet.Builder claims) {
    return path(provider.signed(claims.build()));
  }

  public Reply comeBack(JWTClaimsSet.Builder claims) {
    return guest.get(path(claims));
  }
}
