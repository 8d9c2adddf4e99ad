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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that settings name is looked at, and one that is away hides no other. */
final class CheckInstanceTest {
  @TempDir Path folder;

  @Test
  void what_is_there_is_fine_and_what_is_away_is_told_each_by_itself() throws Exception {
    try (HeldPort nobody = new HeldPort();
        LocalServer node = new LocalServer().on("/", CheckInstanceTest::otherChain)) {
      Map<String, Verdict> found =
          verdicts(
              Map.of(
                  "PAYLINK_DATABASE_URL", TestDatabase.freshUrl(),
                  "PAYLINK_REDIS_URL", "redis://127.0.0.1:" + nobody,
                  "PAYLINK_MAIL_SMTP_URL", "smtp://127.0.0.1:" + nobody + "?starttls=off",
                  "PAYLINK_MAIL_FROM", "pay@example.com",
                  "PAYLINK_CHAIN_LOCAL_ID", "31337",
                  "PAYLINK_CHAIN_LOCAL_CONTRACT", "0x5FbDB2315678afecb367f032d93F642f64180aa3",
                  "PAYLINK_CHAIN_LOCAL_RPC", node.url(),
                  "PAYLINK_CHAIN_LOCAL_START_BLOCK", "0",
                  "PAYLINK_CHAIN_LOCAL_FINALITY", "3"));
      assertThat(found)
          .containsEntry("database", Verdict.OK)
          .containsEntry("clock", Verdict.OK)
          .containsEntry("Redis", Verdict.WRONG)
          .containsEntry("mail", Verdict.WRONG)
          .containsEntry("chain local", Verdict.WRONG)
          .containsEntry("memory", Verdict.OK);
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

  private static void otherChain(HttpExchange exchange) throws IOException {
    LocalServer.answer(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}");
    exchange.close();
  }
}
