package dev.paylink.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.paylink.app.check.CheckInstance.Finding;
import dev.paylink.app.check.CheckInstance.Verdict;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.LocalServer;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.RedisServer;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that settings name is looked at, and one that is away hides no other. */
final class CheckInstanceTest {
  @TempDir Path folder;

  @Test
  void what_is_there_is_fine_and_what_is_away_is_told_each_by_itself() throws Exception {
    try (HeldPort nobody = new HeldPort();
        LocalServer node = new LocalServer().on("/", CheckInstanceTest::otherChain)) {
      Map<String, String> settings = chain(node);
      settings.put("PAYLINK_DATABASE_URL", TestDatabase.freshUrl());
      settings.put("PAYLINK_REDIS_URL", "redis://127.0.0.1:" + nobody);
      settings.put("PAYLINK_MAIL_SMTP_URL", "smtp://127.0.0.1:" + nobody + "?starttls=off");
      settings.put("PAYLINK_MAIL_FROM", "pay@example.com");
      Map<String, Verdict> found = verdicts(settings);
      assertThat(found)
          .containsEntry("database", Verdict.OK)
          .containsEntry("clock", Verdict.OK)
          .containsEntry("schema", Verdict.OK)
          .containsEntry("Redis", Verdict.WRONG)
          .containsEntry("mail", Verdict.WRONG)
          .containsEntry("chain local", Verdict.WRONG)
          .containsEntry("memory", Verdict.OK);
    }
  }

  /** Some nodes take every upgrade for one to WebSocket, and refuse it. */
  @Test
  void node_of_a_chain_is_asked_without_an_upgrade() throws Exception {
    try (LocalServer node = new LocalServer().on("/", CheckInstanceTest::withoutUpgrade)) {
      assertThat(verdicts(chain(node))).containsEntry("chain local", Verdict.OK);
    }
  }

  @Test
  void a_database_that_is_away_hides_nothing_else() throws Exception {
    try (HeldPort nobody = new HeldPort();
        RedisServer redis = new RedisServer(folder);
        MailServer mail = MailServer.started()) {
      Map<String, Verdict> found =
          verdicts(
              Map.of(
                  "PAYLINK_DATABASE_URL",
                  "postgres://u:hunter2@127.0.0.1:" + nobody + "/paylink",
                  "PAYLINK_REDIS_URL",
                  redis.url()));
      assertThat(found).containsEntry("database", Verdict.WRONG).containsEntry("Redis", Verdict.OK);
      assertThat(mail.settings().unreachable()).isNull();
    }
  }

  @Test
  void schema_that_a_start_would_refuse_is_wrong() {
    String url = TestDatabase.freshUrl();
    Jdbi.create(url)
        .useHandle(handle -> handle.execute("drop schema public cascade; create schema public"));
    String service = TestDatabase.serviceUrl(url);
    assertThat(verdicts(Map.of("PAYLINK_DATABASE_URL", service)))
        .containsEntry("schema", Verdict.WRONG);
    assertThat(verdicts(Map.of("PAYLINK_DATABASE_URL", url, "PAYLINK_DATABASE_MIGRATE", "off")))
        .containsEntry("schema", Verdict.WRONG);
    assertThat(
            verdicts(
                Map.of("PAYLINK_DATABASE_URL", service, "PAYLINK_DATABASE_MIGRATION_URL", url)))
        .containsEntry("schema", Verdict.OK);
  }

  private static Map<String, String> chain(LocalServer node) {
    return new HashMap<>(
        Map.of(
            "PAYLINK_CHAIN_LOCAL_ID", "31337",
            "PAYLINK_CHAIN_LOCAL_CONTRACT", "0x5FbDB2315678afecb367f032d93F642f64180aa3",
            "PAYLINK_CHAIN_LOCAL_RPC", node.url(),
            "PAYLINK_CHAIN_LOCAL_START_BLOCK", "0",
            "PAYLINK_CHAIN_LOCAL_FINALITY", "3"));
  }

  private Map<String, Verdict> verdicts(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("PAYLINK_MODE", "sandbox");
    settings.put("PAYLINK_DATA_FOLDER", folder.toString());
    List<Finding> findings =
        CheckInstance.of(new ConfigReader(Settings.read(null, settings)).read());
    assertThat(findings)
        .allSatisfy(found -> assertThat(found.text()).doesNotContain("\n", "hunter2", "Exception"));
    return findings.stream()
        .collect(Collectors.toMap(Finding::what, Finding::verdict, (a, b) -> b));
  }

  private static void withoutUpgrade(HttpExchange exchange) throws IOException {
    boolean upgrade = exchange.getRequestHeaders().containsKey("Upgrade");
    LocalServer.answer(
        exchange,
        upgrade ? 400 : 200,
        upgrade ? "" : "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x7a69\"}");
    exchange.close();
  }

  private static void otherChain(HttpExchange exchange) throws IOException {
    LocalServer.answer(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}");
    exchange.close();
  }
}
