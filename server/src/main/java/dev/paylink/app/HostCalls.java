package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.IpAddress;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets the internal listener answer to its own host names only. A page whose name was pointed at
 * our address after it was loaded (DNS rebinding) still sends its own name. Nobody can point an IP
 * address elsewhere, so all IP addresses are allowed.
 */
final class HostCalls {
  private final Set<String> names;

  HostCalls(Config.Listeners listeners) {
    this.names = new HashSet<>(listeners.internalHosts());
    names.add("localhost");
    names.add(listeners.internal().host().toLowerCase(Locale.ROOT));
  }

  List<Route> only(List<Route> routes) {
    return routes.stream().map(route -> route.behind(this::guard)).toList();
  }

  private Handler guard(Handler handler) {
    return request -> {
      require(request);
      return handler.handle(request);
    };
  }

  private void require(Request request) {
    String sent = request.header(Headers.HOST);
    String host = sent == null ? "" : sent.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    String bare = host.startsWith("[") ? host.replaceAll("^\\[|]$", "") : host;
    boolean address = IpAddress.canonical(bare) != null;
    if (!address && !names.contains(host)) {
      throw new Refused(Problem.misdirected("UNKNOWN_HOST", Message.of("http.host")));
    }
  }
}
