package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.mail.MailSettings;
import dev.paylink.mail.Mailbox;
import dev.paylink.mail.SmtpServer;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.http.Route;
import dev.paylink.relay.RelayConfig;
import dev.paylink.relay.RelayKey;
import dev.paylink.testing.Browser;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The alerts and the dashboard in {@code deploy/} ask for what a running instance has. */
final class DeployFilesTest {
  private static final Path ALERTS = Path.of("../deploy/prometheus/alerts.yml");
  private static final Path ALERTS_TEST = Path.of("../deploy/prometheus/alerts.test.yml");
  private static final Path DASHBOARD = Path.of("../deploy/grafana/dashboards/paylink.json");
  private static final Path MONITORING = Path.of("../docs/operate/monitoring.md");
  private static final Pattern METRIC = Pattern.compile("\\b(?:http_server|paylink)_[a-z_]+");
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern TRIED = Pattern.compile("alertname(?:=\"|: )(\\w+)");
  private static final Pattern RULE =
      Pattern.compile("- alert: (\\w+).*?severity: (\\w+)", Pattern.DOTALL);
  private static final Pattern DOCUMENTED =
      Pattern.compile("^\\| (`Paylink\\w+` \\| \\w+) \\| .+ \\| .+ \\|$", Pattern.MULTILINE);
  private static final Pattern GAUGE = Pattern.compile("\"(paylink\\.[a-z.]+)\"");
  private static final Pattern ROUTE = Pattern.compile("route=\\\\?\"([^\"\\\\]+)");

  @AutoClose private static TestService service;

  /** With mail and a chain, neither of which answers: their meters exist all the same. */
  @BeforeAll
  static void start() {
    MailSettings mail =
        new MailSettings(
            new SmtpServer("127.0.0.1", 1, SmtpServer.Security.NONE, null),
            Objects.requireNonNull(Mailbox.parse("no-reply@pay.example")),
            null,
            true);
    ChainConfig chain =
        new ChainConfig(
            "silent",
            "Silent chain",
            new Deployment(31337, EvmAddress.of("0x5fbdb2315678afecb367f032d93f642f64180aa3")),
            List.of(URI.create("http://127.0.0.1:1")),
            1,
            new Finality.Depth(3),
            null,
            1000,
            Duration.ofSeconds(5),
            0,
            null,
            null,
            List.of(),
            null);
    RelayConfig relay =
        new RelayConfig(
            chain,
            RelayKey.of("1".repeat(64)),
            BigInteger.TEN,
            BigInteger.TEN,
            BigInteger.TEN,
            BigDecimal.ZERO,
            null,
            BigDecimal.TEN,
            Duration.ofSeconds(30),
            BigInteger.ZERO);
    service = TestService.builder().mail(mail).chains(List.of(chain)).relays(relay).start();
  }

  @Test
  void every_metric_of_alerts_and_dashboard_exists() throws IOException {
    new Browser(service.internalUrl()).get("/health/live"); // the first request makes their meter
    String metrics = new Browser(service.internalUrl()).get("/metrics").body();
    Set<String> existing =
        METRIC.matcher(metrics).results().map(match -> match.group()).collect(Collectors.toSet());
    assertThat(existing).containsAll(found(METRIC, ALERTS)).containsAll(found(METRIC, DASHBOARD));
  }

  @Test
  void every_gauge_of_a_node_has_a_panel() throws IOException {
    String gauges =
        Files.readString(Path.of("src/main/java/dev/paylink/app/meter/NodeGauges.java"));
    Set<String> expected =
        GAUGE
            .matcher(gauges)
            .results()
            .map(match -> match.group(1).replace('.', '_'))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(expected).hasSizeGreaterThan(7);
    expected.addAll(
        Set.of(
            "paylink_clock_offset_seconds",
            "paylink_certificate_days",
            "paylink_archive_age_seconds",
            "paylink_archive_failures_total",
            "paylink_merchant_calls",
            "paylink_merchant_webhook_errors"));
    assertThat(Files.readString(DASHBOARD)).contains(expected);
  }

  @Test
  void every_route_of_alerts_and_dashboard_exists() throws IOException {
    List<String> templates =
        Stream.concat(service.publicRoutes().stream(), service.internalRoutes().stream())
            .map(Route::template)
            .toList();
    assertThat(templates).containsAll(found(ROUTE, ALERTS)).containsAll(found(ROUTE, DASHBOARD));
  }

  @Test
  void every_metric_worth_an_alert_has_one() throws IOException {
    String monitoring = Files.readString(MONITORING);
    String worth =
        monitoring.substring(
            monitoring.indexOf("Worth an alert;"),
            monitoring.indexOf("To see the length of the webhook queue"));
    assertThat(found(ALERTS))
        .containsAll(METRIC.matcher(worth).results().map(match -> match.group()).toList());
  }

  @Test
  void every_alert_has_a_test_of_promtool() throws IOException {
    assertThat(found(TRIED, ALERTS_TEST)).containsExactlyElementsOf(found(ALERT, ALERTS));
  }

  @Test
  void every_alert_has_its_severity_and_next_step_in_the_documentation() throws IOException {
    assertThat(found(DOCUMENTED, MONITORING)).isEqualTo(severities());
  }

  private static Set<String> severities() throws IOException {
    return RULE.matcher(Files.readString(ALERTS))
        .results()
        .map(rule -> "`%s` | %s".formatted(rule.group(1), rule.group(2)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> found(Path file) throws IOException {
    return found(METRIC, file);
  }

  private static Set<String> found(Pattern pattern, Path file) throws IOException {
    Set<String> found = new TreeSet<>();
    pattern
        .matcher(Files.readString(file))
        .results()
        .forEach(match -> found.add(match.group(match.groupCount())));
    assertThat(found).isNotEmpty();
    return found;
  }
}
