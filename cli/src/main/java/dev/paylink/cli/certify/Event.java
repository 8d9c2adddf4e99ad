package dev.paylink.cli.certify;

import dev.paylink.cli.io.Json;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event as the service writes it. */
record Event(String id, byte[] body) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int RANDOM_DIGITS = 24;

  static Event confirmed(Order order, Instant at) {
    return order.isPayout()
        ? ofPayout("payout.paid", "paid", order, at)
        : of("payment.confirmed", "success", null, order, at);
  }

  static Event failed(Order order, String reason, Instant at) {
    return order.isPayout()
        ? ofPayout("payout.returned", "returned", order, at)
        : of("payment.failed", "failed", reason, order, at);
  }

  static Event overpaid(Order order, Instant at) {
    return of("payment.overpaid", "success", null, order, at);
  }

  /** Returns that the money of a payout has left; it may be further by now. */
  static Event sent(Order payout, String status, Instant at) {
    return ofPayout("payout.sent", status, payout, at);
  }

  /** Returns the same with sums that do not agree. */
  Event withMismatch() {
    return with("paymentsTotal", "9.00").with("flags", List.of("sum_mismatch"));
  }

  /** Returns an event of a type that nobody knows, about something that is not paid. */
  static Event ofUnknownType(Order order, Instant at) {
    return order.isPayout()
        ? ofPayout("payout.weighed", "initiated", order, at)
        : of("payment.weighed", "submitted", null, order, at);
  }

  /** Returns an event that the service wrote itself. */
  static Event written(Json event) {
    return ofJson(event);
  }

  /** Returns the same with members that the service may add one day, and without the transfer. */
  Event withNewMembers() {
    return with("addedLater", Json.of("nested", "value")).with("transaction", null);
  }

  /** Returns the same with text beyond ASCII. */
  Event beyondAscii() {
    return with("metadata", Map.of("sitz", "Größe 5 — ✓ 日本 \uD83D\uDE80"));
  }

  /** Returns a test delivery, which is about no payment and no payout. */
  static Event test(Scope scope, Instant at) {
    return ofJson(
        Json.of(
            "eventId",
            id("evt_"),
            "type",
            "webhook.test",
            "createdAt",
            time(at),
            "scope",
            scope.name(),
            "testMode",
            true));
  }

  static String id(String prefix) {
    StringBuilder id = new StringBuilder(prefix).append("01");
    for (int i = 0; i < RANDOM_DIGITS; i++) {
      id.append(DIGITS.charAt(RANDOM.nextInt(DIGITS.length())));
    }
    return id.toString();
  }

  private Event with(String name, @Nullable Object value) {
    Json changed = Objects.requireNonNull(Json.read(body), "every event is JSON");
    changed.put(name, value);
    return ofJson(changed);
  }

  private static Event ofJson(Json json) {
    return new Event(json.text("eventId", ""), json.bytes());
  }

  private static Event of(
      String type, String status, @Nullable String reason, Order order, Instant at) {
    boolean paid = status.equals("success");
    return ofJson(
        Json.of(
            "eventId",
            id("evt_"),
            "type",
            type,
            "createdAt",
            time(at),
            "paymentId",
            order.id(),
            "status",
            status,
            "invoiceId",
            id("inv_"),
            "invoiceNumber",
            "INV-000001",
            "invoiceStatus",
            paid ? "paid" : "open",
            "amount",
            order.amount(),
            "currency",
            order.currency(),
            "reference",
            order.reference(),
            "metadata",
            Map.of(),
            "failureReason",
            reason,
            "transaction",
            paid ? transaction(order) : null,
            "testMode",
            true));
  }

  private static Event ofPayout(String type, String status, Order payout, Instant at) {
    return ofJson(
        Json.of(
            "eventId",
            id("evt_"),
            "type",
            type,
            "createdAt",
            time(at),
            "payoutId",
            payout.id(),
            "payoutRef",
            payout.reference(),
            "status",
            status,
            "amount",
            payout.amount(),
            "fee",
            "0.50",
            "gross",
            "10.50",
            "currency",
            payout.currency(),
            "rate",
            null,
            "paymentsTotal",
            "10.50",
            "bankReference",
            "SHOP " + payout.reference(),
            "accountLast4",
            "3000",
            "flags",
            List.of(),
            "payments",
            List.of(id("pay_")),
            "occurredAt",
            time(at),
            "testMode",
            true));
  }

  private static Json transaction(Order order) {
    return Json.of(
        "chainId",
        31_337,
        "hash",
        "0x" + "b764032d4dd021c4fe4ba29ba97086cc".repeat(2),
        "blockNumber",
        24_680_123,
        "logIndex",
        7,
        "token",
        "USDC",
        "amount",
        order.amount(),
        "payer",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "payee",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
