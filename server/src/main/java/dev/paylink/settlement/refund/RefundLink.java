package dev.paylink.settlement.refund;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RefundId;
import dev.paylink.payment.LinkToken;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a customer names the address of a refund. Anyone with its link can propose an
 * address and nothing else: the merchant confirms it.
 *
 * @param token the unguessable part of the link
 * @param named the address that was named last, with its checksum; null if none
 */
public record RefundLink(LinkToken token, @Nullable String named, @Nullable Instant namedAt) {
  /** How long the customer has. The amount is taken for so long. */
  public static final Duration TIME_TO_NAME = Duration.ofDays(30);

  private static final int ID_BYTES = 16;
  private static final int BYTES = 3 * ID_BYTES;

  /** What a link says: whose refund it is, which one, and what proves that one has the link. */
  record Presented(MerchantId merchant, RefundId id, String token) {}

  static RefundLink random() {
    return new RefundLink(LinkToken.random(), null, null);
  }

  /** Returns the path of the page. It names the merchant, so that one server has to be asked. */
  static String path(Refund refund, RefundLink link) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    put(bytes, refund.merchantId().value());
    put(bytes, refund.id().value());
    bytes.put(link.token.bytes());
    return "/refund/" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /** Reads the last part of a link; returns null if it is none. */
  static @Nullable Presented parse(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.length != BYTES) {
      return null;
    }
    ByteBuffer parts = ByteBuffer.wrap(bytes);
    MerchantId merchant = new MerchantId(new UUID(parts.getLong(), parts.getLong()));
    RefundId id = new RefundId(new UUID(parts.getLong(), parts.getLong()));
    byte[] token = new byte[ID_BYTES];
    parts.get(token);
    return new Presented(merchant, id, new LinkToken(token).text());
  }

  private static void put(ByteBuffer bytes, UUID id) {
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }
}
