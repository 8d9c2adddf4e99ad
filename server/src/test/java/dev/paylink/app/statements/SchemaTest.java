package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the schema as a whole, and for the settings under which it is read. */
final class SchemaTest {
  private static final Path MIGRATIONS = Path.of("src/main/resources/db/schema");

  private static final Pattern CONTRACT =
      Pattern.compile("V[0-9]+__contract_after_([0-9]+)_.+\\.sql");
  private static final Pattern CHANGES_A_TABLE =
      Pattern.compile(
          "(?im)^(alter\\s+table\\s+\\w+\\s+(add|drop|alter|set|rename)|drop|update)\\b");
  private static final Pattern TAKES_AWAY =
      Pattern.compile(
          "(?is)\\b(drop|rename|truncate|revoke|set\\s+not\\s+null|alter\\s+(column\\s+)?\\w+\\s+(set\\s+data\\s+)?type)\\b");

  /**
   * Released migrations, by the beginning of their SHA-256. They never change; new ones follow.
   * Empty until the first release: a part's file is changed in place, and a database of another
   * build is refused.
   */
  private static final Map<String, String> RELEASED = Map.of();

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
      Set.of("mail", "audit_log", "audit_link", "audit_signature", "session_code", "movement");

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
  void migrations_after_the_first_release_say_what_they_do_to_older_versions() throws IOException {
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        if (!RELEASED.isEmpty() && !RELEASED.containsKey(name)) {
          assertThat(fault(version(name), name, Files.readString(file))).as(name).isEmpty();
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

  @Test
  void each_table_stands_in_one_file_with_its_final_form() throws IOException {
    Map<Integer, String> parts = new TreeMap<>();
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        parts.put(version(name), name);
        if (RELEASED.isEmpty()) {
          assertThat(Files.readString(file)).as(name).doesNotContainPattern(CHANGES_A_TABLE);
        }
      }
    }
    assertThat(parts.keySet())
        .as("numbered without gaps, each once")
        .containsExactlyElementsOf(IntStream.rangeClosed(1, parts.size()).boxed().toList());
  }

  private static int version(String name) {
    return Integer.parseInt(name.substring(1, name.indexOf("__")));
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
    String url = server.freshUrl();
    try (Database database = Database.open(url, url, TestDatabase.PATIENCE, new IdPlugin())) {
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
