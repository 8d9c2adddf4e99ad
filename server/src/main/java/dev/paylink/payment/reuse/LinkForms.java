package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Vault;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Gives each form of a reusable link an id that only our page can have given it: sealed for that
 * link, for a day. Showing a form stores nothing, and every node knows it. Using a link up takes
 * one opened page for each payment.
 */
final class LinkForms {
  static final Duration LIFETIME = Duration.ofDays(1);

  private static final int ID_BYTES = 16;
  private static final int MAX_TEXT = 200;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final Vault vault;
  private final InstantSource clock;

  LinkForms(Vault vault, InstantSource clock) {
    this.vault = vault;
    this.clock = clock;
  }

  /** Returns what a new form of this link sends. */
  String next(LinkId link) {
    byte[] plain =
        ByteBuffer.allocate(ID_BYTES + Long.BYTES)
            .put(RandomToken.bytes(ID_BYTES))
            .putLong(clock.instant().plus(LIFETIME).toEpochMilli())
            .array();
    return TEXT.encodeToString(vault.seal(plain, context(link)));
  }

  /** Returns the id of a form that we gave out for this link within a day, otherwise null. */
  @Nullable String id(LinkId link, String sent) {
    if (sent.length() > MAX_TEXT) {
      return null;
    }
    ByteBuffer plain;
    try {
      plain = ByteBuffer.wrap(vault.open(Base64.getUrlDecoder().decode(sent), context(link)));
    } catch (IllegalArgumentException | IllegalStateException e) { // not base64, or not ours
      return null;
    }
    byte[] id = new byte[ID_BYTES];
    plain.get(id);
    return clock.instant().toEpochMilli() > plain.getLong() ? null : TEXT.encodeToString(id);
  }

  private static String context(LinkId link) {
    return "form of the link " + link;
  }
}
