package dev.paylink.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start with many wrong settings reports all of them, not one at a time. */
final class EveryFaultTest {
  private static final Map<String, String> WRONG =
      Map.ofEntries(
          Map.entry("base.url", "http://pay.example.com"),
          Map.entry("public.port", "80800"),
          Map.entry("internal.port", "x"),
          Map.entry("public.tls.certificate", "certificate.pem"),
          Map.entry("internal.hosts", "a:1"),
          Map.entry("trusted.proxies", "proxy"),
          Map.entry("connection.limit", "1"),
          Map.entry("request.head.timeout", "0"),
          Map.entry("stop.drain", "1y"),
          Map.entry("database.url", "mysql://db/paylink"),
          Map.entry("database.timeout", "0"),
          Map.entry("redis.url", "http://redis"),
          Map.entry("admin.token", "short"),
          Map.entry("admin.token.enabled", "perhaps"),
          Map.entry("encryption.key", "short"),
          Map.entry("operator.four.eyes", "kyb"),
          Map.entry("operator.sso.issuer", "ftp://idp"),
          Map.entry("callback.proof", "maybe"),
          Map.entry("currencies", "dollars"),
          Map.entry("key.limit", "0"),
          Map.entry("account.fresh", "0"),
          Map.entry("webhook.private", "on"),
          Map.entry("webhook.http", "on"),
          Map.entry("dns.server", "a b"),
          Map.entry("mail.smtp.url", "http://mail"),
          Map.entry("mail.from", "nobody"),
          Map.entry("keep.events", "1d"),
          Map.entry("traces.url", "collector"),
          Map.entry("traces.sample", "2"),
          Map.entry("wallet.links", "x"),
          Map.entry("chain.base.id", "x"),
          Map.entry("databse.url", "x"));

  @TempDir Path folder;

  @Test
  void every_wrong_setting_is_told_at_once() throws IOException {
    Properties properties = new Properties();
    properties.putAll(WRONG);
    Path file = folder.resolve("paylink.properties");
    try (var out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    List<String> faults = faults(file, Map.of("PAYLINK_PUBLIC_PRT", "1"));
    assertThat(WRONG.keySet())
        .allSatisfy(
            name ->
                assertThat(faults).anySatisfy(fault -> assertThat(fault).contains(shown(name))));
    assertThat(faults).anyMatch(fault -> fault.contains("PAYLINK_PUBLIC_PRT"));
    assertThat(faults).doesNotHaveDuplicates().allMatch(fault -> !fault.contains("\n"));
  }

  @Test
  void one_wrong_setting_among_right_ones_is_the_only_fault() {
    assertThat(faults(null, Map.of("PAYLINK_BASE_URL", "https://pay.example.com"))).isEmpty();
    assertThat(
            faults(
                null,
                Map.of("PAYLINK_BASE_URL", "https://pay.example.com", "PAYLINK_KEY_LIMIT", "0")))
        .hasSize(1);
  }

  /** A rule about two settings names both, perhaps the other one first. */
  private static String shown(String name) {
    return name.equals("chain.base.id") ? "chain.base" : name;
  }

  private static List<String> faults(@Nullable Path file, Map<String, String> environment) {
    Settings settings = Settings.collect(file, environment);
    try {
      new ConfigReader(settings).read();
      return List.of();
    } catch (ConfigError e) {
      return e.faults();
    } catch (RuntimeException e) {
      return Assertions.fail("a fault that is no ConfigError", e);
    }
  }
}
