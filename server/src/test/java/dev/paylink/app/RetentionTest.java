package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.signin.SessionStore;
import dev.paylink.app.config.Config;
import dev.paylink.ids.IdPlugin;
import dev.paylink.mail.Mail;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.relay.Relays;
import dev.paylink.requestlog.RequestLog;
import dev.paylink.settlement.apply.ReportStore;
import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import dev.paylink.webhook.event.AttemptStore;
import dev.paylink.webhook.event.OldEvents;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is old enough is deleted, in small steps; what is money and what is young stays. */
final class RetentionTest {
  private static final String EVENTS = "/sdk/server/events";
  private static final Duration KEPT = Duration.ofDays(90);
  private static final String COUNT_REQUESTS =
      "select count(*) from request_log where path = '/old'";

  private static TestService service;
  private static Database database;
  private static Stored stored;

  @BeforeAll
  static void start() {
    service = TestService.start();
    database =
        Database.open(
            service.databaseUrl(), service.databaseUrl(), TestDatabase.PATIENCE, new IdPlugin());
    stored = service.stored();
  }

  @AfterAll
  static void stop() {
    database.close();
    service.close();
  }

  @Test
  void reader_who_missed_deleted_events_is_told_and_nobody_else() throws Exception {
    try (TestService other = service.anotherNode()) {
      SignedCalls calls = other.calls();
      List<String> events = settle(calls, other.callback(), 3);
      UUID third = id(events.get(2));
      Instant border = Instant.ofEpochMilli(UuidV7.millis(third) + 1);
      while (Instant.now().isBefore(border)) {
        Thread.onSpinWait();
      }
      events.addAll(settle(calls, other.callback(), 2));
      run("events", Duration.ZERO, before(new OldEvents(), border));

      assertThat(after(calls, "")).isEqualTo(events.subList(3, 5));
      Reply told =
          calls.get(EVENTS + "?after=" + events.get(1)).expectProblem(410, "CURSOR_EXPIRED");
      assertThat(told.text("detail")).contains("deleted").contains("without after");
      calls.get(EVENTS + "?after=" + events.get(0)).expectProblem(410, "CURSOR_EXPIRED");
      // Whoever has read the last deleted one has missed nothing.
      assertThat(after(calls, events.get(2))).isEqualTo(events.subList(3, 5));
      assertThat(after(calls, events.get(3))).isEqualTo(events.subList(4, 5));
      assertThat(positions(other)).containsExactly("4", "5");

      // All of them are gone: a reader that is up to date still is.
      run("all events", Duration.ofDays(-1), new OldEvents());
      assertThat(after(calls, events.get(4))).isEmpty();
      calls.get(EVENTS + "?after=" + events.get(3)).expectProblem(410, "CURSOR_EXPIRED");
      List<String> next = settle(calls, other.callback(), 1);
      assertThat(after(calls, events.get(4))).isEqualTo(next);
      assertThat(positions(other)).containsExactly("6");
      // An id that was never an event of theirs, and is younger, is as wrong as before.
      calls
          .get(EVENTS + "?after=" + events.get(4).replaceAll("^evt_..", "evt_02"))
          .expectProblem(400, "INVALID_REQUEST");
    }
  }

  @Test
  void deleted_events_take_their_deliveries_with_them_and_payments_stay() throws Exception {
    try (TestService other = service.anotherNode()) {
      SignedCalls calls = other.calls();
      String payment = calls.create("{\"amount\":\"1.00\"}").expect(200).text("paymentId");
      other.callback().report("payment.confirmed", payment).expect(200);
      UUID event = id(after(calls, "").getFirst());
      UUID merchant = Stored.uuid(other.merchant().merchantId());
      run(event, merchant, UuidV7.at(Instant.now()));
      String payout =
          calls
              .post(
                  "/sandbox/payouts",
                  "{\"amount\":\"1.00\",\"currency\":\"USD\",\"payments\":[\"" + payment + "\"]}")
              .expect(200)
              .text("payoutId");
      String told = calls.get("/sdk/server/payouts/" + payout).expect(200).body();
      Duration all = Duration.ofDays(-1);
      for (Retention.Rule rule :
          KeptData.rules(new Config.Keep(all, all, all, all, all, all, all))) {
        run("all " + rule.kind(), rule.kept(), rule.removal());
      }
      assertThat(count("delivery", event)).isEqualTo("0");
      assertThat(count("delivery_attempt", event)).isEqualTo("0");
      assertThat(calls.status(payment).text("status")).isEqualTo("success");
      assertThat(calls.status(payment).text("payoutId")).isEqualTo(payout);
      assertThat(calls.get("/sdk/server/payouts/" + payout).expect(200).body()).isEqualTo(told);
      assertThat(calls.simulate("payouts/" + payout, "initiated").body())
          .as("known without its event")
          .contains("\"applied\":false");
    }
  }

