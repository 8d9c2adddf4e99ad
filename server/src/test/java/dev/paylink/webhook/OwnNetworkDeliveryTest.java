package dev.paylink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.paylink.platform.http.TestKeys;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.webhook.endpoint.OwnNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live service and a shop in one network, with a certificate of the house. */
final class OwnNetworkDeliveryTest {
  private static final String WEBHOOK = "/merchant/webhooks/invoice_settlement";

  @Test
  void a_live_service_delivers_to_a_shop_in_its_own_network_and_to_none_beside(@TempDir Path folder)
      throws Exception {
    KeyStore keys =
        TestKeys.add(folder.resolve("shop.p12"), "-dname", "CN=shop", "-ext", "san=ip:127.0.0.1");
    X509Certificate authority = (X509Certificate) keys.getCertificate(keys.aliases().nextElement());
    AtomicReference<String> received = new AtomicReference<>("");
    HttpsServer shop = shop(keys, received);
    OwnNetwork own = OwnNetwork.parse(List.of("127.0.0.1"), false, List.of(authority));
    try (TestService service = TestService.builder().live().ownNetwork(own).start()) {
      Browser owner =
          service.verified("ada@example.com", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359");
      String at = ":" + shop.getAddress().getPort() + "/hook";
      owner.put(WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1" + at + "\"}").expect(200);
      Reply sent = owner.post(WEBHOOK + "/test").expect(200);
      assertThat(sent.text("error")).isEmpty();
      assertThat(sent.text("status")).isEqualTo("204");
      assertThat(received.get()).contains("webhook.test").contains("\"testMode\":false");
      for (String refused : List.of("https://127.0.0.2", "http://127.0.0.1", "https://10.0.0.1")) {
        owner
            .put(WEBHOOK, "{\"webhookUrl\":\"" + refused + at + "\"}")
            .expectProblem(400, "WEBHOOK_URL_REFUSED");
      }
    } finally {
      shop.stop(0);
    }
  }

  private static HttpsServer shop(KeyStore keys, AtomicReference<String> received)
      throws Exception {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, TestKeys.password());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    HttpsServer shop =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.setHttpsConfigurator(new HttpsConfigurator(context));
    shop.createContext(
        "/hook",
        exchange -> {
          received.set(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    shop.start();
    return shop;
  }
}
