package dev.paylink.webhook.delivery;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.webhook.endpoint.Clients;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.Targets;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.EventBook;
import dev.paylink.webhook.event.FirstAttempts;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookSettings;
import dev.paylink.webhook.settings.WebhookStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Merchants with webhooks and events to deliver, on a database of its own. */
final class Outbox implements AutoCloseable {
  private final Database database = TestDatabase.fresh();
  private final DeliveryStore deliveries = new DeliveryStore(database.clock());
  private final WebhookStore webhooks =
      new WebhookStore(new Vault(List.of(new Secret("the-encryption-key-of-tests"))));
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final List<Dispatcher> nodes = new ArrayList<>();

  /** A delivery as it is stored. */
  record Row(DeliveryId id, String state, int attempts, boolean claimed) {}

  Database database() {
    return database;
  }

  MeterRegistry registry() {
    return registry;
  }

  /** A new merchant whose active webhook leads there. */
  MerchantId merchant(String url) {
    MerchantId id = new MerchantId(UuidV7.at(Instant.now()));
    database
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute(
                  "insert into merchant (id, business_name) values (?, 'M')", id.value());
              handle.execute("insert into event_counter (merchant_id) values (?)", id.value());
            });
    webhook(id, WebhookScope.invoice_settlement, url);
    return id;
  }

  /** An active webhook of the merchant that leads there. */
  void webhook(MerchantId merchant, WebhookScope scope, String url) {
    database
        .jdbi()
        .useTransaction(
            handle ->
                webhooks.insert(
                    handle,
                    merchant,
                    scope,
                    new WebhookSettings.Wish(url, true, null, null),
                    SigningSecret.random()));
  }

  /** Events of the merchant, each with a delivery that is due. */
  List<EventId> record(MerchantId merchant, int count) {
    return record(merchant, count, FirstAttempts.NONE);
  }

  /** Events of the merchant that a node records and sends. */
  List<EventId> recordOn(Dispatcher node, MerchantId merchant, int count) {
    return recordOn(node, merchant, WebhookScope.invoice_settlement, count);
  }

  /** Events for the webhook of this scope that a node records and sends. */
  List<EventId> recordOn(Dispatcher node, MerchantId merchant, WebhookScope scope, int count) {
    try (FirstAttempts firstAttempts = node.firstAttempts()) {
      List<EventId> events =
          inTransaction(connection -> record(connection, merchant, scope, count, firstAttempts));
      firstAttempts.start();
      return events;
    }
  }

  /** The same, up to the commit. */
  List<EventId> record(MerchantId merchant, int count, FirstAttempts firstAttempts) {
    return inTransaction(connection -> record(connection, merchant, count, firstAttempts));
  }

  static List<EventId> record(
      Connection connection, MerchantId merchant, int count, FirstAttempts firstAttempts)
      throws SQLException {
    return record(connection, merchant, WebhookScope.invoice_settlement, count, firstAttempts);
  }

  private static List<EventId> record(
      Connection connection,
      MerchantId merchant,
      WebhookScope scope,
      int count,
      FirstAttempts firstAttempts)
      throws SQLException {
    List<EventId> ids = new ArrayList<>();
    EventBook book =
        EventBook.open(
            new Tx(connection, new Shards()),
            List.of(merchant),
            new BusinessClock(),
            firstAttempts);
    for (int i = 0; i < count; i++) {
      EventId id = book.newId();
      ids.add(id);
      byte[] body = ("{\"eventId\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
      boolean payout = scope == WebhookScope.fiat_settlement;
      book.append(
          merchant,
          id,
          payout ? "payout.paid" : "payment.confirmed",
          scope,
          payout ? null : new PaymentId(UUID.randomUUID()),
          true,
          body);
    }
    book.close();
    return ids;
  }

  /** Another node that delivers, until all of them are stopped. */
  Dispatcher startNode() {
    return startNode(null);
  }

  /** The same, which waits for answers much longer than a test takes. */
  Dispatcher startPatientNode() {
    return start(null, Clients.patient());
  }

  /** The same, which counts what it gives up. */
  Dispatcher startNode(@Nullable ExhaustedAlarm alarm) {
    return start(alarm, new WebhookClient(Targets.of(TargetPolicy.PUBLIC_AND_LOOPBACK)));
  }

  private Dispatcher start(@Nullable ExhaustedAlarm alarm, WebhookClient client) {
    Dispatcher node = new Dispatcher(database, client, webhooks, alarm, registry, null);
    nodes.add(node);
    return node;
  }

  void stopNodes() {
    nodes.forEach(Dispatcher::close);
    nodes.clear();
  }

  /** Leases what is under way for as long as any test takes. */
  void keepLeases() {
    sql("update delivery set due_at = now() + interval '1 day' where claim_id is not null");
  }

  List<Row> rows() {
    return database
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "select id, state, attempts, claim_id is not null as claimed from delivery"
                            + " order by id")
                    .mapTo(Row.class)
                    .list());
  }

  boolean allAre(DeliveryState state) {
    return rows().stream().allMatch(row -> row.state().equals(state.name()));
  }

  int attemptsLogged() {
    return stored().rows("delivery_attempt").size();
  }

  void sql(String statement) {
    stored().change(statement);
  }

  Stored stored() {
    return new Stored(database.jdbi());
  }

  /** Claims what is due, as another node would. */
  List<DeliveryClaim> claim(MerchantId after, int perMerchant, String underWay, int limit) {
    DeliveryStore.Wanted wanted =
        new DeliveryStore.Wanted(
            new WebhookKey(after, WebhookScope.invoice_settlement), // its last one
            perMerchant,
            underWay,
            limit,
            Duration.ofSeconds(15));
    return inTransaction(connection -> deliveries.claim(connection, wanted));
  }

  /** What work on a connection gives, in a transaction of its own. */
  <T> T inTransaction(OnConnection<T> work) {
    try {
      return database.workers().inTransaction(handle -> work.on(handle.getConnection()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  interface OnConnection<T> {
    T on(Connection connection) throws SQLException;
  }

  @Override
  public void close() {
    stopNodes();
    database.close();
  }
}
