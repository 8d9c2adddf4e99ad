package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The look of a merchant's pages: the paths of the style sheet with its colour and of its logo, how
 * payers reach it and where its privacy policy is; null for what it has not chosen.
 */
public record Look(
    @Nullable String stylesheet,
    @Nullable String logo,
    @Nullable String contact,
    @Nullable String privacyUrl) {
  /** The look of the service itself. */
  public static final Look PLAIN = new Look(null, null, null, null);

  /** Returns the look; a merchant that is not verified has none of its own. */
  public static Look of(
      MerchantId merchant,
      boolean plain,
      @Nullable String color,
      byte @Nullable [] logoHash,
      @Nullable String contact,
      @Nullable String privacyUrl) {
    return plain
        ? PLAIN
        : new Look(
            color == null ? null : "/brand/" + color.substring(1) + ".css",
            logoHash == null ? null : logo(merchant, logoHash),
            contact,
            privacyUrl);
  }

  /** Returns what a browser opens to reach the merchant; null if the merchant does not say. */
  public @Nullable String contactUrl() {
    return contact == null || isUrl(contact)
        ? contact
        : "mailto:" + URLEncoder.encode(contact, StandardCharsets.UTF_8).replace("%40", "@");
  }

  /** Returns the contact as payers read it: the address, or the host of the page. */
  public @Nullable String contactText() {
    return contact == null || !isUrl(contact) ? contact : URI.create(contact).getHost();
  }

  private static boolean isUrl(String contact) {
    return contact.startsWith("https:");
  }

  static String logo(MerchantId merchant, byte[] hash) {
    return "/logo/" + merchant + '/' + HexFormat.of().formatHex(hash) + ".png";
  }
}
