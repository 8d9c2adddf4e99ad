package dev.paylink.app.config;

import dev.paylink.platform.trace.TraceOptions;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads where traces go, which are off until a collector is configured. */
final class TraceConfig {
  private static final String DEFAULT_PATH = "/v1/traces";
  private static final Pattern SHARE = Pattern.compile("0|1|[01]?[.][0-9]{1,9}");

  private TraceConfig() {}

  /** Returns the settings, or null if traces are off. */
  static @Nullable TraceOptions read(Settings settings) {
    double sample = settings.part(() -> share(settings.text("traces.sample", "0.01")), 0.0);
    String url = settings.text("traces.url");
    return url == null ? null : new TraceOptions(collector(url), sample);
  }

  private static double share(String text) {
    double share = SHARE.matcher(text).matches() ? Double.parseDouble(text) : -1;
    if (share < 0 || share > 1) {
      throw new ConfigError(
          "traces.sample must be a share from 0 to 1, such as 0.05, not \"" + text + "\"");
    }
    return share;
  }

  /** Returns the address with the usual path if it has none; the log never shows what is in it. */
  private static URI collector(String text) {
    try {
      URI url = URI.create(text);
      String scheme = String.valueOf(url.getScheme());
      String path = url.getRawPath();
      if ((scheme.equals("http") || scheme.equals("https"))
          && url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawQuery() == null
          && url.getRawFragment() == null) {
        return path == null || path.isEmpty() || path.equals("/") ? url.resolve(DEFAULT_PATH) : url;
      }
    } catch (IllegalArgumentException e) {
      // the same answer as for any other that is not an address
    }
    throw new ConfigError(
        "traces.url must be the address of an OpenTelemetry collector that takes OTLP over HTTP, such"
            + " as http://127.0.0.1:4318, without user, query or fragment");
  }
}
