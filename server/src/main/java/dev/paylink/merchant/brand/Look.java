package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The look of a merchant's pages: the paths of the style sheet with its colour and of its logo,
 * null for what it has not chosen.
 */
public record Look(@Nullable String stylesheet, @Nullable String logo) {
  /** The look of the service itself. */
  public static final Look PLAIN = new Look(null, null);

  /** Returns the look; a merchant that is not verified has none of its own. */
  public static Look of(
      MerchantId merchant, boolean plain, @Nullable String color, byte @Nullable [] logoHash) {
    return plain
        ? PLAIN
        : new Look(
            color == null ? null : "/brand/" + color.substring(1) + ".css",
            logoHash == null ? null : logo(merchant, logoHash));
  }

  static String logo(MerchantId merchant, byte[] hash) {
    return "/logo/" + merchant + '/' + HexFormat.of().formatHex(hash) + ".png";
  }
}
