package dev.paylink.account.signin;

import dev.paylink.ids.RealmId;
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
 * Carries somebody who has taken the first step of a sign-in over to the page that asks for the
 * second factor. The data is encrypted, so that no page contains a password in clear text. It is
 * valid for a few minutes, on every node.
 */
public final class SecondStepSeal {
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private static final int MAX_TEXT = 1000;

  private final Vault vault;
  private final String context;

  /**
   * Prepares the step of one kind of people.
   *
   * @param context whose step it is: one kind's is none of another's
   */
  public SecondStepSeal(Vault vault, String context) {
    this.vault = vault;
    this.context = context;
  }

  public String seal(SecondStep step, Instant now) {
    Json json = Json.object().put("email", step.email()).put("until", now.plus(LIFETIME));
    switch (step) {
      case SecondStep.Password password -> json.put("password", password.password().reveal());
      case SecondStep.Vouched vouched -> json.put("realm", vouched.realm().toString());
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(vault.seal(json.bytes(), context));
  }

  /** Decrypts a step; returns null if it has expired or was not sealed by us. */
  public @Nullable SecondStep open(String sealed, Instant now) {
    Fields fields;
    try {
      byte[] json = vault.open(Base64.getUrlDecoder().decode(sealed), context);
      fields = Fields.parse(json, Set.of("email", "password", "realm", "until"));
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or altered
      return null;
    }
    String email = fields.text("email", MAX_TEXT);
    Instant until = fields.time("until");
    if (email == null || until == null || now.isAfter(until)) {
      return null;
    }
    String password = fields.text("password", MAX_TEXT);
    String realmText = fields.text("realm", MAX_TEXT);
    RealmId realm = realmText == null ? null : RealmId.parse(realmText);
    if (password != null) {
      return new SecondStep.Password(email, new Secret(password));
    }
    return realm == null ? null : new SecondStep.Vouched(realm, email);
  }
}
