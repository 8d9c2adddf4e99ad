package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.platform.log.JsonLog;
import dev.paylink.platform.log.LineSink;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.sdk.CreatedPayment;
import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs a sandbox in an empty folder, uses each side of it once and ends, so that the JVM can write
 * down which classes a start needs. It reads no configuration and no environment: it never meets a
 * real database.
 */
@Command(
    name = "train",
    hidden = true,
    description = "Start and use a sandbox once, for the cache that makes starts fast.")
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Empty folder; the caller deletes it.")
  @Nullable Path folder;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Socket publicPort = heldPort();
        Socket internalPort = heldPort()) {
      train(Objects.requireNonNull(folder), publicPort.getLocalPort(), internalPort.getLocalPort());
    }
    return 0;
  }

  private static void train(Path data, int publicPort, int internalPort)
      throws IOException, InterruptedException {
    Config config =
        new ConfigReader(
                Settings.read(null, Map.of())
                    .override("mode", "sandbox")
                    .override("data.folder", data)
                    .override("public.port", publicPort)
                    .override("internal.port", internalPort))
            .read();
    LineSink log = LineSink.open(data.resolve("paylink.log"));
    JsonLog.install(log);
    try (Service service = new Service(config, log)) {
      use(config, Objects.requireNonNull(service.sandboxMerchant()));
    } finally {
      log.close();
    }
  }

  private static void use(Config config, SandboxFile.Merchant merchant)
      throws IOException, InterruptedException {
    String base = config.baseUrl().toString();
    String internal = config.listeners().internal().localUrl();
    try (HttpClient http = HttpClient.newHttpClient()) {
      get(http, internal + "/health/ready");
      get(http, internal + "/metrics");
      PaymentLinkClient client =
          PaymentLinkClient.at(URI.create(base), merchant.apiKey(), merchant.secretKey().reveal());
      CreatedPayment payment =
          client.create(NewPayment.builder().amount(new BigDecimal("1.00")).build(), "training");
      client.status(payment.paymentId());
      get(http, payment.paymentUrl().toString());
      get(http, base + Dashboard.PATH);
    }
  }

  private static void get(HttpClient http, String url) throws IOException, InterruptedException {
    http.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding());
  }

  /** Bound and never listening, so that nobody else is given the port; our listener can use it. */
  private static Socket heldPort() throws IOException {
    Socket socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }
}
