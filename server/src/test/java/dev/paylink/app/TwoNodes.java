package dev.paylink.app;

import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Two processes that serve one merchant on one database, to be killed and frozen. */
final class TwoNodes implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private static final Map<String, String> SECRETS =
      Map.of(
          "PAYLINK_CALLBACK_SECRET", "the-callback-secret-of-tests",
          "PAYLINK_ADMIN_TOKEN", "the-admin-token-of-tests",
          "PAYLINK_ENCRYPTION_KEY", "the-encryption-key-of-tests");

  private final String databaseUrl;
  private final Map<String, String> environment = new HashMap<>(SECRETS);
  private final Path folder;
  private final ServiceProcess first;
  private @Nullable ServiceProcess second;

  /** The second is not there until it is started. */
  TwoNodes(Path folder) {
    this(folder, TestDatabase.freshUrl(), Map.of());
  }

  /** On this database, with further settings. */
  TwoNodes(Path folder, String databaseUrl, Map<String, String> more) {
    this.folder = folder;
    this.databaseUrl = databaseUrl;
    environment.put("PAYLINK_DATABASE_URL", databaseUrl);
    environment.putAll(more);
    this.first = start("first");
  }

  ServiceProcess first() {
    return first;
  }

  ServiceProcess second() {
    return Objects.requireNonNull(second);
  }

  void startSecond() {
    second = start("second");
  }

  Stored stored() {
    return new Stored(Jdbi.create(databaseUrl));
  }

  /** Sends the merchant's webhooks there; what they are verified with. */
  WebhookVerifier putWebhook(String url) {
    Browser merchant = first.signedIn();
    Reply reply = merchant.putWebhook(url);
    return WebhookVerifier.with(reply.text("signingSecret"));
  }

  /** Sends events about payouts there; what they are verified with. */
  WebhookVerifier putPayoutWebhook(String url) {
    Reply reply =
        first
            .signedIn()
            .put("/merchant/webhooks/fiat_settlement", "{\"webhookUrl\":\"" + url + "\"}")
            .expect(200);
    return WebhookVerifier.with(reply.text("signingSecret"));
  }

  /** Reports a payout of the payment, each of these states, over whichever node answers. */
  void payOut(String ref, String payment, List<String> states) {
    for (String state : states) {
      String body =
          """
          {"payoutRef":"%s","merchantId":"%s","type":"payout.%s","amount":"1.00","currency":"EUR",\
          "payments":["%s"],"occurredAt":"2026-01-05T12:00:00Z"}"""
              .formatted(ref, first.merchantId(), state, payment);
      persistently(this::nodes, node -> node.callback().payout(body));
    }
  }

  /** Creates and settles a payment, over whichever node answers; the payment's id. */
  String settle() {
    return settle(this::nodes);
  }

  /** The same over the first node alone: the other is there, and does nothing. */
  String settleAtFirst() {
    return settle(() -> List.of(first));
  }

  private String settle(Supplier<List<ServiceProcess>> nodes) {
    String key = UUID.randomUUID().toString();
    String body = "{\"reference\":\"" + key + "\"}";
    String id =
        persistently(nodes, node -> node.callsAs(first).create(key, body)).text("paymentId");
    persistently(nodes, node -> node.callback().report(key, "payment.confirmed", id));
    return id;
  }

  @Override
  public void close() {
    if (second != null) {
      second.close();
    }
    first.close();
  }

  private List<ServiceProcess> nodes() {
    ServiceProcess other = second;
    return other == null ? List.of(first) : List.of(first, other);
  }

  /** One after the other until one of them has answered 200. */
  private static Reply persistently(
      Supplier<List<ServiceProcess>> nodes, Function<ServiceProcess, Reply> call) {
    for (int i = 0; i < 3_000; i++) {
      List<ServiceProcess> present = nodes.get();
      try {
        Reply reply = call.apply(present.get(i % present.size()));
        if (reply.status() == 200) {
          return reply;
        }
        if (reply.status() != 503) {
          throw new AssertionError(reply.status() + " " + reply.body());
        }
      } catch (UncheckedIOException e) {
        // killed in the middle: no answer, no promise; the same call is safe to repeat
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new AssertionError("no node answers");
  }

  private ServiceProcess start(String name) {
    Path data = folder.resolve(name);
    if (!data.toFile().exists() && !data.toFile().mkdirs()) {
      throw new IllegalStateException("cannot make " + data);
    }
    return new ServiceProcess(data, environment);
  }
}
