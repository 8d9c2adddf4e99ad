package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.IdPlugin;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.embedded.PlainPostgres;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** What holds for the schema as a whole, and for the settings under which it is read. */
final class SchemaTest {
  private static final Path MIGRATIONS = Path.of("src/main/resources/db/schema");

  /** From here on the name says it: {@code V40__expand_…}, {@code V45__contract_after_40_…}. */
  private static final int FIRST_NAMED = 40;

  private static final Pattern CONTRACT =
      Pattern.compile("V[0-9]+__contract_after_([0-9]+)_.+\\.sql");
  private static final Pattern TAKES_AWAY =
      Pattern.compile(
          "(?is)\\b(drop|rename|truncate|revoke|set\\s+not\\s+null|alter\\s+(column\\s+)?\\w+\\s+(set\\s+data\\s+)?type)\\b");

  /** Released migrations, by the beginning of their SHA-256. They never change; new ones follow. */
  private static final Map<String, String> RELEASED =
      Map.ofEntries(
          Map.entry("V1__merchant.sql", "beaf08a0d2ecebf6"),
          Map.entry("V2__credential.sql", "fb52fff51a4734e5"),
          Map.entry("V3__invoice.sql", "044ca423f73a6025"),
          Map.entry("V4__payment.sql", "e6f523258c07262b"),
          Map.entry("V5__webhook.sql", "fd471a39cea42725"),
          Map.entry("V6__settlement.sql", "0d2073ddf6714e8e"),
          Map.entry("V7__session.sql", "5a54efb7e618ded9"),
          Map.entry("V8__mail.sql", "da48f589ccf5f501"),
          Map.entry("V9__chain.sql", "6d94a91e3cd80edb"),
          Map.entry("V10__readiness.sql", "ca73c65384c2a797"),
          Map.entry("V11__money_path.sql", "1b69c0a0ed65098f"),
          Map.entry("V12__chain_quorum.sql", "9f99d8afa0bf204a"),
          Map.entry("V13__signature_version.sql", "663bf8c8c6c28784"),
          Map.entry("V14__flags.sql", "d79ff9d9849a2927"),
          Map.entry("V15__pending_name.sql", "c5c67c7593348ea8"),
          Map.entry("V17__key_settings.sql", "15013e7f3c606c2a"),
          Map.entry("V18__key_roll.sql", "3b15ed6e6803a57b"),
          Map.entry("V19__proof.sql", "cc1b4715aa83dcc2"),
          Map.entry("V20__freeze.sql", "726e83dc770e6d47"),
          Map.entry("V21__password_reset.sql", "5768bda7b8b17f9d"),
          Map.entry("V22__operators.sql", "5787cae5fe17c28d"),
          Map.entry("V24__passkeys.sql", "fe2e9b0289d5999d"),
          Map.entry("V26__audit_chain.sql", "adf137b730c9c1fb"),
          Map.entry("V27__proven_email.sql", "f04e32a68d15a281"),
          Map.entry("V28__webhook_choice.sql", "dc1dce1c05459228"),
          Map.entry("V29__request_log.sql", "c26de41f831d1189"),
          Map.entry("V30__sandbox_clock.sql", "e18699e8a781c111"),
          Map.entry("V31__sso.sql", "b2ef52e9fdd81862"),
          Map.entry("V32__delivery_key.sql", "b7dd79e4b41754e6"),
          Map.entry("V33__retention.sql", "81afa1da280a51f0"),
          Map.entry("V34__system.sql", "5b29868569bf6fa9"),
          Map.entry("V36__merchant_bits.sql", "8f3addad2719a984"),
          Map.entry("V40__expand_reusable_links.sql", "e28bcfd3ea1a2471"),
          Map.entry("V42__expand_deposit_addresses.sql", "a81f617f2c49a798"),
          Map.entry("V43__expand_refunds.sql", "87a0a823fa9ea4a0"),
          Map.entry("V44__expand_brand.sql", "196394539e579f1d"),
          Map.entry("V45__expand_collected_deposits.sql", "c28daf991213a04a"));

  /**
   * Two indexes that both begin with the merchant look alike where it is thought to have few rows.
   */
  private static final String ALIKE =
      """
      select c.relname from pg_index i
        join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace
         and a.attname = 'merchant_id' and i.indpred is null
       group by c.relname having count(*) > 1
      """;

  /** With the merchant in front, an index next to one for another key has to have a condition. */
  private static final String UNCONDITIONED =
      """
      select c.relname from pg_index i
        join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relname = any(:tables) and a.attname = 'merchant_id' and i.indpred is null
      """;

  /** Small for each merchant, or looked up by one key only. */
  private static final Set<String> SMALL =
      Set.of("mail", "audit_log", "audit_link", "audit_signature", "session_code");

