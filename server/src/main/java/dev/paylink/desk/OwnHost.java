package dev.paylink.desk;

import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import java.util.Locale;

/**
 * Lets no other site's page change anything in the operator's name. The internal listener is told
 * no address of its own, so what a browser says of a form's origin must be the host that it asks.
 */
final class OwnHost {
  private OwnHost() {}

  /** 403 when the request says that it comes from another site. */
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

  /** The scheme may differ: a proxy may have ended the TLS. */
  private static boolean isOf(String host, String origin) {
    String sender = origin.toLowerCase(Locale.ROOT);
    String own = host.toLowerCase(Locale.ROOT);
    return sender.equals("https://" + own) || sender.equals("http://" + own);
  }
}
