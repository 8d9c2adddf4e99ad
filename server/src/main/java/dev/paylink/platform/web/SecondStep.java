package dev.paylink.platform.web;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries a user who has given the right password over to the page that asks for a code. The data
 * is encrypted, so that no page contains a password in clear text. It is valid for a few minutes,
 * on every node.
 */
public final class SecondStep {
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private static final int MAX_TEXT = 1000;

  private final Vault vault;
  private final String context;

  /**
   * Prepares the step of one kind of people.
   *
   * @param context whose step it is: one kind's claim is none of another's
   */
  public SecondStep(Vault vault, String context) {
    this.vault = vault;
    this.context = context;
  }

  /** The user: both values have been checked, and will be checked again. */
  public record Claim(String email, Secret password) {}

  public String seal(Claim claim, Instant now) {
    byte[] json =
        Json.object()
            .put("email", claim.email())
            .put("password", claim.password().reveal())
            .put("until", now.plus(LIFETIME))
            .bytes();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(vault.seal(json, context));
  }

  /** Decrypts a claim; returns null if it has expired or was not sealed by us. */
  public @Nullable Claim open(String sealed, Instant now) {
    Fields fields;
    try {
      byte[] json = vault.open(Base64.getUrlDecoder().decode(sealed), context);
      fields = Fields.parse(json, Set.of("email", "password", "until"));
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or altered
      return null;
    }
    String email = fields.text("email", MAX_TEXT);
    String password = fields.text("password", MAX_TEXT);
    Instant until = fields.time("until");
    return email == null || password == null || until == null || now.isAfter(until)
        ? null
        : new Claim(email, new Secret(password));
  }
}
