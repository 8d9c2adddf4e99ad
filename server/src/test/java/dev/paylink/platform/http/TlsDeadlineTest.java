package dev.paylink.platform.http;

import static dev.paylink.platform.http.TestListener.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The deadlines under TLS: the handshake has one too, and no lock of TLS keeps one from working.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
final class TlsDeadlineTest {
  /** Enough for a handshake on a busy machine. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final String CLIENT_HELLO = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000";

  private static SSLContext client;
  @AutoClose private static TestListener listener;

  @BeforeAll
  static void listen(@TempDir Path folder) throws Exception {
    KeyStore keys =
        TestKeys.add(folder.resolve("keys.p12"), "-alias", "listener", "-dname", "CN=localhost");
    Path certificate = folder.resolve("certificate.pem");
    Path key = folder.resolve("key.pem");
    TestKeys.write(keys, "listener", certificate, key);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("listener", keys.getCertificate("listener"));
    trust.init(trusted);
    client = SSLContext.getInstance("TLS");
    client.init(null, trust.getTrustManagers(), null);
    listener =
        new TestListener(
            new EdgeLimits(64, 32, LIMIT, LIMIT, LONG, LIMIT),
            Objects.requireNonNull(TlsFiles.load("test", certificate, key)).tls(),
            Set.of(),
            Route.get("/ok", request -> Answer.ok("ok".getBytes(UTF_8))),
            Route.get("/large", request -> Answer.ok(new byte[8 * 1024 * 1024])),
            Route.post("/read", request -> Answer.ok(request.body())));
    // The first handshake of a JVM takes long, and no test is about that.
    Await.until("TLS works", TlsDeadlineTest::isServed);
  }

  private static boolean isServed() throws IOException {
    try (RawConnection connection = connect()) {
      return connection.write(request("GET", "/ok")).read().status() == 200;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\u0016", CLIENT_HELLO})
  void half_a_handshake_is_cut(String half) throws IOException {
    try (RawConnection connection = listener.connect()) {
      assertThat(connection.write(half).isHungUp()).isTrue();
    }
  }

  @Test
  void a_kept_connection_may_idle_longer_than_a_head_takes() throws Exception {
    try (RawConnection connection = connect()) {
      assertThat(connection.write(request("GET", "/ok")).read().status()).isEqualTo(200);
      Thread.sleep(LIMIT.plusSeconds(1)); // idling is what is tried here
      assertThat(connection.write(request("GET", "/ok")).read().status()).isEqualTo(200);
    }
  }

  @Test
  void half_a_head_and_half_a_body_are_cut() throws IOException {
    try (RawConnection connection = connect()) {
      assertThat(connection.write("GET /ok HTTP/1.1\r\nHo").isHungUp()).isTrue();
    }
    try (RawConnection connection = connect()) {
      connection.write(request("POST", "/read", "Content-Length: 100") + "{");
      assertThat(connection.read().status()).isEqualTo(400);
    }
  }

  @Test
  void a_response_nobody_reads_is_cut() throws IOException {
    try (RawConnection connection = connect()) {
      connection.write(request("GET", "/large"));
      Await.until("the request is over", () -> listener.logged("/large") > 0);
    }
  }

  private static RawConnection connect() throws IOException {
    return new RawConnection(
        client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), listener.port()));
  }
}
