package dev.paylink.app.config;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.mail.MailSettings;
import dev.paylink.money.Currency;
import dev.paylink.platform.crypto.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be configured, checked once when the service starts. */
public record Config(
    boolean sandbox,
    Path dataFolder,
    String baseUrl,
    Listener publicListener,
    Listener internalListener,
    Set<String> trustedProxies,
    @Nullable String databaseUrl,
    @Nullable String redisUrl,
    @Nullable Secret adminToken,
    @Nullable Secret callbackSecret,
    boolean callbackProof,
    List<Secret> encryptionKeys,
    List<Currency> currencies,
    int keyLimit,
    Duration depositDelay,
    @Nullable MailSettings mail,
    @Nullable Path logFile,
    List<ChainConfig> chains,
    boolean watchChains) {

  /** A socket to listen on, with TLS when a certificate and its key are given. */
  public record Listener(
      String host, int port, @Nullable Path tlsCertificate, @Nullable Path tlsKey) {}
}
