package dev.paylink.credential;

import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A key that is about to be stored. Only here is its secret known. */
public record NewApiKey(
    String apiKey, Secret secretKey, @Nullable String label, int limit, boolean active) {
  private static final int MAX_LABEL = 100;
  private static final int KEY_CHARACTERS = 24;
  private static final int SECRET_CHARACTERS = 40; // 238 bits: a fast hash of it is safe to keep

  /** Returns the label, the only field allowed, or null if it is missing. */
  public static @Nullable String label(Fields fields) {
    fields.only(Set.of("label"));
    String label = fields.text("label", MAX_LABEL);
    if (!fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return label;
  }

  /** Generates a new pair, which is inactive until somebody activates it. */
  public static NewApiKey random(@Nullable String label, int limit) {
    return new NewApiKey(
        "pk_" + RandomToken.base62(KEY_CHARACTERS),
        new Secret("sk_" + RandomToken.base62(SECRET_CHARACTERS)),
        label,
        limit,
        false);
  }
}
