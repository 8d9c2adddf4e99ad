package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address that is dialled is the address that was judged. */
final class DialGuardTest {
  /** A busy machine spoils one of them, a proxy all. */
  private static final int TRIES = 10;

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  @AutoClose private Receiver receiver;

  @BeforeEach
  void open() throws IOException {
    receiver = Receiver.saying(OK);
  }

  @Test
  void a_name_that_turns_to_loopback_after_it_was_saved_is_not_dialled() {
    AtomicInteger asked = new AtomicInteger();
    Resolver rebinding =
        name -> Clients.addresses(asked.getAndIncrement() == 0 ? "8.8.8.8" : "127.0.0.1");
    String url = "https://rebind.example.com:" + receiver.port() + "/";
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC, rebinding)) {
      assertThat(client.refusal(url)).isNull();
      assertThat(Clients.post(client, url).error())
          .isEqualTo("refused: 127.0.0.1 is a loopback address");
      assertThat(asked).hasValue(2);
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void a_name_is_asked_once_for_one_dial() {
    AtomicInteger asked = new AtomicInteger();
    Resolver rebinding =
        name -> Clients.addresses(asked.getAndIncrement() == 0 ? "127.0.0.1" : "10.0.0.1");
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, rebinding)) {
      String url = "http://rebind.example.com:" + receiver.port() + "/";
      assertThat(Clients.post(client, url).error()).isNull();
      assertThat(asked).hasValue(1);
      assertThat(receiver.received().getFirst().head())
          .contains("Host: rebind.example.com:" + receiver.port());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1 10.0.0.1, refused: 10.0.0.1 is a private address; ",
    "10.0.0.1 127.0.0.1, refused: 10.0.0.1 is a private address; ",
    "127.0.0.1 8.8.8.8, refused: 8.8.8.8 is not a loopback address and needs https",
    "169.254.169.254, refused: 169.254.169.254 is a link-local address",
  })
  void one_bad_address_spoils_the_whole_answer(String addresses, String error) {
    Resolver mixed = name -> Clients.addresses(addresses.split(" ", -1));
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, mixed)) {
      String url = "http://mixed.example.com:" + receiver.port() + "/";
      assertThat(Clients.post(client, url).error()).startsWith(error);
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void loopback_beside_public_is_refused_over_https_too() {
    Resolver mixed = name -> Clients.addresses("127.0.0.1", "8.8.8.8");
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, mixed)) {
      String url = "https://mixed.example.com:" + receiver.port() + "/";
      assertThat(Clients.post(client, url).error())
          .isEqualTo("refused: 127.0.0.1 is a loopback address");
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void the_next_address_of_a_name_is_tried_when_nobody_listens_on_the_first() {
    Resolver two = name -> Clients.addresses("127.0.0.2", "127.0.0.1");
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, two)) {
      String url = "http://two.example.com:" + receiver.port() + "/";
      assertThat(Clients.post(client, url).error()).isNull();
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void a_name_that_does_not_resolve_is_told() {
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC, Clients.KNOWS_NO_NAME)) {
      assertThat(Clients.post(client, "https://hooks.example.com/").error())
          .isEqualTo("the name does not resolve");
    }
  }

  @Test
  void a_socket_checks_the_address_it_connects_to() throws IOException {
    InetSocketAddress local =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), receiver.port());
    try (Socket guarded = new GuardedSockets(AllowedAddresses.PUBLIC).createSocket()) {
      assertThatThrownBy(() -> guarded.connect(local)).isInstanceOf(NotDialled.class);
      assertThatThrownBy(() -> guarded.connect(local, 100)).isInstanceOf(NotDialled.class);
    }
    assertThat(receiver.connections()).isZero();
    try (Socket guarded = new GuardedSockets(AllowedAddresses.PUBLIC_OR_LOOPBACK).createSocket()) {
      guarded.connect(local, 1000);
      assertThat(guarded.isConnected()).isTrue();
    }
  }

  @Test
  void a_socket_connects_to_no_name_and_the_factory_makes_no_connected_ones() throws IOException {
    GuardedSockets sockets = new GuardedSockets(AllowedAddresses.PUBLIC_OR_LOOPBACK);
    InetAddress local = InetAddress.getLoopbackAddress();
    try (Socket guarded = sockets.createSocket()) {
      InetSocketAddress name = InetSocketAddress.createUnresolved("localhost", receiver.port());
      assertThatThrownBy(() -> guarded.connect(name)).isInstanceOf(NotDialled.class);
    }
    assertThatThrownBy(() -> sockets.createSocket("127.0.0.1", receiver.port()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> sockets.createSocket(local, receiver.port()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void proxies_of_the_system_properties_are_ignored() throws IOException {
    try (Receiver proxy = Receiver.saying(OK);
        Receiver socks = Receiver.saying(OK); // speaks no SOCKS: who is sent there gets nowhere
        WebhookClient client = Clients.forLoopback();
        WebhookClient hurried = Clients.inAHurry()) { // https finds no TLS there and times out
      Map<String, Receiver> kinds =
          Map.of("http.proxy", proxy, "https.proxy", proxy, "socksProxy", socks);
      try {
        System.setProperty("http.nonProxyHosts", "");
        System.setProperty("socksNonProxyHosts", ""); // otherwise loopback is never proxied
        System.setProperty("java.net.useSystemProxies", "true");
        kinds.forEach(
            (kind, it) -> {
              System.setProperty(kind + "Host", "127.0.0.1");
              System.setProperty(kind + "Port", Integer.toString(it.port()));
            });
        assertThat(Clients.post(client, receiver.url()).error()).isNull();
        for (int i = 0; i < TRIES && receiver.connections() < 2; i++) { // or its time was up before
          Clients.post(hurried, "https://127.0.0.1:" + receiver.port() + "/");
        }
      } finally {
        System.clearProperty("http.nonProxyHosts");
        System.clearProperty("socksNonProxyHosts");
        System.clearProperty("java.net.useSystemProxies");
        for (String kind : kinds.keySet()) {
          System.clearProperty(kind + "Host");
          System.clearProperty(kind + "Port");
        }
      }
      Await.until("both have come", () -> receiver.connections() >= 2);
      assertThat(proxy.connections()).isZero(); // a pool of this JVM may have tried the other
    }
  }
}
