package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.dashboard.Guest;
import dev.paylink.desk.system.JudgeBackups;
import dev.paylink.desk.system.SystemCheck;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.backup.BackupStore;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page about a live instance: what is red, with its next step, beside what is not. */
final class SystemPageTest {
  private static final EvmAddress CONTRACT = EvmAddress.of(new byte[20]);
  private static final String DATABASE = TestDatabase.freshUrl();

  /** Undoes each update of a table from now on. */
  private static final String HOLD = "create trigger hold before update on ";

  private static final String EACH = " for each row execute function hold()";
  private static final Jdbi JDBI = Jdbi.create(DATABASE);

  private static final HeldPort NOBODY = new HeldPort();

  private static TestService service;
  private static Guest operator;

  /** Its only chain has a node that nobody answers for. */
  @BeforeAll
  static void start() {
    service = TestService.builder().database(DATABASE).live().chains(List.of(chain())).start();
    operator = new Guest(service.internalUrl()).signInAtDesk();
    sql("create function hold() returns trigger language plpgsql as 'begin return null; end'");
  }

  private static ChainConfig chain() {
    return new ChainConfig(
        "base",
        "Base",
        new Deployment(8453, CONTRACT),
        List.of(URI.create(NOBODY.url())),
        1,
        new Finality.Depth(1),
        null,
        1000,
        Duration.ofMillis(200),
        0,
        null,
        null,
        List.of(new Token("USDC", CONTRACT, 6, false, false, null)),
        null);
  }

  @AfterAll
  static void stop() {
    service.close();
    NOBODY.close();
  }

  @Test
  void this_node_is_there_with_its_version_and_its_table_sizes() {
    assertThat(page())
        .contains(":" + service.baseUrl().getPort(), "Running", "0.1.0")
        .contains("<code>payment</code>", "Known tomorrow")
        .contains("The database does not record them");
    sql("insert into table_size values ('payment', current_date - 10, 0)");
    assertThat(page())
        .containsPattern("<code>payment</code></td>\\s*<td[^>]*>[^<]+</td>\\s*<td[^>]*>\\+");
  }

  @Test
  void a_node_that_ended_without_a_word_is_red_and_one_that_said_so_is_not() {
    insertNode("lost:8080", "now() - interval '5 minutes'", "null");
    insertNode("asleep:8080", "now() - interval '5 minutes'", "now() - interval '5 minutes'");
    assertThat(page())
        .contains(
            todo("Node lost:8080", "bad", "Gone", "It stopped unexpectedly"),
            "asleep:8080",
            ">Stopped<")
        .doesNotContain("<td class=\"first\">Node asleep:8080");
    sql("update node set seen_at = now() where name = 'lost:8080'");
    assertThat(page())
        .doesNotContain("Node lost:8080")
        .contains(todo("Versions", "warn", "Several", "Nodes of several versions run."));
    sql("delete from node where name in ('lost:8080', 'asleep:8080')");
  }

  @Test
  void a_chain_that_is_late_is_red_and_says_what_its_node_sees() {
    Await.until("this node leads it", () -> page().contains("chain base"));
    assertThat(page())
        .contains(todo("Chain base", "bad", "Late", "Payments on it are confirmed late."))
        .doesNotContain("Not watched");
    sql(
        "insert into chain_cursor (chain_id, contract, number, hash, time) values"
            + " (8453, decode(repeat('00', 20), 'hex'), 12345, null, now() - interval '2 hours')");
    assertThat(page()).contains("12,345", "2 h 0 min", ">Late<");
    sql("update chain_cursor set time = now()");
    assertThat(page()).doesNotContain(">Late<");
    sql("update chain_cursor set halted = 'block 12345 was replaced'");
    assertThat(page())
        .contains(todo("Chain base", "bad", "Halted", "A final block was replaced."))
        .contains("block 12345 was replaced");
    Await.until(
        "what the node sees is told",
        () -> page().contains("Chain base: too few nodes answer, or what they answer"));
    together(
        "lock table node in share row exclusive mode", // or the node holds it, and waits for a row
        "update node set leads = '{}'",
        HOLD + "node" + EACH); // it reports nothing else
    assertThat(page()).contains(todo("Chain base", "bad", "Not watched", "No node watches it."));
    sql("drop trigger hold on node");
    sql("delete from chain_cursor");
  }

