package dev.paylink.desk;

import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import java.util.Locale;

/**
 * Prevents pages of other sites from changing anything in the operator's name. The internal
 * listener has no configured address, so the origin of a form, as the browser reports it, must
 * equal the host that the request names.
 */
final class OwnHost {
  private OwnHost() {}

  /** Refuses with 403 a request that comes from another site. */
  static void require(Request request) {
    String site = request.header(Headers.SEC_FETCH_SITE);
    boolean otherSite = site != null && !site.equals("same-origin") && !site.equals("none");
    String origin = request.header(Headers.ORIGIN);
    String host = request.header(Headers.HOST);
    if (otherSite || (origin != null && (host == null || !isOf(host, origin)))) {
      throw new Refused(
          Problem.forbidden("CROSS_ORIGIN", "The desk accepts forms from its own pages only"));
    }
  }

  /**
   * Compares an origin with a host. The scheme may differ, because a proxy may have terminated TLS.
   */
  static boolean isOf(String host, String origin) {
    String sender = origin.toLowerCase(Locale.ROOT);
    String own = host.toLowerCase(Locale.ROOT);
    return sender.equals("https://" + own) || sender.equals("http://" + own);
  }
}
