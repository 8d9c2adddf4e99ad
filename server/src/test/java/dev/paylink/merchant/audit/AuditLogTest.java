package dev.paylink.merchant.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was recorded stays, for everybody, and a merchant sees all of its own and nothing else. */
final class AuditLogTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update audit_log set actor = 'nobody'",
        "update audit_log set actor = 'nobody' where false",
        "delete from audit_log",
        "truncate audit_log",
        "truncate merchant cascade",
        "delete from audit_log using merchant m where m.id = merchant_id"
      })
  void the_services_own_database_user_changes_and_removes_nothing(String statement) {
    List<String> before = SERVICE.stored().rows("audit_log");
    assertThatThrownBy(() -> SERVICE.stored().change(statement))
        .hasMessageContaining("permission denied for table audit_log");
    // It owns the table, so it can take the rights back; the trigger holds for whoever has them.
    assertThatThrownBy(
            () ->
                SERVICE
                    .jdbi()
                    .useTransaction(
                        handle -> {
                          handle.execute("grant all on audit_log to current_user");
                          handle.execute(statement);
                        }))
        .hasMessageContaining("the audit log is append-only");
    assertThat(SERVICE.stored().rows("audit_log")).isNotEmpty().isEqualTo(before);
  }

  @Test
  void the_trigger_does_not_rest_in_a_session_that_replays_another_servers_changes() {
    assertThat(
            SERVICE
                .stored()
                .texts(
                    "select tgenabled from pg_trigger where tgname = 'audit_log_is_append_only'"))
        .containsExactly("A"); // always
  }

  @Test
  void pages_show_every_entry_once_the_newest_first() {
    for (int i = 0; i < 4; i++) {
      merchant.put("/merchant/profile", "{\"businessName\":\"Name " + i + "\"}").expect(200);
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = merchant.get("/merchant/audit?limit=2&cursor=" + cursor).expect(200);
      page.json()
          .required("data")
          .forEach(
              entry ->
                  seen.add(
                      entry.required("action").asString()
                          + " "
                          + entry.required("after").asString()));
      cursor = page.json().required("nextCursor").asString("");
    } while (!cursor.isEmpty());
    String renamed = "merchant.business_name_changed Name ";
    assertThat(seen)
        .containsExactlyInAnyOrder(
            renamed + 3,
            renamed + 2,
            renamed + 1,
            renamed + 0,
            "merchant.registered " + merchant.get("/merchant/profile").text("email"));
    assertThat(seen.getLast()).startsWith("merchant.registered");
  }

  @Test
  void an_entry_says_who_when_from_where_what_before_and_after() {
    merchant.put("/merchant/profile", "{\"businessName\":\"Engines\"}").expect(200);
    assertThat(merchant.get("/merchant/audit?limit=1").expect(200).body())
        .matches(
            """
            \\{"data":\\[\\{"id":"aud_[0-9a-z]{26}","at":"[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z",\
            "actor":"%s","source":"127\\.0\\.0\\.1","action":"merchant\\.business_name_changed",\
            "before":"Analytical Engines","after":"Engines"\\}\\],"nextCursor":"aud_[0-9a-z]{26}"\\}"""
                .formatted(merchant.get("/merchant/profile").text("email")));
  }

  @Test
  void another_merchants_entries_are_never_shown_not_even_by_its_cursor() {
    merchant.put("/merchant/profile", "{\"businessName\":\"Engines\"}").expect(200);
    String cursor = merchant.get("/merchant/audit?limit=1").text("nextCursor");
    Browser other = SERVICE.register();
    String email = other.get("/merchant/profile").text("email");
    for (String query : List.of("", "?cursor=" + cursor)) {
      other
          .get("/merchant/audit" + query)
          .expect(200)
          .json()
          .required("data")
          .forEach(entry -> assertThat(entry.required("actor").asString()).isEqualTo(email));
    }
  }

  @Test
  void a_query_with_faults_is_refused_with_all_of_them() {
    Reply reply = merchant.get("/merchant/audit?limit=101&cursor=aud_1&lmit=2");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactlyInAnyOrder("lmit", "cursor", "limit");
    merchant.get("/merchant/audit?limit=100").expect(200);
  }
}