  @Test
  void no_two_indexes_of_a_table_begin_alike_with_the_merchant() {
    try (Database database = TestDatabase.fresh()) {
      database
          .workers()
          .useHandle(
              handle -> {
                assertThat(handle.createQuery(ALIKE).mapTo(String.class).list()).isEmpty();
                assertThat(
                        handle
                            .createQuery(UNCONDITIONED)
                            .bindArray(
                                "tables",
                                String.class,
                                World.GROWING.stream().filter(t -> !SMALL.contains(t)).toList())
                            .mapTo(String.class)
                            .list())
                    .isEmpty();
              });
    }
  }

  @Test
  void every_server_plans_by_our_settings_not_by_its_own() {
    Map<String, String> unlike =
        Map.of(
            "random_page_cost", "40",
            "seq_page_cost", "0.1",
            "cpu_tuple_cost", "0.5",
            "enable_nestloop", "off",
            "enable_indexscan", "off",
            "jit", "on",
            "plan_cache_mode", "force_custom_plan");
    try (PlainPostgres plain = PlainPostgres.start(18, Map.of());
        PlainPostgres odd = PlainPostgres.start(18, unlike)) {
      assertThat(plannerSettings(odd)).isEqualTo(plannerSettings(plain));
    }
  }

  @Test
  void database_of_an_unreleased_version_is_refused_in_one_line() {
    String url = TestDatabase.freshUrl();
    Jdbi.create(url)
        .useHandle(
            handle ->
                handle.execute(
                    """
                    update flyway_schema_history
                       set checksum = 1, description = 'merchants invoices payments'
                     where version = '1'
                    """));
    assertThatThrownBy(() -> Database.open(url, new IdPlugin()))
        .hasMessageContaining("start with an empty database or data folder");
  }

  @Test
  void released_migrations_never_change() throws IOException {
    Map<String, String> now = new TreeMap<>();
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      for (Path file : files.toList()) {
        now.put(String.valueOf(file.getFileName()), hash(Files.readAllBytes(file)));
      }
    }
    assertThat(now).containsAllEntriesOf(RELEASED);
  }

  /** See {@code CurrentSchema}: a node of the previous release reads it from the history. */
  @Test
  void new_migrations_say_what_they_do_to_older_versions() throws IOException {
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        int version = Integer.parseInt(name.substring(1, name.indexOf("__")));
        if (version >= FIRST_NAMED) {
          assertThat(fault(version, name, Files.readString(file))).as(name).isEmpty();
        }
      }
    }
    assertThat(fault(41, "V41__expand_a.sql", "create table a (id int); -- drop it later"))
        .isEmpty();
    assertThat(fault(41, "V41__a.sql", "create table a (id int);")).isNotEmpty();
    assertThat(fault(41, "V41__expand_a.sql", "alter table a\n drop column b;")).isNotEmpty();
    assertThat(fault(41, "V41__expand_a.sql", "alter table a rename to b;")).isNotEmpty();
    assertThat(fault(41, "V41__expand_a.sql", "alter table a alter b set not null;")).isNotEmpty();
    assertThat(fault(45, "V45__contract_after_41_a.sql", "drop table a;")).isEmpty();
    assertThat(fault(45, "V45__contract_after_45_a.sql", "drop table a;")).isNotEmpty();
    assertThat(fault(45, "V45__contract_a.sql", "drop table a;")).isNotEmpty();
  }

  private static String fault(int version, String name, String sql) {
    Matcher contract = CONTRACT.matcher(name);
    if (contract.matches()) {
      return Integer.parseInt(contract.group(1)) < version ? "" : "it must follow its expand";
    }
    if (!name.matches("V[0-9]+__expand_.+\\.sql")) {
      return "name it V" + version + "__expand_… or V" + version + "__contract_after_<version>_…";
    }
    return TAKES_AWAY.matcher(sql.replaceAll("--.*", "")).find()
        ? "it takes something away from older versions: make it a contract, a release later"
        : "";
  }

  private static Map<String, String> plannerSettings(PlainPostgres server) {
    try (Database database = Database.open(server.freshUrl(), new IdPlugin())) {
      return database
          .workers()
          .withHandle(
              handle ->
                  handle
                      .createQuery(
                          """
                          select name, setting from pg_settings
                           where category like 'Query Tuning%'
                              or name in ('plan_cache_mode', 'jit')
                          """)
                      .reduceRows(
                          new TreeMap<String, String>(),
                          (all, row) -> {
                            all.put(
                                row.getColumn("name", String.class),
                                row.getColumn("setting", String.class));
                            return all;
                          }));
    }
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
          .substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
