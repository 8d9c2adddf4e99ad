package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import java.time.Instant;

/** A link that can be used again. {@code uses} is the number of payments that it has made. */
public record ReusableLink(
    MerchantId merchantId,
    LinkId id,
    String slug,
    LinkSettings settings,
    boolean active,
    long uses,
    Instant createdAt) {

  /** Returns whether it takes payments, as far as it alone decides. */
  public LinkState state(Instant now) {
    Long most = settings.maxUses();
    Instant end = settings.endsAt();
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

  /** Returns what the audit log says of it. */
  String summary() {
    return id + " /l/" + slug + (active ? "" : ", off") + ": " + settings.summary();
  }
}
