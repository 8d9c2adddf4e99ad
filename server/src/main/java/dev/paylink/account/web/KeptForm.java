package dev.paylink.account.web;

import dev.paylink.ids.SessionId;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Request;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a posted form in the page that asks for a proof, so that the answer can go on with it. The
 * form is encrypted, because it may hold a password, and it opens only in the same session, for the
 * same address, within a few minutes.
 */
final class KeptForm {
  /** The hidden field that holds it. */
  static final String FIELD = "kept";

  static final Duration LIFETIME = Duration.ofMinutes(10);

  private final Vault vault;

  KeptForm(Vault vault) {
    this.vault = vault;
  }

  String seal(Request request, SessionId session, Instant now) {
    byte[] body = request.body();
    byte[] dated =
        ByteBuffer.allocate(Long.BYTES + body.length)
            .putLong(now.plus(LIFETIME).toEpochMilli())
            .put(body)
            .array();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(vault.seal(dated, context(request, session)));
  }

  /**
   * Returns the body of the form; null if it has expired or was not kept for this session and
   * address.
   */
  byte @Nullable [] open(String sealed, Request request, SessionId session, Instant now) {
    byte[] dated;
    try {
      dated = vault.open(Base64.getUrlDecoder().decode(sealed), context(request, session));
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or not ours
      return null;
    }
    return now.toEpochMilli() > ByteBuffer.wrap(dated).getLong()
        ? null
        : Arrays.copyOfRange(dated, Long.BYTES, dated.length);
  }

  private static String context(Request request, SessionId session) {
    return "form of " + session + " for " + request.target();
  }
}
