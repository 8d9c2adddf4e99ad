package dev.paylink.checkout;

import dev.paylink.payment.Payment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The link back to the shop: the shop's own URL, unchanged except that {@code paymentId} and {@code
 * status} are added to its query.
 */
final class BackLink {
  private BackLink() {}

  static @Nullable String of(@Nullable String url, Payment payment) {
    if (url == null) {
      return null;
    }
    int hash = url.indexOf('#');
    String target = hash < 0 ? url : url.substring(0, hash);
    String fragment = hash < 0 ? "" : url.substring(hash);
    return target
        + separator(target)
        + parameter("paymentId", payment.id().toString())
        + '&'
        + parameter("status", payment.status().name())
        + fragment;
  }

  private static String separator(String target) {
    if (target.indexOf('?') < 0) {
      return "?";
    }
    return target.endsWith("?") || target.endsWith("&") ? "" : "&";
  }

  private static String parameter(String name, String value) {
    return name + '=' + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
