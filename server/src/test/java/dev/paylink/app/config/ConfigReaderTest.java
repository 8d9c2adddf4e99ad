package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.BASE_URL;
import static dev.paylink.app.config.SomeSettings.assertRefused;
import static dev.paylink.app.config.SomeSettings.liveWith;
import static dev.paylink.app.config.SomeSettings.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.checkout.wallet.WalletApp;
import dev.paylink.money.Currency;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.archive.WalArchive;
import dev.paylink.webhook.endpoint.OwnNetwork;
import dev.paylink.webhook.endpoint.TargetPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigReaderTest {
  @Test
  void webhooks_lead_into_private_networks_in_a_sandbox_only() {
    assertThat(read("mode", "sandbox").webhookTargets().policy())
        .isEqualTo(TargetPolicy.PUBLIC_AND_LOOPBACK);
    assertThat(read("mode", "sandbox", "webhook.private", "on").webhookTargets().policy())
        .isEqualTo(TargetPolicy.PUBLIC_AND_PRIVATE);
    assertThat(read("base.url", BASE_URL).webhookTargets().policy()).isEqualTo(TargetPolicy.PUBLIC);
    assertThatThrownBy(() -> read("base.url", BASE_URL, "webhook.private", "on"))
        .hasMessageContaining("webhook.private is for a sandbox");
  }

  @Test
  void a_live_service_opens_its_own_network_to_webhooks_as_told(@TempDir Path folder)
      throws IOException {
    OwnNetwork own =
        read("base.url", BASE_URL, "webhook.allow", "10.1.0.0/16, Shop.lan", "webhook.http", "on")
            .webhookTargets()
            .own();
    assertThat(own.names()).containsExactly("shop.lan");
    assertThat(own.ranges()).hasSize(1);
    assertThat(own.http()).isTrue();
    assertThat(read("base.url", BASE_URL).webhookTargets().own()).isEqualTo(OwnNetwork.NONE);
    assertThatThrownBy(() -> read("base.url", BASE_URL, "webhook.allow", "0.0.0.0/0"))
        .hasMessage("webhook.allow must not have a range as wide as 0.0.0.0/0; the widest is /8");
    assertThatThrownBy(() -> read("base.url", BASE_URL, "webhook.allow", "169.254.0.0/16"))
        .hasMessage(
            "webhook.allow must not have 169.254.0.0/16: webhooks never lead to 169.254.0.0/16");
    assertThatThrownBy(() -> read("base.url", BASE_URL, "webhook.http", "on"))
        .hasMessageContaining("webhook.allow lists");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");
    for (String file : List.of(empty.toString(), folder.resolve("none.pem").toString())) {
      assertThatThrownBy(
              () -> read("base.url", BASE_URL, "webhook.allow", "shop", "webhook.ca", file))
          .hasMessageStartingWith("webhook.ca: ")
          .hasMessageContaining(file);
    }
  }

  @Test
  void the_name_server_is_the_machines_own_or_the_one_that_is_named() {
    assertThat(read("base.url", BASE_URL).merchants().dnsServer()).isNull();
    for (String server : List.of("192.0.2.53", "127.0.0.1:5353", "dns.example.com", "[::1]:53")) {
      assertThat(read("base.url", BASE_URL, "dns.server", server).merchants().dnsServer())
          .isEqualTo(server);
    }
    for (String wrong : List.of("dns://192.0.2.53", "192.0.2.53:0", "a b", "::1", "x:dns")) {
      assertThatThrownBy(() -> read("base.url", BASE_URL, "dns.server", wrong))
          .hasMessageContaining("dns.server must be");
    }
  }

  @Test
  void merchants_budget_is_that_of_ten_keys_unless_it_is_set() {
    assertThat(read("base.url", BASE_URL).merchants().limit()).isEqualTo(6_000);
    assertThat(read("mode", "sandbox").merchants().limit()).isEqualTo(1_000_000);
    assertThat(read("mode", "sandbox", "key.limit", "5").merchants().limit()).isEqualTo(50);
    assertThat(read("mode", "sandbox", "merchant.limit", "7").merchants().limit()).isEqualTo(7);
  }

  @Test
  void wallets_on_phones_are_the_well_known_ones_or_those_listed_or_none() {
    assertThat(read("base.url", BASE_URL).chains().apps())
        .extracting(WalletApp::name)
        .containsExactly("MetaMask", "Coinbase Wallet", "Trust Wallet", "Rainbow");
    assertThat(read("base.url", BASE_URL, "wallet.links", "none").chains().apps()).isEmpty();
    List<WalletApp> apps =
        read(
                "base.url",
                BASE_URL,
                "wallet.links",
                "My Wallet https://w.example/o?u={url}, B bw://dapp/{address}")
            .chains()
            .apps();
    assertThat(apps).extracting(WalletApp::name).containsExactly("My Wallet", "B");
    assertThat(apps)
        .extracting(app -> app.link("https://pay.example.com/pay/a/b"))
        .containsExactly(
            "https://w.example/o?u=https%3A%2F%2Fpay.example.com%2Fpay%2Fa%2Fb",
            "bw://dapp/pay.example.com/pay/a/b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://w.example/{url}",
        "A https://w.example/",
        "A https://w.example/{url}{url}",
        "A https://w.example/{url}?a={address}",
        "A http://w.example/{url}",
        "A javascript://w.example/{url}",
        "A data://w/{url}",
        "A https://{address}",
        "A https://w.example{address}",
        "A https://u@w.example/{url}",
        "A HTTPS://w.example/{url}",
        "A https://w.example/{url},",
        "A https://w.example/{url}, a b://x/{url}",
        "A w.example/{url}",
        "A very long name of a wallet that fills the line https://w.example/{url}",
      })
  void a_wallet_without_a_name_or_a_safe_link_stops_the_start(String links) {
    assertThatThrownBy(() -> read(liveWith("wallet.links", links)))
        .hasMessageContaining("wallet.links");
  }

  @Test
  void a_live_service_has_safe_defaults() {
    Config config = read("base.url", BASE_URL);
    assertThat(config.sandbox()).isFalse();
    assertThat(config.dataFolder()).isEqualTo(Path.of("data"));
    assertThat(config.baseUrl()).hasToString(BASE_URL);
    assertThat(config.listeners().external())
        .isEqualTo(new Config.Listener("0.0.0.0", 8080, null, null));
    assertThat(config.listeners().internal())
        .isEqualTo(new Config.Listener("127.0.0.1", 8081, null, null));
    assertThat(config.listeners().trustedProxies()).isEmpty();
    assertThat(config.currencies())
        .containsExactly(
            new Currency("USD", 2, List.of("USDC", "USDT")),
            new Currency("EUR", 2, List.of("EURC")));
    assertThat(config.merchants().keyLimit()).isEqualTo(600);
    assertThat(config.merchants().depositDelay()).isEqualTo(Duration.ofHours(24));
    assertThat(config.storage()).isEqualTo(new Config.Storage(null, null, null));
    assertThat(config.secrets()).isEqualTo(new Config.Secrets(null, null, List.of()));
    assertThat(config.operators())
        .isEqualTo(new Config.Operators(true, EnumSet.allOf(FourEyes.class)));
    assertThat(config.mail()).isNull();
    assertThat(config.logFile()).isNull();
  }

  @Test
  void a_sandbox_listens_on_loopback_and_links_to_itself() {
    Config config = read("mode", "sandbox", "public.port", "9090");
    assertThat(config.sandbox()).isTrue();
    assertThat(config.listeners().external().host()).isEqualTo("127.0.0.1");
    assertThat(config.baseUrl()).hasToString("http://127.0.0.1:9090");
    assertThat(config.merchants().depositDelay()).isZero();
    assertThat(config.operators()).isEqualTo(new Config.Operators(true, Set.of()));
    assertThat(read("mode", "sandbox", "public.host", "0.0.0.0").listeners().external().host())
        .isEqualTo("0.0.0.0");
  }

  @Test
  void four_eyes_are_a_list_or_none() {
    assertThat(read(liveWith("operator.four.eyes", "none")).operators().fourEyes()).isEmpty();
    assertThat(read(liveWith("operator.four.eyes", "chain, freeze")).operators().fourEyes())
        .containsExactlyInAnyOrder(FourEyes.chain, FourEyes.freeze);
    assertRefused(
        liveWith("operator.four.eyes", "kyb"),
        "operator.four.eyes must be none, or a list out of freeze, verification, rename, chain,"
            + " operator, factors, owner, password, removal, token, payout, redelivery,"
            + " not \"kyb\"");
  }

  @Test
  void single_sign_on_of_operators_is_whole_or_not_there() {
    assertThat(read("mode", "sandbox").operators().sso()).isNull();
    Map<String, String> whole = new LinkedHashMap<>();
    whole.put("mode", "sandbox");
    whole.put("operator.sso.issuer", "https://login.example.com");
    whole.put("operator.sso.client.id", "paylink");
    whole.put("operator.sso.client.secret", "secret");
    whole.put("operator.sso.domains", "Example.com, example.org");
    OperatorSsoOptions sso = Objects.requireNonNull(readAll(whole).operators().sso());
    assertThat(sso.domains()).containsExactly("example.com", "example.org");
    assertThat(sso.deskUrl()).isEqualTo("http://127.0.0.1:8081");
    assertThat(sso.factorTrusted()).isFalse();
    assertThat(sso.roles()).isEmpty();
    whole.put("operator.sso.role.claim", "groups");
    whole.put("operator.sso.roles", "cn=a.b:viewer, payments:operator");
    assertThat(Objects.requireNonNull(readAll(whole).operators().sso()).roles())
        .containsEntry("cn=a.b", OperatorRole.viewer)
        .containsEntry("payments", OperatorRole.operator);

    assertRefusedWith(
        whole, "operator.sso.roles", "all:admin", "operator.sso.roles takes values of the claim");
    assertRefusedWith(
        whole, "operator.sso.role.claim", "", "operator.sso.role.claim and operator.sso.roles");
    assertRefusedWith(
        whole, "operator.sso.domains", "example", "operator.sso.domains takes names such as");
    assertRefusedWith(
        whole, "operator.sso.client.secret", "", "operator.sso.client.secret is required");
    assertRefusedWith(
        whole, "operator.sso.second.factor", "maybe", "operator.sso.second.factor must be");
    assertRefusedWith(whole, "operator.sso.url", "desk", "operator.sso.url must be");
    assertRefusedWith(whole, "operator.sso.issuer", "", "needs operator.sso.issuer");
    for (String issuer : List.of("http://login.example.com", "login.example.com", "https://")) {
      assertRefusedWith(
          whole, "operator.sso.issuer", issuer, "operator.sso.issuer must be an https address");
    }
  }

  private static Config readAll(Map<String, String> values) {
    return read(
        values.entrySet().stream()
            .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
            .toArray(String[]::new));
  }

  private static void assertRefusedWith(
      Map<String, String> values, String name, String value, String words) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    assertThatThrownBy(() -> readAll(changed))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining(words);
  }

  @Test
  void money_is_kept_for_ever_and_the_rest_for_90_days_unless_set() {
    Duration usual = Duration.ofDays(90);
    assertThat(read(liveWith("keep.events", "")).keep())
        .isEqualTo(new Config.Keep(null, usual, null, usual, usual, usual, usual));
    assertThat(read(liveWith("keep.attempts", "forever")).keep().attempts()).isNull();
    assertThat(read(liveWith("keep.events", "7d")).keep().events()).isEqualTo(Duration.ofDays(7));
    assertThat(read(liveWith("keep.reports", "365d")).keep().reports())
        .isEqualTo(Duration.ofDays(365));
    assertRefused(
        liveWith("keep.events", "6d"),
        "keep.events must be forever, or a duration of at least 7d, not \"6d\"");
    assertRefused(
        liveWith("keep.reports", "364d"),
        "keep.reports must be forever, or a duration of at least 365d, not \"364d\"");
    assertRefused(
        liveWith("keep.letters", "0"),
        "keep.letters must be forever, or a duration of at least 1d, not \"0\"");
  }

  @Test
  void the_admin_token_can_be_turned_off() {
    assertThat(read(liveWith("admin.token.enabled", "false")).operators().tokenEnabled()).isFalse();
    assertThat(read(liveWith("admin.token.enabled", "true")).operators().tokenEnabled()).isTrue();
    assertRefused(
        liveWith("admin.token.enabled", "maybe"), "admin.token.enabled must be true or false");
  }

  @Test
  void each_setting_is_taken() {
    Config config =
        read(
            "base.url",
            BASE_URL,
            "data.folder",
            "/d",
            "public.host",
            "h",
            "public.port",
            "1",
            "internal.host",
            "i",
            "internal.port",
            "65535",
            "log.file",
            "/l",
            "key.limit",
            "1000000",
            "database.url",
            "jdbc:postgresql://h/d",
            "redis.url",
            "rediss://:pw@h:6379",
            "admin.token",
            "1234567890123456",
            "callback.secret",
            "6543210987654321",
            "encryption.key",
            "0123456789012345",
            "trusted.proxies",
            "10.0.0.1, ::1  10.0.0.2, 10.1.0.0/16,2001:db8::/32",
            "currencies",
            "BTC:8:BTC");
    assertThat(config.dataFolder()).isEqualTo(Path.of("/d"));
    assertThat(config.listeners().external()).isEqualTo(new Config.Listener("h", 1, null, null));
    assertThat(config.listeners().internal())
        .isEqualTo(new Config.Listener("i", 65_535, null, null));
    assertThat(config.logFile()).isEqualTo(Path.of("/l"));
    assertThat(config.merchants().keyLimit()).isEqualTo(1_000_000);
    assertThat(config.storage().databaseUrl()).isEqualTo("jdbc:postgresql://h/d");
    assertThat(config.storage().redisUrl()).isEqualTo("rediss://:pw@h:6379");
    assertThat(config.secrets().adminToken()).isEqualTo(new Secret("1234567890123456"));
    assertThat(config.secrets().callbackSecret()).isEqualTo(new Secret("6543210987654321"));
    assertThat(config.secrets().encryptionKeys()).containsExactly(new Secret("0123456789012345"));
    assertThat(config.listeners().trustedProxies())
        .containsExactly("10.0.0.1", "0:0:0:0:0:0:0:1", "10.0.0.2", "10.1.0.0/16", "2001:db8::/32");
    assertThat(config.currencies()).containsExactly(new Currency("BTC", 8, List.of("BTC")));
  }

  @Test
  void live_a_callback_proves_what_it_says_unless_told_otherwise() {
    assertThat(read("base.url", BASE_URL).callbackProof()).isTrue();
    assertThat(read("base.url", BASE_URL, "callback.proof", "optional").callbackProof()).isFalse();
    assertThat(read("mode", "sandbox").callbackProof()).isFalse();
    assertThat(read("mode", "sandbox", "callback.proof", "required").callbackProof()).isTrue();
    assertThatThrownBy(() -> read("base.url", BASE_URL, "callback.proof", "off"))
        .isInstanceOf(ConfigError.class)
        .hasMessage("callback.proof must be required or optional");
  }

  @Test
  void a_proof_counts_for_ten_minutes_unless_set_and_never_for_none() {
    assertThat(read("base.url", BASE_URL).merchants().fresh()).isEqualTo(Duration.ofMinutes(10));
    assertThat(read("base.url", BASE_URL, "account.fresh", "1s").merchants().fresh())
        .isEqualTo(Duration.ofSeconds(1));
    assertThatThrownBy(() -> read("base.url", BASE_URL, "account.fresh", "0"))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("account.fresh must be at least 1s");
    assertThatThrownBy(() -> read("base.url", BASE_URL, "account.fresh", "8d"))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("of at most 7d");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0h, 0", "90s, 90", "30m, 1800", "24h, 86400", "30d, 2592000"})
  void a_delay_has_a_unit(String given, long seconds) {
    assertThat(read("base.url", BASE_URL, "deposit.delay", given).merchants().depositDelay())
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1h", "1w", "h", "24 h", "31d", "1000000s", "24H"})
  void its_neighbours_are_refused(String given) {
    assertThatThrownBy(() -> read("base.url", BASE_URL, "deposit.delay", given))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("deposit.delay must be a duration such as 90s, 30m, 24h, 7d or 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://pay.example.com      | https://pay.example.com",
        "https://pay.example.com/     | https://pay.example.com",
        "https://[::1]:8443           | https://[::1]:8443",
      })
  void an_address_is_kept_without_its_last_slash(String given, String kept) {
    assertThat(read("base.url", given).baseUrl()).hasToString(kept);
  }

  @Test
  void a_live_service_is_reached_over_tls_unless_a_setting_says_otherwise() {
    String http = "http://pay.example.com";
    assertRefused(
        Map.of("base.url", http),
        "base.url must begin with https:// when live; base.url.http = on allows http, for trials"
            + " without real money");
    assertThat(read("base.url", http, "base.url.http", "on").baseUrl()).hasToString(http);
    assertThat(read("base.url", http, "mode", "sandbox").baseUrl()).hasToString(http);
    assertRefused(liveWith("base.url.http", "yes"), "base.url.http must be on or off");
  }

  @Test
  void migrations_can_run_as_another_role() {
    assertThat(
            read(
                    "base.url",
                    BASE_URL,
                    "database.url",
                    "postgres://serves@h/d",
                    "database.migration.url",
                    "postgres://owns@h/d")
                .storage())
        .isEqualTo(
            new Config.Storage(
                "jdbc:postgresql://h/d?user=serves", "jdbc:postgresql://h/d?user=owns", null));
    assertRefused(
        liveWith("database.migration.url", "postgres://owns@h/d"),
        "database.migration.url needs database.url: the role that serves");
    assertRefused(
        liveWith("database.migration.url", "mysql://hunter2@h/d"),
        "database.migration.url must begin with postgres:// or jdbc:postgresql:// (the rest is not"
            + " shown)");
  }

  @Test
  void the_embedded_database_alone_is_archived_by_us() {
    WalArchive.Options archive =
        Objects.requireNonNull(read(liveWith("backup.wal", "/mnt/wal")).storage().archive());
    assertThat(archive.folder()).isEqualTo(Path.of("/mnt/wal"));
    assertThat(archive.interval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(archive.keep()).isEqualTo(Duration.ofDays(14));
    assertThat(archive.cipher()).isNull();
    assertRefused(
        Map.of("base.url", BASE_URL, "database.url", "postgres://u@h/d", "backup.wal", "w"),
        "backup.wal is for the embedded database; let your PostgreSQL archive its own WAL");
    assertRefused(
        liveWith("backup.wal.command", "true"), "backup.wal.command needs backup.wal: a folder");
    assertRefused(
        Map.of("base.url", BASE_URL, "backup.wal", "w", "backup.wal.keep", "1h"),
        "backup.wal.keep must be at least 86400s");
  }

  @Test
  void migrations_can_be_left_to_the_migrate_command() {
    assertThat(
            read("base.url", BASE_URL, "database.url", "postgres://h/d", "database.migrate", "off")
                .storage())
        .isEqualTo(
            new Config.Storage(
                "jdbc:postgresql://h/d", null, false, Database.USUAL_PATIENCE, null, null));
    assertRefused(liveWith("database.migrate", "off"), "database.migrate = off needs database.url");
    assertRefused(liveWith("database.migrate", "never"), "database.migrate must be on or off");
  }

  @Test
  void requests_can_be_given_more_time_for_the_database() {
    assertThat(read("base.url", BASE_URL).storage().patience()).isEqualTo(Duration.ofMillis(1500));
    assertThat(read(liveWith("database.timeout", "5s")).storage().patience())
        .isEqualTo(Duration.ofSeconds(5));
    assertRefused(liveWith("database.timeout", "0"), "database.timeout must be 1s to 15s");
    for (String wrong : List.of("16s", "1m", "5")) {
      assertRefusedWith(
          Map.of("base.url", BASE_URL), "database.timeout", wrong, "of at most 15s, not ");
    }
  }

  @Test
  void a_stopping_node_can_be_given_time_to_drain() {
    assertThat(read("base.url", BASE_URL).listeners().drain()).isZero();
    assertThat(read(liveWith("stop.drain", "15s")).listeners().drain())
        .isEqualTo(Duration.ofSeconds(15));
    assertThat(read(liveWith("stop.drain", "10m")).listeners().drain())
        .isEqualTo(Duration.ofMinutes(10));
    for (String wrong : List.of("11m", "5")) {
      assertRefusedWith(Map.of("base.url", BASE_URL), "stop.drain", wrong, "of at most 10m, not ");
    }
  }

  @Test
  void the_internal_listener_can_have_more_names() {
    assertThat(read(liveWith("internal.hosts", "A.example  b,")).listeners().internalHosts())
        .containsExactly("a.example", "b");
    assertRefused(
        liveWith("internal.hosts", "a.example:8081"),
        "internal.hosts takes host names without a port, not \"a.example:8081\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode          | Live             | mode must be live or sandbox",
        "mode          | test             | mode must be live or sandbox",
        "public.port   | 65536            | public.port must be a whole number from 1 to 65535, not"
            + " \"65536\"",
        "public.port   | 0                | public.port must be a whole number from 1 to 65535, not"
            + " \"0\"",
        "public.port   | -1               | public.port must be a whole number from 1 to 65535, not"
            + " \"-1\"",
        "internal.port | 80a              | internal.port must be a whole number from 1 to 65535,"
            + " not \"80a\"",
        "internal.port | 99999999999      | internal.port must be a whole number from 1 to 65535,"
            + " not \"99999999999\"",
        "key.limit     | 0                | key.limit must be a whole number from 1 to 1000000, not"
            + " \"0\"",
        "key.limit     | 1000001          | key.limit must be a whole number from 1 to 1000000, not"
            + " \"1000001\"",
        "base.url      | pay.example.com  | base.url must be an http(s) address, not"
            + " \"pay.example.com\"",
        "base.url      | ftp://h          | base.url must be an http(s) address, not \"ftp://h\"",
        "base.url      | https://         | base.url is not an address: \"https://\"",
        "base.url      | https://h?a      | base.url must be an http(s) address, not"
            + " \"https://h?a\"",
        "base.url      | https://h/#f     | base.url must be an http(s) address, not"
            + " \"https://h/#f\"",
        "base.url      | https://h/path   | base.url must have no path, not \"https://h/path\"",
        "base.url      | HTTPS://h        | base.url must be written in lower case",
        "base.url      | https://h h      | base.url is not an address: \"https://h h\"",
        "trusted.proxies | 10.0.0.1, proxy | trusted.proxies takes IP addresses and ranges, not"
            + " \"proxy\"",
        "trusted.proxies | 10.0.0.256      | trusted.proxies takes IP addresses and ranges, not"
            + " \"10.0.0.256\"",
        "trusted.proxies | 10.0.0.0/33     | trusted.proxies takes IP addresses and ranges, not"
            + " \"10.0.0.0/33\"",
        "trusted.proxies | 10.0.0.0/       | trusted.proxies takes IP addresses and ranges, not"
            + " \"10.0.0.0/\"",
        "trusted.proxies | 2001:db8::/129  | trusted.proxies takes IP addresses and ranges, not"
            + " \"2001:db8::/129\"",
        "currencies    | USD              | currencies must look like \"USD:2:USDC+USDT,"
            + " EUR:2:EURC\", not \"USD\"",
        "currencies    | usd:2:USDC       | currencies must look like \"USD:2:USDC+USDT,"
            + " EUR:2:EURC\", not \"usd:2:USDC\"",
        "currencies    | USD:19:USDC      | currencies must look like \"USD:2:USDC+USDT,"
            + " EUR:2:EURC\", not \"USD:19:USDC\"",
        "currencies    | USD:2:           | currencies must look like \"USD:2:USDC+USDT,"
            + " EUR:2:EURC\", not \"USD:2:\"",
        "currencies    | USD:2:USDC+      | currencies must look like \"USD:2:USDC+USDT,"
            + " EUR:2:EURC\", not \"USD:2:USDC+\"",
        "currencies    | USD:2:A, USD:3:B | currencies names USD twice",
      })
  void a_value_that_makes_no_sense_is_told_in_one_line(String name, String value, String message) {
    assertRefused(liveWith(name, value), message);
  }

  @Test
  void a_live_service_must_be_told_its_address() {
    assertRefused(
        Map.of(),
        "base.url is required when live: the address your customers reach, such as"
            + " https://pay.example.com");
  }
}