  @Test
  void old_attempts_go_and_runs_and_attempts_of_young_runs_stay() throws Exception {
    UUID event = UuidV7.at(daysAgo(100));
    UUID old = UuidV7.at(daysAgo(91));
    UUID young = UuidV7.at(daysAgo(89));
    run(event, UUID.randomUUID(), old);
    run(event, UUID.randomUUID(), young);
    run("attempts", KEPT, new AttemptStore());
    assertThat(stored.texts("select delivery_id from delivery_attempt where event_id = ?", event))
        .containsExactly(young.toString());
    assertThat(count("delivery", event)).isEqualTo("2");
  }

  @Test
  void more_than_one_step_takes_goes_in_one_round_and_another_node_waits() throws Exception {
    requests(1_201, daysAgo(91));
    requests(2, daysAgo(89));
    assertThat(stored.text(COUNT_REQUESTS)).isEqualTo("1203");
    Retention.Rule rule = new Retention.Rule("requests", KEPT, RequestLog.removal());
    try (Retention leader = retention(rule);
        Retention follower = retention(rule)) {
      lead(leader);
      assertThat(stored.text(COUNT_REQUESTS)).isEqualTo("2");
      requests(1, daysAgo(90).minusSeconds(60));
      follower.round();
      assertThat(stored.text(COUNT_REQUESTS)).isEqualTo("3");
      leader.round();
      assertThat(stored.text(COUNT_REQUESTS)).isEqualTo("2");
    }
    assertThat(stored.text("select removed from retention where kind = 'requests'"))
        .isEqualTo("1202");
  }

  @Test
  void old_letters_reports_and_sessions_go_and_younger_ones_stay() throws Exception {
    for (int days : new int[] {89, 91}) {
      stored.change(
          """
          insert into mail (id, recipient, message_id, subject, text, html, state, ended_at)
          values (?, ?, 'x', 'x', 'x', 'x', 'sent', now() - make_interval(days => ?))
          """,
          UUID.randomUUID(),
          "old@example.com",
          days);
      stored.change(
          """
          insert into account_session (token_hash, realm_id, user_id, id, source, expires_at)
          select sha256(?::text::bytea), realm_id, id, gen_random_uuid(), 'old',
                 now() - make_interval(days => ?)
            from account_user limit 1
          """,
          days,
          days);
      stored.change(
          """
          insert into settlement_event (merchant_id, event_ref, payment_id, type, applied, recorded_at)
          values (gen_random_uuid(), 'old-' || ?, ?, 'payment.confirmed', true, now())
          """,
          days,
          UuidV7.at(daysAgo(days)));
    }
    run("letters", KEPT, Mail.removal());
    run("sessions", KEPT, new SessionStore());
    run("reports", KEPT, new ReportStore());
    for (String left :
        List.of(
            "select count(*) from mail where recipient = 'old@example.com'",
            "select count(*) from account_session where source = 'old'",
            "select count(*) from settlement_event where event_ref like 'old-%'")) {
      assertThat(stored.text(left)).as(left).isEqualTo("1");
    }
    assertThat(stored.text("select event_ref from settlement_event where event_ref like 'old-%'"))
        .isEqualTo("old-89");
  }

  @Test
  void old_orders_of_relays_go_with_their_transactions_and_those_under_way_stay() throws Exception {
    order(1, "done", 91);
    order(2, "sent", 91);
    order(3, "failed", 91);
    order(4, "refused", 91);
    order(5, "done", 89);
    for (int days : new int[] {89, 91}) {
      stored.change(
          """
          insert into relay_day (chain_id, day, merchant_id)
          values (9, (now() at time zone 'UTC')::date - ?::int, gen_random_uuid())
          """,
          days);
    }
    run("relays", KEPT, Relays.removal());
    assertThat(stored.texts("select nonce from relay_order where chain_id = 9 order by nonce"))
        .containsExactly("2", "5");
    assertThat(stored.texts("select nonce from relay_attempt where chain_id = 9 order by nonce"))
        .containsExactly("2", "5");
    assertThat(stored.text("select count(*) from relay_day where chain_id = 9")).isEqualTo("1");
  }