  @Test
  void deliveries_and_letters_that_wait_too_long_are_red() {
    sql(HOLD + "delivery" + EACH); // nobody claims them
    sql(
        "insert into delivery (merchant_id, id, event_id, scope, state, due_at, created_at)"
            + " values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),"
            + " 'invoice_settlement', 'pending',"
            + " now() - interval '40 seconds', now())");
    sql(
        "insert into mail (id, recipient, message_id, subject, text, html, due_at) values"
            + " (gen_random_uuid(), 'a@b.example', 'x', 'x', 'x', 'x', now() - interval '1 hour')");
    assertThat(page())
        .contains(todo("Webhooks", "warn", "Behind", "Look whether nodes run"))
        .contains(todo("E-mails", "bad", "Stuck", "Look whether the mail server answers"));
    together( // nobody claims them in between
        "drop trigger hold on delivery",
        "update delivery set due_at = now() - interval '10 minutes'",
        HOLD + "delivery" + EACH);
    assertThat(page())
        .contains(todo("Webhooks", "bad", "Stuck", "Look whether nodes run"), "for 10 min");
    sql("delete from delivery");
    sql("delete from mail");
    assertThat(page()).doesNotContain(">Stuck<", ">Behind<");
  }

  @Test
  void a_backup_that_is_missing_or_too_old_is_red() throws SQLException {
    assertThat(page()).contains(todo("Backup", "bad", "None", "Run ./paylink backup DIR now"));
    Instant old = Instant.now().minus(Duration.ofHours(27));
    BackupStore.note(DATABASE, new BackupStore.Row(BackupStore.Kind.file, old, 3L << 20));
    assertThat(page())
        .contains(todo("Backup", "bad", "Too old", "Run ./paylink backup DIR now"), "3.0 MiB");
    BackupStore.note(DATABASE, new BackupStore.Row(BackupStore.Kind.stream, Instant.now(), null));
    BackupStore.note(DATABASE, new BackupStore.Row(BackupStore.Kind.stream, old, null)); // late
    assertThat(page()).contains("Last stream, unverified", ">Recent<").doesNotContain(">Too old<");
    sql("delete from backup_taken");
  }

  @Test
  void an_archive_that_is_off_is_calm_and_one_that_is_behind_is_red() {
    assertThat(page())
        .containsPattern("<dt>Archive</dt><dd><span class=\"badge calm\">Off</span>")
        .doesNotContain("<td class=\"first\">Archive</td>");
    Instant now = Instant.now();
    assertThat(archive(Duration.ZERO, now)).isEqualTo("good: Up to date");
    assertThat(archive(Duration.ofMinutes(10), now)).isEqualTo("good: Up to date");
    assertThat(archive(Duration.ofSeconds(601), now)).isEqualTo("bad: Behind");
    assertThat(archive(Duration.ZERO, null)).isEqualTo("warn: No base backup");
    assertThat(archive(Duration.ZERO, now.minus(Duration.ofHours(49)))).startsWith("good: ");
    assertThat(archive(Duration.ZERO, now.minus(Duration.ofHours(51))))
        .isEqualTo("warn: Base backup old");
  }

  private static String archive(Duration waiting, @Nullable Instant newestBase) {
    ArchiveMeters.State state = new ArchiveMeters.State(waiting, newestBase);
    SystemCheck check = new JudgeBackups(Instant.now(), true, List.of(), state).archive();
    assertThat(check.isWanting()).isEqualTo(!check.tone().equals("good"));
    return check.tone() + ": " + check.word();
  }

  @Test
  void words_of_the_database_are_text() {
    insertNode("<b>lost</b>", "now() - interval '5 minutes'", "null");
    assertThat(page()).contains("&lt;b&gt;lost&lt;/b&gt;").doesNotContain("<b>lost");
    sql("delete from node where name like '<%'");
  }

  private static String page() {
    return operator.get("/admin/desk/system").expect(200).body();
  }

  /** A line of the list of what is to be done, as far as the beginning of its next step. */
  private static String todo(String what, String tone, String word, String next) {
    return """
    <td class="first">%s</td>
    <td data-label="State"><span class="badge %s">%s</span>
    </td>
    <td data-label="Next step">%s\
    """
        .formatted(what, tone, word, next);
  }

  private static void insertNode(String name, String seenAt, String stoppedAt) {
    sql(
        "insert into node values ('%s', '0.0.9', now() - interval '2 days', %s, %s, '{}', '{}')"
            .formatted(name, seenAt, stoppedAt));
  }

  private static void sql(String statement) {
    JDBI.useHandle(handle -> handle.execute(statement));
  }

  /** In one transaction, which nobody gets between. */
  private static void together(String... statements) {
    JDBI.useTransaction(
        handle -> {
          for (String statement : statements) {
            handle.execute(statement);
          }
        });
  }
}
