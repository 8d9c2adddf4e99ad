package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.crypto.Authorities;
import dev.paylink.platform.http.TestKeys;
import dev.paylink.platform.language.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A live service reaches exactly what its operator opened, judged on the dialled address. */
final class OwnNetworkTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private static KeyStore ofShop;
  private static X509Certificate authority;

  @BeforeAll
  static void makeAuthority(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("keys.p12");
    TestKeys.add(file, "-alias", "ca", "-dname", "CN=Our own authority", "-ext", "bc:c");
    KeyStore both =
        TestKeys.add(
            file,
            "-alias",
            "shop",
            "-signer",
            "ca",
            "-dname",
            "CN=shop.lan",
            "-ext",
            "san=ip:127.0.0.1,dns:shop.lan");
    authority = (X509Certificate) both.getCertificate("ca");
    both.deleteEntry("ca");
    ofShop = both;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/8",
        "10.1.2.3",
        "172.16.0.0/12",
        "192.168.1.0/24",
        "127.0.0.1",
        "127.0.0.0/8",
        "100.64.0.0/10",
        "fd12:3456:789a::/48",
        "fd12:3456::/32",
        "::1",
        "203.0.113.0/24",
        "52.1.2.0/24",
        "shop",
        "Shop.LAN",
        "a.b-c.internal",
        "10.example.com",
      })
  void ranges_and_names_of_a_network_are_accepted(String entry) {
    OwnNetwork own = OwnNetwork.parse(List.of(entry), false, List.of());
    assertThat(own.ranges().size() + own.names().size()).isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0.0.0.0/0                   | as wide as 0.0.0.0/0; the widest is /8
          ::/0                        | as wide as ::/0; the widest is /32
          128.0.0.0/1                 | the widest is /8
          10.0.0.0/7                  | the widest is /8
          fd00::/8                    | the widest is /32
          fc00::/7                    | the widest is /32
          fd12::/31                   | the widest is /32
          0:0:0:0:0:0:0:0/0           | the widest is /32
          0.0.0.0/8                   | never lead to 0.0.0.0/8
          0.0.0.0                     | never lead to 0.0.0.0/8
          169.254.0.0/16              | never lead to 169.254.0.0/16
          169.254.169.254             | never lead to 169.254.0.0/16
          169.254.169.254/32          | never lead to 169.254.0.0/16
          169.0.0.0/8                 | never lead to 169.254.0.0/16
          169.252.0.0/14              | never lead to 169.254.0.0/16
          fe80::/64                   | never lead to fe80::/10
          fe80::a9fe:a9fe             | never lead to fe80::/10
          febf::/32                   | never lead to fe80::/10
          100.100.100.200             | never lead to 100.100.100.200/32
          168.63.129.16               | never lead to 168.63.129.16/32
          fd00:ec2::254               | never lead to fd00:ec2::/32
          fd00:ec2::/32               | never lead to fd00:ec2::/32
          fd20:ce::254                | never lead to fd20:ce::/32
          192.0.0.192                 | never lead to 192.0.0.0/24
          192.0.0.0/8                 | never lead to 192.0.0.0/24
          224.0.0.0/8                 | never lead to 224.0.0.0/4
          ff02::1                     | never lead to ff00::/8
          2002:a9fe:a9fe::/48         | never lead to 2002::/16
          64:ff9b::a9fe:a9fe          | never lead to 64:ff9b::/96
          64:ff9b::169.254.169.254    | never lead to 64:ff9b::/96
          64:ff9b:1::/48              | never lead to 64:ff9b:1::/48
          2001:0:a9fe:a9fe::/64       | never lead to 2001::/32
          ::/96                       | never lead to ::/128
          ::a9fe:a9fe                 | never lead to addresses that are not public
          4000::/32                   | never lead to addresses that are not public
          ::ffff:169.254.169.254      | four plain decimal numbers
          ::ffff:a9fe:a9fe            | four plain decimal numbers
          ::ffff:169.254.0.0/112      | four plain decimal numbers
          ::ffff:0:0/96               | four plain decimal numbers
          ::ffff:10.0.0.0/8           | four plain decimal numbers
          2852039166                  | four plain decimal numbers
          0xa9fea9fe                  | four plain decimal numbers
          0xa9.0xfe.0xa9.0xfe         | four plain decimal numbers
          0251.0376.0251.0376         | four plain decimal numbers
          169.254.43518               | four plain decimal numbers
          169.16689662                | four plain decimal numbers
          010.0.0.0/8                 | four plain decimal numbers
          10.0.0.0/08                 | four plain decimal numbers
          10.0.0.0/                   | four plain decimal numbers
          10.0.0.0/33                 | four plain decimal numbers
          fe80::1%eth0                | four plain decimal numbers
          http://shop.lan             | four plain decimal numbers
          shop.lan:8080               | four plain decimal numbers
          *                           | ranges such as 10.1.0.0/16 and host names
          *.lan                       | ranges such as 10.1.0.0/16 and host names
          shop..lan                   | ranges such as 10.1.0.0/16 and host names
          shop.lan.                   | ranges such as 10.1.0.0/16 and host names
          １６９.２５４.１６９.２５４ | ranges such as 10.1.0.0/16 and host names
          """)
  void everything_and_link_local_are_refused_in_any_spelling(String entry, String reason) {
    assertThatThrownBy(() -> OwnNetwork.parse(List.of("10.1.0.0/16", entry), true, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "https://10.1.2.3/hook, true",
    "https://10.2.0.0/hook, false", // the nearest neighbour
    "http://10.1.2.3:3000/, true",
    "http://10.0.255.255/, false",
    "http://8.8.8.8/, false",
    "https://8.8.8.8/, true",
    "https://127.0.0.1/, false",
    "http://127.0.0.1/, false",
    "https://169.254.169.254/, false",
    "http://169.254.169.254/, false",
    "https://100.100.100.199/, true",
    "https://100.100.100.200/, false", // inside an open range, and never dialled
    "https://[fd12:3456::1]/, true",
    "https://[fd12:3457::1]/, false",
    "https://[::ffff:10.1.2.3]/, false",
    "https://[64:ff9b::a01:203]/, false",
    "https://0xa.1.2.3/, false",
    "https://167838211/, false",
  })
  void an_address_in_a_listed_range_is_reached_and_its_neighbour_is_not(
      String url, boolean accepted) {
    OwnNetwork own =
        OwnNetwork.parse(
            List.of("10.1.0.0/16", "fd12:3456::/32", "100.64.0.0/10"), true, List.of());
    assertThat(refusal(own, Clients.KNOWS_NO_NAME, url) == null).as(url).isEqualTo(accepted);
    OwnNetwork secure = new OwnNetwork(own.ranges(), own.names(), false, List.of());
    assertThat(refusal(secure, Clients.KNOWS_NO_NAME, url) == null)
        .isEqualTo(accepted && url.startsWith("https"));
  }

  @ParameterizedTest
  @CsvSource({
    "shop.lan, 10.9.9.9, true",
    "SHOP.lan, 10.9.9.9, true",
    "shop.lan, 10.9.9.9 fd77::1, true",
    "shop.lan, 169.254.169.254, false",
    "shop.lan, 10.9.9.9 169.254.169.254, false",
    "shop.lan, fd00:ec2::254, false",
    "shop.lan, 127.0.0.1, false", // only a listed range opens this machine
    "shop.lan, 10.9.9.9 8.8.8.8, false",
    "other.lan, 10.9.9.9, false",
    "other.example.com, 10.9.9.9, false",
    "x.shop.lan, 10.9.9.9, false",
    "other.example.com, 8.8.8.8, true",
  })
  void a_listed_name_opens_private_addresses_for_itself_alone(
      String host, String addresses, boolean accepted) {
    OwnNetwork own = OwnNetwork.parse(List.of("shop.lan"), true, List.of());
    Resolver resolver = name -> Clients.addresses(addresses.split(" ", -1));
    boolean isPublic = addresses.equals("8.8.8.8");
    assertThat(refusal(own, resolver, "https://" + host + "/") == null).isEqualTo(accepted);
    assertThat(refusal(own, resolver, "http://" + host + "/") == null)
        .isEqualTo(accepted && !isPublic);
  }

  @Test
  void a_listed_name_that_turns_elsewhere_is_not_dialled() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Resolver rebinding =
        name -> Clients.addresses(asked.getAndIncrement() == 0 ? "10.9.9.9" : "127.0.0.1");
    OwnNetwork own = OwnNetwork.parse(List.of("shop.lan"), true, List.of());
    try (Receiver receiver = Receiver.saying(OK);
        WebhookClient client = live(own, rebinding)) {
      String url = "http://shop.lan:" + receiver.port() + "/";
      assertThat(client.refusal(url)).isNull();
      assertThat(Clients.post(client, url).error())
          .isEqualTo("refused: 127.0.0.1 is a loopback address");
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void a_name_that_is_not_listed_is_not_dialled_on_the_connection_of_a_listed_one()
      throws IOException {
    Resolver resolver = name -> Clients.addresses("127.0.0.1");
    try (Receiver receiver = Receiver.saying(OK);
        WebhookClient client =
            live(OwnNetwork.parse(List.of("127.0.0.1"), true, List.of()), resolver);
        WebhookClient other =
            live(OwnNetwork.parse(List.of("127.0.0.2", "shop.lan"), true, List.of()), resolver)) {
      String url = "http://shop.lan:" + receiver.port() + "/";
      assertThat(Clients.post(client, url).error()).isNull();
      assertThat(Clients.post(other, url).error())
          .isEqualTo("refused: 127.0.0.1 is a loopback address");
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void a_redirect_into_the_open_network_is_not_followed() throws IOException {
    try (Receiver inside = Receiver.saying(OK);
        Receiver redirecting =
            Receiver.saying(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:"
                    + inside.port()
                    + "/\r\nContent-Length: 0\r\n\r\n");
        WebhookClient client =
            live(OwnNetwork.parse(List.of("127.0.0.1"), true, List.of()), Resolver.SYSTEM)) {
      assertThat(Clients.post(client, redirecting.url()).error())
          .isEqualTo("answered 307; redirects are not followed");
      assertThat(inside.connections()).isZero();
    }
  }

  @Test
  void a_private_authority_vouches_for_open_addresses_and_http_stays_off() throws Exception {
    OwnNetwork own = OwnNetwork.parse(List.of("127.0.0.0/8"), false, List.of(authority));
    Resolver resolver = name -> Clients.addresses("127.0.0.1");
    try (Receiver receiver = tlsReceiver();
        WebhookClient client = live(own, resolver);
        WebhookClient without =
            live(OwnNetwork.parse(List.of("127.0.0.0/8"), false, List.of()), resolver)) {
      String at = ":" + receiver.port() + "/";
      assertThat(Clients.post(client, "https://127.0.0.1" + at).error()).isNull();
      assertThat(Clients.post(client, "https://shop.lan" + at).error()).isNull();
      assertThat(receiver.received()).hasSize(2);
      assertThat(Clients.post(client, "https://other.lan" + at).error())
          .isEqualTo("TLS: certificate is not for this host");
      assertThat(Clients.post(client, "http://shop.lan" + at).error())
          .isEqualTo("refused: the URL must start with https://");
      assertThat(Clients.post(without, "https://shop.lan" + at).error())
          .isEqualTo("TLS: certificate is not signed by a known authority");
      assertThat(receiver.received()).hasSize(2);
    }
  }

  @Test
  void a_private_authority_vouches_for_nobody_outside() throws Exception {
    Targets targets =
        new Targets(
            TargetPolicy.PUBLIC, OwnNetwork.parse(List.of("127.0.0.2"), false, List.of(authority)));
    AllowedAddresses reach = targets.reach(true, "shop.lan");
    assertThat(reach.isInside(InetAddress.getByName("127.0.0.2"))).isTrue();
    try (Receiver receiver = tlsReceiver();
        SSLSocket socket =
            (SSLSocket)
                Authorities.context(new InsideTrust(reach, List.of(authority)))
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), receiver.port())) {
      assertThatThrownBy(socket::startHandshake).hasMessageContaining("valid certification path");
    }
  }

  private static @Nullable String refusal(OwnNetwork own, Resolver resolver, String url) {
    try (WebhookClient client = live(own, resolver)) {
      Message refusal = client.refusal(url);
      return refusal == null ? null : refusal.english();
    }
  }

  private static WebhookClient live(OwnNetwork own, Resolver resolver) {
    return Clients.with(new Targets(TargetPolicy.PUBLIC, own), resolver, WebhookClient.BUDGET);
  }

  private static Receiver tlsReceiver() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(ofShop, TestKeys.password());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return new Receiver(
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
        (request, connection) -> Receiver.say(connection, OK));
  }
}
