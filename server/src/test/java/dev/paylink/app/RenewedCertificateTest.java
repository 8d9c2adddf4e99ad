package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.http.TestKeys;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.KeptConnection;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.TestDatabase;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A renewed certificate is used without a restart, and a broken one is not. */
final class RenewedCertificateTest {
  @TempDir Path folder;
  @AutoClose private final HeldPort port = new HeldPort();
  @AutoClose private final HeldPort internalPort = new HeldPort();
  @AutoClose private final LogFile log = new LogFile();

  @Test
  void both_listeners_take_a_renewed_pair_and_keep_it_when_a_broken_one_follows() throws Exception {
    Path certificate = folder.resolve("certificate.pem");
    Path key = folder.resolve("key.pem");
    Path file = folder.resolve("keys.p12");
    TestKeys.add(file, "-alias", "first", "-dname", "CN=localhost");
    TestKeys.add(file, "-alias", "renewed", "-dname", "CN=localhost");
    KeyStore keys = TestKeys.add(file, "-alias", "last", "-dname", "CN=localhost");
    TestKeys.write(keys, "first", certificate, key);
    try (LoggedBy logged = new LoggedBy(TlsFiles.class);
        Service service = start(certificate, key);
        KeptConnection kept = new KeptConnection(connect(port))) {
      assertThat(service.publicRoutes()).isNotEmpty();
      assertThat(serial(port)).isEqualTo(serialOf(keys, "first"));

      TestKeys.write(keys, "renewed", certificate, key);
      BigInteger renewed = serialOf(keys, "renewed");
      Await.until("the public listener has it", () -> serial(port).equals(renewed));
      Await.until("the internal listener has it", () -> serial(internalPort).equals(renewed));
      assertThat(kept.get("/docs")).isEqualTo(200); // open since before the renewal

      TestKeys.write(keys, "last", certificate, folder.resolve("elsewhere"));
      Await.until(
          "both say that they keep it",
          () ->
              logged.lines().stream()
                      .filter(line -> line.contains("keeps its certificate"))
                      .filter(line -> line.contains("the key is not the certificate's"))
                      .count()
                  == 2);
      assertThat(serial(port)).isEqualTo(renewed);
      assertThat(metric("paylink_certificate_refused{listener=\"public\"}")).isEqualTo("1.0");
      assertThat(Double.parseDouble(metric("paylink_certificate_days{listener=\"internal\"}")))
          .isBetween(80.0, 91.0);

      TestKeys.write(keys, "last", certificate, key);
      BigInteger last = serialOf(keys, "last");
      Await.until("the public listener has the last", () -> serial(port).equals(last));
      assertThat(kept.get("/docs")).isEqualTo(200);
      Files.delete(key);
      Await.until(
          "a file that is gone is told",
          () -> logged.lines().stream().anyMatch(line -> line.contains("cannot be read")));
      assertThat(serial(port)).isEqualTo(last);
    }
  }

  private Service start(Path certificate, Path key) {
    Map<String, String> settings =
        Map.of(
            "PAYLINK_DATABASE_TIMEOUT", TestDatabase.PATIENCE.toSeconds() + "s",
            "PAYLINK_MODE", "sandbox",
            "PAYLINK_DATA_FOLDER", folder.toString(),
            "PAYLINK_DATABASE_URL", TestDatabase.freshUrl(),
            "PAYLINK_PUBLIC_PORT", port.toString(),
            "PAYLINK_INTERNAL_PORT", internalPort.toString(),
            "PAYLINK_PUBLIC_TLS_CERTIFICATE", certificate.toString(),
            "PAYLINK_PUBLIC_TLS_KEY", key.toString(),
            "PAYLINK_INTERNAL_TLS_CERTIFICATE", certificate.toString(),
            "PAYLINK_INTERNAL_TLS_KEY", key.toString());
    return new Service(new ConfigReader(Settings.read(null, settings)).read(), log.sink());
  }

  private static BigInteger serialOf(KeyStore keys, String alias) throws Exception {
    return ((X509Certificate) keys.getCertificate(alias)).getSerialNumber();
  }

  /** What a new connection is shown. */
  private static BigInteger serial(HeldPort to) throws Exception {
    try (SSLSocket socket = connect(to)) {
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }

  private static SSLSocket connect(HeldPort to) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS"); // a new one each: no session is resumed
    context.init(null, new TrustManager[] {new Anybody()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", to.number());
    socket.startHandshake();
    return socket;
  }

  /** What is read from a metric of the service. */
  private String metric(String name) throws Exception {
    try (SSLSocket socket = connect(internalPort)) {
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).strip())
          .findFirst()
          .orElseThrow();
    }
  }

  /** Takes every certificate; what is shown is looked at by the test. */
  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