  private static void order(int nonce, String state, int days) {
    stored.change(
        """
        insert into relay_order (id, merchant_id, payment_id, chain_id, kind, token, payer, given, valid_after,
                                 valid_before, signature, state, account, nonce)
        values (?, gen_random_uuid(), gen_random_uuid(), 9, 'permit2', 'USDC', '\\x01', '\\x02', 0, 1, '\\x03',
                ?, '\\x04', ?)
        """,
        UuidV7.at(daysAgo(days)),
        state,
        nonce);
    stored.change(
        """
        insert into relay_attempt (chain_id, account, nonce, attempt, hash, raw, fee, tip, empty)
        values (9, '\\x04', ?, 0, '\\x05', '\\x06', 1, 1, false)
        """,
        nonce);
  }

  private static void run(String kind, Duration kept, Retention.Removal removal) throws Exception {
    try (Retention retention = retention(new Retention.Rule(kind, kept, removal))) {
      lead(retention);
    }
  }

  /** Runs a round as the leader: the server notices late that the one before was closed. */
  private static void lead(Retention retention) throws Exception {
    do {
      retention.round();
    } while (!retention.leads());
  }

  private static Retention retention(Retention.Rule rule) {
    return new Retention(database, List.of(rule), new SimpleMeterRegistry());
  }

  private static Retention.Removal before(Retention.Removal removal, Instant border) {
    return (handle, range, most) ->
        removal.remove(handle, new Retention.Range(range.from(), border), most);
  }

  /** Settles so many new payments; returns the ids of their events. */
  private static List<String> settle(SignedCalls calls, Callback callback, int count) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String payment = calls.create("{\"amount\":\"1.00\"}").expect(200).text("paymentId");
      callback.report("payment.confirmed", payment).expect(200);
      UUID event =
          UUID.fromString(
              stored.text("select id from event where payment_id = ?", Stored.payment(payment)));
      events.add(dev.paylink.platform.id.TypeId.format("evt", event));
    }
    return events;
  }

  private static List<String> after(SignedCalls calls, String cursor) {
    return calls
        .get(EVENTS + "?after=" + cursor)
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .map(event -> event.required("eventId").asString())
        .toList();
  }

  private static List<String> positions(TestService of) {
    return stored.texts(
        "select position from event where merchant_id = ? order by position",
        Stored.uuid(of.merchant().merchantId()));
  }

  private static UUID id(String eventId) {
    return java.util.Objects.requireNonNull(dev.paylink.ids.EventId.parse(eventId)).value();
  }

  private static Instant daysAgo(int days) {
    return Instant.now().minus(Duration.ofDays(days));
  }

  private static String count(String table, UUID event) {
    return stored.text("select count(*) from " + table + " where event_id = ?", event);
  }

  /** A delivery with one attempt. */
  private static void run(UUID event, UUID merchant, UUID run) {
    stored.change(
        """
        insert into delivery (merchant_id, id, event_id, scope, state, due_at, created_at)
        values (?, ?, ?, 'invoice_settlement', 'delivered', now(), now())
        """,
        merchant,
        run,
        event);
    stored.change(
        """
        insert into delivery_attempt (merchant_id, event_id, delivery_id, attempt, started_at, duration_ms)
        values (?, ?, ?, 1, to_timestamp(?), 1)
        """,
        merchant,
        event,
        run,
        (run.getMostSignificantBits() >>> 16) / 1000.0); // a run begins when its id is made
  }

  private static void requests(int count, Instant at) {
    stored
        .jdbi()
        .useHandle(
            handle -> {
              var batch =
                  handle.prepareBatch(
                      """
                      insert into request_log (merchant_id, id, at, api_key_id, authenticated, method,
                                               path, status, duration_micros, source)
                      values (gen_random_uuid(), ?, now(), gen_random_uuid(), true, 'GET', '/old', 200, 1, 'x')
                      """);
              for (int i = 0; i < count; i++) {
                batch.bind(0, UuidV7.at(at)).add();
              }
              batch.execute();
            });
  }
}
