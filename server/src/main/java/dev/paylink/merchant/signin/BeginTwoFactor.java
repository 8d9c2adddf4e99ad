package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jdbi.v3.core.Jdbi;

/**
 * Hands a user the secret for an authenticator. Nothing asks for its codes until one of them has
 * confirmed it; beginning again replaces it.
 */
public final class BeginTwoFactor {
  private final Jdbi jdbi;
  private final SecondFactorStore store;
  private final String issuer;

  public BeginTwoFactor(Jdbi jdbi, SecondFactorStore store, BaseUrl baseUrl) {
    this.jdbi = jdbi;
    this.store = store;
    this.issuer = baseUrl.host();
  }

  /** The secret in base32, and the same as an address that apps read from a QR code. */
  public record Begun(Secret secret, Secret otpauthUrl) {}

  /** 409 when a second factor is on already. */
  public Begun handle(SignedIn signedIn) {
    byte[] secret = RandomToken.bytes(Totp.SECRET_BYTES);
    boolean begun =
        jdbi.withHandle(
            handle -> store.begin(handle, SecondFactorStore.Owner.of(signedIn), secret));
    if (!begun) {
      throw new Refused(
          Problem.conflict("TWO_FACTOR_ON", "A second factor is on; switch it off first"));
    }
    String text = Base32.encode(secret);
    return new Begun(new Secret(text), new Secret(url(signedIn.email(), text)));
  }

  private String url(String email, String secret) {
    return "otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d"
        .formatted(
            escaped(issuer),
            escaped(email),
            secret,
            escaped(issuer),
            Totp.DIGITS,
            Totp.STEP_SECONDS);
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
