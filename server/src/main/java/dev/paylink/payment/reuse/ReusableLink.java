package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;
import java.util.HexFormat;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.PropagateNull;
import org.jspecify.annotations.Nullable;

/**
 * A reusable link.
 *
 * @param uses the number of its payments that are open or paid
 * @param picture null if it has none
 * @param archivedAt null if it is in the list of links
 */
public record ReusableLink(
    MerchantId merchantId,
    LinkId id,
    String slug,
    @Nested LinkSettings settings,
    boolean active,
    long uses,
    Instant createdAt,
    @Nested("picture_") @Nullable DeskFormat picture,
    @Nullable Instant archivedAt) {

  /** A stored picture: the SHA-256 that names it, and its size in pixels. */
  public record DeskFormat(@PropagateNull byte[] hash, int width, int height) {}

  /** Returns whether it takes payments, as far as it alone decides. */
  public LinkState state(Instant now) {
    Long most = settings.maxUses();
    Instant end = settings.endsAt();
    if (archivedAt != null) {
      return LinkState.archived;
    }
    if (!active) {
      return LinkState.off;
    }
    if (most != null && uses >= most) {
      return LinkState.used_up;
    }
    return end != null && !now.isBefore(end) ? LinkState.ended : LinkState.open;
  }

  /** Returns the path of its page. */
  public String path() {
    return "/l/" + slug;
  }

  /** Returns the path of its picture; null if it has none. */
  public @Nullable String picturePath() {
    return picture == null ? null : path() + '/' + pictureName() + ".jpg";
  }

  @Nullable String pictureName() {
    return picture == null ? null : HexFormat.of().formatHex(picture.hash);
  }

  /** Returns what the audit log says of it. */
  String summary() {
    return id + " /l/" + slug + (active ? "" : ", off") + ": " + settings.summary();
  }
}
