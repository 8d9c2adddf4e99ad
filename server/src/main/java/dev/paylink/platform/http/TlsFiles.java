package dev.paylink.platform.http;

import dev.paylink.platform.crypto.KeyProof;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS from a PEM certificate chain and its PEM key, which are read again when their files change.
 *
 * <ul>
 *   <li>A pair is taken once both files have stayed the same for a look, so never half of a
 *       renewal.
 *   <li>A pair that cannot be used is logged, and the one before stays.
 *   <li>Open connections are not touched. A handshake under way ends with the pair it began with.
 * </ul>
 */
public final class TlsFiles {
  /** How often the files are looked at. */
  public static final Duration LOOK = Duration.ofSeconds(2);

  private static final Logger LOG = System.getLogger(TlsFiles.class.getName());
  private static final String ALIAS = "listener";
  private static final int MAX_BYTES = 256 * 1024;

  private final String name;
  private final Path certificate;
  private final Path key;
  private final Pairs pairs;
  private final Tls tls;
  private Contents used;
  private Contents seen;
  private volatile boolean refused;

  private record Contents(byte[] certificate, byte[] key) {
    boolean isSame(Contents other) {
      return Arrays.equals(certificate, other.certificate) && Arrays.equals(key, other.key);
    }
  }

  private TlsFiles(String name, Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    this.name = name;
    this.certificate = certificate;
    this.key = key;
    this.used = contents();
    this.seen = used;
    this.pairs = new Pairs(pair(used, 0));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {pairs}, null, null);
    this.tls = Tls.builder().sslContext(context).build();
  }

  /**
   * Loads TLS; null if no certificate is configured: a proxy in front then terminates TLS.
   *
   * @param name of the listener, for the log
   */
  public static @Nullable TlsFiles load(
      String name, @Nullable Path certificate, @Nullable Path key) {
    if (certificate == null || key == null) {
      return null;
    }
    try {
      return new TlsFiles(name, certificate, key);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new IllegalStateException(
          "cannot use " + certificate + " and " + key + ": " + e.getMessage(), e);
    }
  }

  /** Registers what a listener's certificate is like; unknown where it has none. */
  public static void meter(MeterRegistry registry, String listener, @Nullable TlsFiles files) {
    Optional<TlsFiles> held = Optional.ofNullable(files);
    Gauge.builder(
            "paylink.certificate.days", held, all -> all.map(TlsFiles::days).orElse(Double.NaN))
        .description("days until the certificate of a listener expires")
        .tag("listener", listener)
        .strongReference(true)
        .register(registry);
    Gauge.builder(
            "paylink.certificate.refused",
            held,
            all -> all.map(TlsFiles::refused).orElse(Double.NaN))
        .description("1: the files of a listener's certificate changed, and cannot be used")
        .tag("listener", listener)
        .strongReference(true)
        .register(registry);
  }

  public Tls tls() {
    return tls;
  }

  /** Looks at the files, and takes a new pair that can be used. */
  public void look() {
    Contents now;
    try {
      now = contents();
    } catch (IOException e) {
      refuse("cannot be read: " + e.getMessage());
      return;
    }
    boolean settled = now.isSame(seen);
    seen = now;
    if (now.isSame(used)) {
      refused = false;
    } else if (settled) {
      take(now);
    }
  }

  private void take(Contents now) {
    try {
      Pair next = pair(now, pairs.current.number + 1);
      next.leaf.checkValidity();
      pairs.take(next);
      used = now;
      refused = false;
      LOG.log(
          Level.INFO,
          "the {0} listener has a new certificate, which is good until {1}",
          name,
          next.leaf.getNotAfter().toInstant());
    } catch (GeneralSecurityException | RuntimeException e) {
      refuse("cannot be used: " + e.getMessage());
    }
  }

  private void refuse(String why) {
    if (!refused) {
      refused = true;
      LOG.log(
          Level.WARNING,
          "the {0} listener keeps its certificate; {1} and {2}, which have changed, {3}",
          name,
          certificate,
          key,
          why);
    }
  }

  private Contents contents() throws IOException {
    return new Contents(bounded(certificate), bounded(key));
  }

  private static byte[] bounded(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is too large");
    }
    return Files.readAllBytes(file);
  }

  private double days() {
    Instant end = pairs.current.leaf.getNotAfter().toInstant();
    return Duration.between(Instant.now(), end).toMinutes() / (24.0 * 60);
  }

  private double refused() {
    return refused ? 1 : 0;
  }

  /** A certificate with its key. Each pair has another number, which its alias begins with. */
  private record Pair(int number, X509Certificate leaf, X509ExtendedKeyManager keys) {}

  private static Pair pair(Contents contents, int number) throws GeneralSecurityException {
    Keys pem =
        Keys.builder()
            .pem(
                files ->
                    files
                        .key(resource("key", contents.key))
                        .certChain(resource("certificate", contents.certificate)))
            .build();
    Optional<PrivateKey> privateKey = pem.privateKey();
    if (privateKey.isEmpty() || pem.certChain().isEmpty()) {
      throw new GeneralSecurityException("there is no key or no certificate");
    }
    X509Certificate leaf = pem.certChain().getFirst();
    KeyProof.require(privateKey.get(), leaf.getPublicKey());
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] password = {};
    try {
      store.load(null, password);
      store.setKeyEntry(
          ALIAS, privateKey.get(), password, pem.certChain().toArray(new Certificate[0]));
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return new Pair(number, leaf, (X509ExtendedKeyManager) factory.getKeyManagers()[0]);
  }

  private static Resource resource(String description, byte[] bytes) {
    return Resource.create(description, new ByteArrayInputStream(bytes));
  }

  /** The present pair and the one before, which handshakes under way still ask for. */
  private static final class Pairs extends X509ExtendedKeyManager {
    private volatile Pair current;
    private volatile Pair before;

    Pairs(Pair first) {
      this.current = first;
      this.before = first;
    }

    void take(Pair next) {
      before = current;
      current = next;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      Pair pair = current;
      return numbered(pair, pair.keys.chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      Pair pair = current;
      return numbered(pair, pair.keys.chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      Pair pair = current;
      String[] all = pair.keys.getServerAliases(keyType, issuers);
      return all == null
          ? null
          : Arrays.stream(all).map(alias -> pair.number + ":" + alias).toArray(String[]::new);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      return of(alias).keys.getCertificateChain(bare(alias));
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return of(alias).keys.getPrivateKey(bare(alias));
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return null; // a listener is never a client
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }

    private Pair of(String alias) {
      Pair now = current;
      return alias.startsWith(now.number + ":") ? now : before;
    }

    private static @Nullable String numbered(Pair pair, @Nullable String alias) {
      return alias == null ? null : pair.number + ":" + alias;
    }

    private static String bare(String alias) {
      return alias.substring(alias.indexOf(':') + 1);
    }
  }
}
