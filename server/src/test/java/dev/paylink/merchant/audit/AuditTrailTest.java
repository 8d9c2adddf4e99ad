package dev.paylink.merchant.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.IdPlugin;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.testing.Browser;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody does to the log behind the service's back, the next check names it. */
final class AuditTrailTest {
  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser MERCHANT = SERVICE.register();
  private static final String ID = MERCHANT.get("/merchant/profile").text("merchantId");
  private static final MerchantId MERCHANT_ID = Objects.requireNonNull(MerchantId.parse(ID));
  private static final AuditKeys KEYS =
      new AuditKeys(SERVICE.jdbi(), new Vault(List.of(TestService.ENCRYPTION_KEY)));

  @TempDir private static Path folder;

  /** Seven entries; the head was signed after the fifth. */
  @BeforeAll
  static void record() {
    for (int i = 2; i <= 5; i++) {
      rename("Größe, " + i + ": \uD83D\uDE80");
    }
    sign(Duration.ZERO);
    // So that no other test signs it again.
    SERVICE.stored().change("update audit_head set signed_at = 'infinity'");
    rename("Six");
    rename("Seven");
    SERVICE.register(); // has a trail of its own
  }

  @Test
  void untouched_log_is_whole() {
    AuditVerdict.Whole whole =
        (AuditVerdict.Whole) VerifyAudit.database(SERVICE.jdbi(), Set.copyOf(KEYS.published()));
    assertThat(whole.trails()).isGreaterThanOrEqualTo(2);
    assertThat(whole.entries()).isGreaterThanOrEqualTo(8);
    assertThat(whole.heads())
        .filteredOn(head -> head.merchantId().equals(MERCHANT_ID))
        .extracting(SignedHead::number)
        .containsExactly(5L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          update audit_log set at = at + interval '1 microsecond' where id = entry(3) | entry 3
          update audit_log set actor = 'operator' where id = entry(3)                 | entry 3
          update audit_log set source = '10.0.0.1' where id = entry(3)                | entry 3
          update audit_log set action = 'merchant.x' where id = entry(3)              | entry 3
          update audit_log set before = null where id = entry(3)                      | entry 3
          update audit_log set before = '' where id = entry(1)                        | entry 1
          update audit_log set after = concat(after, ' ') where id = entry(7)             | entry 7
          update audit_log set before = after, after = before where id = entry(2)     | entry 2
          update audit_log set id = gen_random_uuid() where id = entry(4)             | entry 4
          update audit_log set merchant_id = other() where id = entry(4)              | was
          delete from audit_log where id = entry(4)                                   | entry 4
          delete from audit_log where id = entry(7)                                   | entry 7
          delete from audit_link where entry_id = entry(1)                            | entry 1
          delete from audit_link where entry_id = entry(4)                            | entry 4
          delete from audit_link where entry_id = entry(7)                            | was inserted
          delete from audit_link where merchant_id = me()                             | cut off
          update audit_link set hash = sha256(hash) where entry_id = entry(2)         | entry 2
          update audit_link set number = number + 10 where entry_id = entry(7)        | entry 7
          update audit_head set number = 6 where merchant_id = me()                   | number 7
          update audit_head set hash = sha256('') where merchant_id = me()            | entry 7
          delete from audit_head where merchant_id = me()                             | number 7
          update audit_signature set hash = sha256('') where merchant_id = me()       | entry 5
          update audit_signature set signed_at = now() where merchant_id = me()       | signature
          update audit_signature set signature = '\\x00' where merchant_id = me()     | signature
          update audit_signature set public_key = '\\x00' where merchant_id = me()    | signature
          update audit_signature set number = 4 where merchant_id = me()              | entry 4
          update audit_signature set number = 8 where merchant_id = me()              | cut off
          insert into audit_log values (me(), gen_random_uuid(), now(), 'a', 'b', 'c') | was inserted
          """)
  void what_the_owner_of_the_tables_alters_is_found(String statement, String named) {
    assertThat(faultAfter(statement)).contains(named);
  }

  @Test
  void two_entries_that_changed_places_are_found() {
    assertThat(
            faultAfter(
                "alter table audit_link drop constraint audit_link_entry_id_merchant_id_key",
                """
                update audit_link l set entry_id = case l.number when 3 then entry(4) else entry(3) end
                 where l.merchant_id = me() and l.number in (3, 4)
                """))
        .contains("entry 3");
  }

  @Test
  void a_removed_entry_is_found_even_if_all_later_ones_are_chained_anew() {
    assertThat(
            faultAfter(
                "create temporary table kept on commit drop as select a.* from audit_log a join"
                    + " audit_link l on l.entry_id = a.id where l.merchant_id = me() and number <> 3"
                    + " order by number",
                "delete from audit_link where merchant_id = me()",
                "delete from audit_head where merchant_id = me()",
                "delete from audit_log where merchant_id = me() and id not in (select id from kept)",
                """
                select append_to_audit_trail(row(k.merchant_id, k.id, k.at, k.actor, k.source,
                         k.action, k.before, k.after)::audit_log) from kept k
                """))
        .contains("entry 5", "the trail was rewritten");
  }

  @Test
  void entries_cut_off_at_the_end_are_found_behind_a_signed_head() {
    String[] cut = {
      "delete from audit_log where id in (select entry(n) from generate_series(5, 7) n)",
      "delete from audit_link where merchant_id = me() and number >= 5",
      """
      update audit_head set number = 4,
             hash = (select hash from audit_link where merchant_id = me() and number = 4)
       where merchant_id = me()
      """
    };
    assertThat(faultAfter(cut)).contains("cut off", "number 4", "number 5 was signed");
  }

  @Test
  void an_export_says_all_and_every_change_of_a_line_is_found() {
    List<String> lines = export().lines().toList();
    assertThat(lines).hasSize(9); // seven entries, the daily signature, one of the export
    assertThat(verdict(lines)).isInstanceOf(AuditVerdict.Whole.class);
    for (int i = 0; i < lines.size(); i++) {
      List<String> fewer = new ArrayList<>(lines);
      fewer.remove(i);
      if (i != 7) { // without the daily one, that of the export still covers everything
        assertThat(verdict(fewer)).as("without line %d", i).isInstanceOf(AuditVerdict.Broken.class);
      }
      for (String field :
          List.of(
              "merchantId",
              "number",
              "id",
              "at",
              "actor",
              "source",
              "action",
              "before",
              "after",
              "hash",
              "signedAt",
              "publicKey",
              "signature")) {
        String changed = lines.get(i).replaceFirst("(\"" + field + "\":\"?)[^,]{2}", "$199");
        List<String> other = new ArrayList<>(lines);
        other.set(i, changed);
        if (!changed.equals(lines.get(i))) {
          assertThat(verdict(other)).as(changed).isInstanceOf(AuditVerdict.Broken.class);
        }
      }
    }
    List<String> swapped = new ArrayList<>(lines);
    Collections.swap(swapped, 2, 3);
    assertThat(verdict(swapped))
        .hasToString(
            "Broken[fault=audit log of "
                + ID
                + ": entry 3 was removed: entry 4 ("
                + lines.get(3).replaceAll(".*\"(aud_\\w+)\".*", "$1")
                + ") follows entry 2]");
    List<String> twice = new ArrayList<>(lines);
    twice.add(2, lines.get(1));
    assertThat(verdict(twice)).asString().contains("entry 2", "out of order");
    assertThat(verdict(lines.subList(0, 7))).asString().contains("cut off");
    assertThat(verdict(List.of())).asString().contains("no entry");
    assertThat(verdict(List.of("{}"))).asString().contains("line 1");
  }

  @Test
  void signature_by_another_key_is_found_if_the_right_one_is_known() {
    assertThat(VerifyAudit.export(new BufferedReader(new StringReader(export())), Set.of("x")))
        .asString()
        .contains("by another key");
    assertThat(SERVICE.browser().get("/.well-known/audit-keys.json").expect(200).body())
        .contains("\"crv\":\"Ed25519\"", "\"x\":\"" + KEYS.published().getFirst() + "\"");
  }

  /** The program is the one in docs/dashboard/accounts.md. */
  @Test
  void ten_lines_of_python_come_to_the_same_hashes() throws Exception {
    String docs = Files.readString(Path.of("../docs/dashboard/accounts.md"));
    String program = docs.substring(docs.indexOf("```python\n") + 10);
    program = program.substring(0, program.indexOf("```"));
    assertThat(program.lines().count()).isLessThanOrEqualTo(12);
    Path export = Files.writeString(folder.resolve("audit.jsonl"), export());
    Path forged =
        Files.writeString(folder.resolve("forged.jsonl"), export().replace("\"Six\"", "\"6\""));
    assumeTrue(python("print(1)", export).equals("1"), "there is no python3");
    assertThat(python(program, export)).isEqualTo("7 entries fit");
    assertThat(python(program, forged)).contains("entry 6");
  }

  @Test
  void heads_are_signed_when_they_have_grown_and_a_while_has_passed() {
    Browser merchant = SERVICE.register();
    String id = merchant.get("/merchant/profile").text("merchantId");
    sign(Duration.ofDays(1));
    assertThat(signatures(id)).containsExactly("1"); // was never signed before
    merchant.put("/merchant/profile", "{\"businessName\":\"Other\"}").expect(200);
    sign(Duration.ofDays(1));
    assertThat(signatures(id)).containsExactly("1");
    sign(Duration.ZERO);
    sign(Duration.ZERO);
    assertThat(signatures(id)).containsExactly("1", "2");
  }

  /**
   * One takes the merchant's row before it records, the other afterwards: with the head locked at
   * once, they would wait for each other.
   */
  @Test
  void transactions_that_lock_in_different_orders_do_not_wait_for_each_other() throws Exception {
    MerchantId merchant =
        Objects.requireNonNull(
            MerchantId.parse(SERVICE.register().get("/merchant/profile").text("merchantId")));
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      boolean recordFirst = i % 2 == 0;
      calls.add(
          () -> {
            for (int n = 0; n < 10; n++) {
              SERVICE
                  .jdbi()
                  .useTransaction(
                      handle -> {
                        if (recordFirst) {
                          entry(handle, merchant);
                        }
                        handle.execute(
                            "update merchant set business_name = business_name where id = ?",
                            merchant.value());
                        if (!recordFirst) {
                          entry(handle, merchant);
                        }
                        entry(handle, merchant);
                      });
            }
            return true;
          });
    }
    assertThat(Together.all(calls)).hasSize(8).containsOnly(true);
    assertThat(
            SERVICE
                .stored()
                .text(
                    "select number from audit_head where merchant_id = ?::uuid", merchant.value()))
        .isEqualTo(Integer.toString(1 + 8 * 10 * 2));
    assertThat(VerifyAudit.database(SERVICE.jdbi(), Set.of()))
        .isInstanceOf(AuditVerdict.Whole.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into audit_link values (gen_random_uuid(), 1, gen_random_uuid(), '')",
        "update audit_link set hash = ''",
        "delete from audit_link",
        "insert into audit_head values (gen_random_uuid(), 1, '')",
        "update audit_head set number = 1",
        "update audit_head set hash = ''",
        "delete from audit_head",
        "update audit_signature set hash = ''",
        "delete from audit_signature"
      })
  void the_services_own_role_writes_no_chain(String statement) {
    String owner = TestDatabase.freshUrl();
    String service = TestDatabase.serviceUrl(owner);
    Database.open(service, owner, TestDatabase.PATIENCE, new IdPlugin()).close();
    assertThatThrownBy(() -> Jdbi.create(service).useHandle(handle -> handle.execute(statement)))
        .hasMessageContaining("permission denied for table audit_");
  }

  @Test
  void the_key_survives_a_new_encryption_key_and_is_replaced_if_its_own_is_lost() {
    Jdbi jdbi = Database.unmigrated(TestDatabase.freshUrl(), new IdPlugin());
    Secret first = new Secret("first");
    Secret second = new Secret("second");
    List<String> made = new AuditKeys(jdbi, new Vault(List.of(first))).published();
    assertThat(new AuditKeys(jdbi, new Vault(List.of(second, first))).published()).isEqualTo(made);
    assertThat(new AuditKeys(jdbi, new Vault(List.of(second))).published()).isEqualTo(made);
    assertThat(new AuditKeys(jdbi, new Vault(List.of(first))).published())
        .hasSize(2)
        .endsWith(made.getFirst());
  }

  private static void entry(Handle handle, MerchantId merchant) {
    new AuditStore()
        .insert(
            handle,
            merchant,
            new AuditEntry(
                AuditId.next(), java.time.Instant.now(), new Actor("a", "b"), "c", null, null));
  }

  /** What a check finds after the owner of the tables has run these, with all triggers off. */
  private static String faultAfter(String... statements) {
    try (Handle handle = SERVICE.jdbi().open()) {
      handle.begin();
      try {
        for (String table : List.of("audit_log", "audit_link", "audit_signature")) {
          handle.execute("alter table " + table + " disable trigger user");
          handle.execute("grant all on " + table + " to current_user");
        }
        handle.execute(
            "create function pg_temp.me() returns uuid return '%s'::uuid"
                .formatted(MERCHANT_ID.value()));
        handle.execute(
            """
            create function pg_temp.other() returns uuid language sql as
              'select id from merchant where id <> pg_temp.me() limit 1'
            """);
        handle.execute(
            """
            create temporary table places on commit drop as
              select number, entry_id from audit_link where merchant_id = pg_temp.me()
            """);
        handle.execute(
            """
            create function pg_temp.entry(n bigint) returns uuid language sql as
              'select entry_id from places where number = n'
            """);
        for (String statement : statements) {
          handle.execute(statement.replaceAll("\\b(me|other|entry)\\(", "pg_temp.$1(").strip());
        }
        return VerifyAudit.database(handle).toString();
      } finally {
        handle.rollback();
      }
    }
  }

  private static AuditVerdict verdict(List<String> lines) {
    return VerifyAudit.export(
        new BufferedReader(new StringReader(String.join("\n", lines))), Set.of());
  }

  private static String export() {
    return MERCHANT.get("/merchant/audit/export").expect(200).body();
  }

  private static void rename(String name) {
    MERCHANT.put("/merchant/profile", "{\"businessName\":\"" + name + "\"}").expect(200);
  }

  private static void sign(Duration every) {
    new SignHeads(SERVICE.jdbi(), KEYS, every).handle();
  }

  private static List<String> signatures(String merchantId) {
    return SERVICE
        .stored()
        .texts(
            "select number from audit_signature where merchant_id = ?::uuid order by number",
            Objects.requireNonNull(MerchantId.parse(merchantId)).value());
  }

  private static String python(String program, Path file) throws Exception {
    Path source = Files.writeString(folder.resolve("check.py"), program);
    try {
      Process process =
          new ProcessBuilder("python3", source.toString(), file.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
      return output;
    } catch (IOException e) {
      return "";
    }
  }
}
