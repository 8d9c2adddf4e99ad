package dev.paylink.checkout;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A merchant's own site, on an origin of its own: one page that follows a payment by our module.
 */
final class MerchantSite implements AutoCloseable {
  private static final String PAGE =
      """
      <!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
      <p id="status">?</p><p id="error"></p><p id="window"></p><button id="pay">Pay</button>
      <script type="module">
        import { session, openCheckout } from '%s/assets/paylink.js';
        const show = (id, text) => { document.getElementById(id).textContent = text; };
        document.getElementById('pay').onclick = async () => {
          show('window', 'open');
          await openCheckout('%s');
          show('window', 'closed');
        };
        try {
          const following = await session('%s');
          following.onStatus((payment) => show('status', payment.status), (e) => show('error', e.code));
        } catch (e) {
          show('error', e.code ?? String(e));
        }
      </script>
      """;

  private final HttpServer server;

  /** {@code code} is what the merchant's backend was given for the payment. */
  MerchantSite(URI service, Link link, String code) {
    byte[] page = PAGE.formatted(service, link.url(), code).getBytes(StandardCharsets.UTF_8);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, page.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(page);
          }
        });
    server.start();
  }

  /** Another host name than the service's, and another port: another origin twice over. */
  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
