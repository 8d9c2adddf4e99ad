package dev.paylink.app.check;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.paylink.app.config.Config;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.ids.IdPlugin;
import dev.paylink.mail.MailSettings;
import dev.paylink.platform.ClockOffset;
import dev.paylink.platform.Outage;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Migrations;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.platform.http.TlsFiles;
import dev.paylink.platform.redis.Redis;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Checks everything that the configuration names (database, mail server, chains), and changes
 * nothing. Each question has a time limit, and an answer that is wrong stops no other question.
 */
public final class CheckInstance {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long FILES = 20_480;
  private static final Pattern CHAIN_ID =
      Pattern.compile("\"result\"\\s*:\\s*\"0x([0-9a-fA-F]+)\"");
  private static final String ASK_CHAIN_ID =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";

  private final Config config;
  private final List<Finding> findings = new ArrayList<>();

  /** How bad a finding is; only {@code WRONG} makes the check fail. */
  public enum Verdict {
    OK,
    WARNING,
    WRONG
  }

  /** One thing that was looked at. */
  public record Finding(Verdict verdict, String what, String text) {}

  private CheckInstance(Config config) {
    this.config = config;
  }

  /** Returns what was found, in the order in which a start would need it. */
  public static List<Finding> of(Config config) {
    CheckInstance check = new CheckInstance(config);
    check.folders();
    check.database();
    check.redis();
    check.mail();
    check.names();
    check.certificates();
    check.limits();
    config.chains().list().forEach(check::chain);
    return check.findings;
  }

  private void folders() {
    if (config.storage().databaseUrl() == null) {
      writable("data folder", config.dataFolder());
    }
    WalArchive.Options archive = config.storage().archive();
    if (archive != null) {
      writable("archive", archive.folder());
    }
  }

  private void writable(String what, Path folder) {
    Path existing = folder.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing != null && Files.isDirectory(existing) && Files.isWritable(existing)) {
      ok(what, folder + " can be written");
    } else {
      wrong(what, folder + " cannot be written");
    }
  }

  private void database() {
    String url = config.storage().databaseUrl();
    if (url == null) {
      ok("database", "embedded, in " + config.dataFolder());
      return;
    }
    String role = connect("database", url);
    String ownerUrl = config.storage().migrationUrl();
    String owner = ownerUrl == null ? role : connect("database owner", ownerUrl);
    if (role == null || owner == null) {
      return;
    }
    boolean migrates = config.storage().migrate();
    String migration = ownerUrl == null ? url : ownerUrl;
    String refusal = Migrations.refusal(url, migrates ? migration : null);
    report("schema", refusal, migrates ? "is current, or the start migrates it" : "is current");
    if (refusal == null && !config.sandbox()) {
      if (ownerUrl == null && migrates) {
        warning("roles", role + " migrates and serves; two roles are safer");
      } else if (ownerUrl != null && role.equals(owner)) {
        warning("roles", "database.url and database.migration.url are the same role, " + role);
      }
    }
  }

  /** Connects, compares the clocks, and returns the role; null if it is not to be had. */
  private @Nullable String connect(String what, String url) {
    ClockOffset clock = new ClockOffset(InstantSource.system());
    String timed = url + (url.contains("?") ? "&" : "?") + "connectTimeout=5&socketTimeout=5";
    Jdbi jdbi = Database.unmigrated(timed, new IdPlugin());
    try {
      return jdbi.withHandle(
          handle -> {
            clock.compare(() -> new NodeStore().now(handle));
            var server = handle.getConnection().getMetaData();
            ok(
                what,
                "PostgreSQL %s answers as %s"
                    .formatted(server.getDatabaseProductVersion(), server.getUserName()));
            clock(clock);
            return server.getUserName();
          });
    } catch (RuntimeException | java.sql.SQLException e) {
      wrong(what, Outage.reason(e));
      return null;
    }
  }

  private void clock(ClockOffset clock) {
    String trouble = clock.trouble();
    String warning = clock.warning();
    if (trouble != null) {
      wrong("clock", trouble);
    } else if (warning != null) {
      warning("clock", warning);
    } else {
      ok("clock", "agrees with the database's");
    }
  }

  private void redis() {
    String url = config.storage().redisUrl();
    if (url != null) {
      report("Redis", Redis.unreachable(url), "answers");
    }
  }

  private void mail() {
    MailSettings mail = config.mail();
    if (mail != null) {
      report(
          "mail",
          mail.unreachable(),
          mail.server().host() + ':' + mail.server().port() + " takes us");
    } else if (!config.sandbox()) {
      warning("mail", "is off: nobody gets e-mails (mail.smtp.url)");
    }
  }

  private void names() {
    String host = config.baseUrl().host();
    try {
      ok("DNS", host + " is " + InetAddress.getByName(host).getHostAddress());
    } catch (UnknownHostException e) {
      warning("DNS", host + " of base.url does not resolve here");
    }
  }

  private void certificates() {
    certificate("public", config.listeners().external());
    certificate("internal", config.listeners().internal());
  }

  private void certificate(String name, Config.Listener listener) {
    if (listener.tls()) {
      try {
        TlsFiles.load(name, listener.tlsCertificate(), listener.tlsKey());
        ok(name + ".tls", "certificate and key belong together");
      } catch (IllegalStateException e) {
        wrong(name + ".tls", String.valueOf(e.getMessage()));
      }
    }
  }

  private void limits() {
    long heap = Runtime.getRuntime().maxMemory() / (1024 * 1024);
    ok("memory", "a heap of " + heap + " MiB");
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
      long files = os.getMaxFileDescriptorCount();
      if (files < FILES) {
        warning("files", files + " may be open; " + FILES + " are needed for all connections");
      } else {
        ok("files", files + " may be open");
      }
    }
  }

  private void chain(ChainConfig chain) {
    for (URI node : chain.rpc()) {
      report(
          "chain " + chain.name(),
          faultOf(node, chain.deployment().chainId()),
          node.getHost() + " is on chain " + chain.deployment().chainId());
    }
  }

  private static @Nullable String faultOf(URI node, long chainId) {
    HttpRequest request =
        HttpRequest.newBuilder(node)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(ASK_CHAIN_ID))
            .build();
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // as the watcher; 2 would begin with an upgrade
            .connectTimeout(PATIENCE)
            .build()) {
      String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      Matcher id = CHAIN_ID.matcher(answer);
      if (!id.find()) {
        return node.getHost() + " does not answer as a node of a chain";
      }
      return id.group(1).equalsIgnoreCase(Long.toHexString(chainId))
          ? null
          : "%s is on chain %d, not %d"
              .formatted(node.getHost(), Long.parseUnsignedLong(id.group(1), 16), chainId);
    } catch (IOException e) {
      return node.getHost() + " does not answer";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private void report(String what, @Nullable String fault, String otherwise) {
    if (fault == null) {
      ok(what, otherwise);
    } else {
      wrong(what, fault);
    }
  }

  private void ok(String what, String text) {
    findings.add(new Finding(Verdict.OK, what, text));
  }

  private void warning(String what, String text) {
    findings.add(new Finding(Verdict.WARNING, what, text));
  }

  private void wrong(String what, String text) {
    findings.add(new Finding(Verdict.WRONG, what, text));
  }
}
