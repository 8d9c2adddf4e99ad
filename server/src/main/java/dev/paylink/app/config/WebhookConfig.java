package dev.paylink.app.config;

import dev.paylink.webhook.endpoint.OwnNetwork;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads where webhooks may go besides public addresses, and which name server to ask. */
final class WebhookConfig {
  private static final Pattern DNS_SERVER =
      Pattern.compile(
          "(\\[[0-9a-fA-F:.]{2,45}]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})(:[1-9][0-9]{0,4})?");

  private WebhookConfig() {}

  static boolean inside(Settings settings, boolean sandbox) {
    boolean inside = settings.isOn("webhook.private", false);
    if (inside && !sandbox) {
      throw new ConfigError(
          "webhook.private is for a sandbox; a live service sends webhooks to public addresses only");
    }
    return inside;
  }

  static OwnNetwork ownNetwork(Settings settings) {
    List<String> entries = settings.list("webhook.allow");
    boolean http = settings.isOn("webhook.http", false);
    List<X509Certificate> authorities = settings.certificates("webhook.ca");
    if (entries.isEmpty() && (http || !authorities.isEmpty())) {
      throw new ConfigError(
          "webhook.http and webhook.ca are for what webhook.allow lists, and it lists nothing");
    }
    try {
      return OwnNetwork.parse(entries, http, authorities);
    } catch (IllegalArgumentException e) {
      throw new ConfigError("webhook.allow " + e.getMessage());
    }
  }

  static @Nullable String dnsServer(Settings settings) {
    String text = settings.text("dns.server");
    if (text != null && !DNS_SERVER.matcher(text).matches()) {
      throw new ConfigError(
          "dns.server must be an address or a name, perhaps with a port, such as 192.0.2.53 or"
              + " [2001:db8::53]:5353, not \"%s\"".formatted(text));
    }
    return text;
  }
}
