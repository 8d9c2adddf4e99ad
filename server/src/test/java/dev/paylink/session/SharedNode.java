package dev.paylink.session;

import dev.paylink.app.Service;
import dev.paylink.app.config.Config;
import dev.paylink.money.Currency;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** One of several nodes behind one base URL, with the same database, data folder and Redis. */
final class SharedNode implements AutoCloseable {
  static final URI BASE_URL = URI.create("https://pay.example.com");

  private final int port = freePort();
  private final LogFile log = new LogFile();
  private final Service service;

  SharedNode(Path folder, String databaseUrl, String redisUrl) {
    service =
        new Service(
            new Config(
                true,
                folder,
                BASE_URL.toString(),
                new Config.Listener("127.0.0.1", port, null, null),
                new Config.Listener("127.0.0.1", freePort(), null, null),
                Set.of(),
                databaseUrl,
                redisUrl,
                new Secret(TestService.ADMIN_TOKEN),
                new Secret(TestService.CALLBACK_SECRET),
                false,
                List.of(new Secret("the-encryption-key-of-all-nodes")),
                List.of(new Currency("USD", 2, List.of("USDC"))),
                600,
                Duration.ZERO,
                null,
                null,
                List.of(),
                true),
            log.sink());
  }

  SignedCalls calls() {
    SandboxFile.Merchant merchant = Objects.requireNonNull(service.sandboxMerchant());
    return new SignedCalls(address(), merchant.apiKey(), merchant.secretKey().reveal());
  }

  Payer payer(TestKey key) {
    return new Payer(address(), BASE_URL, key);
  }

  @Override
  public void close() {
    service.close();
    log.close();
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
