package dev.paylink.session;

import dev.paylink.app.Service;
import dev.paylink.app.config.Config;
import dev.paylink.money.Currency;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.edge.EdgeLimits;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LogFile;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** One of several nodes behind one base URL, with the same database, data folder and Redis. */
final class SharedNode implements AutoCloseable {
  static final BaseUrl BASE_URL = BaseUrl.parse("https://pay.example.com");

  private final HeldPort port = new HeldPort();
  private final HeldPort internalPort = new HeldPort();
  private final LogFile log = new LogFile();
  private final Service service;

  SharedNode(Path folder, String databaseUrl, String redisUrl) {
    service =
        new Service(
            new Config(
                true,
                folder,
                BASE_URL,
                TestService.listeners(port, internalPort, EdgeLimits.DEFAULT),
                new Config.Storage(databaseUrl, null, true, TestDatabase.PATIENCE, redisUrl, null),
                TestService.secrets("the-encryption-key-of-all-nodes"),
                new Config.Operators(true, Set.of()),
                false,
                List.of(new Currency("USD", 2, List.of("USDC"))),
                new Config.Merchants(600, Duration.ZERO, Duration.ofMinutes(10)),
                null,
                new Config.Chains(List.of(), true),
                TestService.KEEP_ALL,
                null,
                null),
            log.sink());
  }

  SignedCalls calls() {
    SandboxFile.Merchant merchant = Objects.requireNonNull(service.sandboxMerchant());
    return new SignedCalls(address(), merchant.apiKey(), merchant.secretKey().reveal());
  }

  Payer payer(TestKey key) {
    return new Payer(address(), URI.create(BASE_URL.toString()), key);
  }

  @Override
  public void close() {
    service.close();
    log.close();
    port.close();
    internalPort.close();
  }

  private URI address() {
    return URI.create(port.url());
  }
}
