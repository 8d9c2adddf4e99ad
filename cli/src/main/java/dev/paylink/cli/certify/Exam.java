package dev.paylink.cli.certify;

import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.Wire;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to the receiver and looks at the shop's orders. What "paid" means in this shop is
 * learned from two control orders, each of which got one success once: their common status, and the
 * counts that they have in common.
 */
final class Exam {
  private static final Duration LOOK = Duration.ofMillis(40);
  private static final byte[] NO_BODY = {};

  private final Examinee examinee;
  private final Payments payments;
  private final InstantSource clock;
  private final Map<String, Integer> attempts = new HashMap<>();
  private final AtomicLong slowestMillis = new AtomicLong();
  private @Nullable Snapshot paid;
  private Set<String> comparable = Set.of();
  private String blindness;

  Exam(Examinee examinee, Payments payments, InstantSource clock) {
    this.examinee = examinee;
    this.payments = payments;
    this.clock = clock;
    this.blindness = examinee.stateUrl() == null ? "no --state-url was given" : "";
  }

  Examinee examinee() {
    return examinee;
  }

  Instant now() {
    return clock.instant();
  }

  long slowestMillis() {
    return slowestMillis.get();
  }

  // Deliveries

  /** Signs the next attempt to deliver an event, made now. */
  synchronized Delivery signed(Event event) {
    int attempt = attempts.merge(event.id(), 1, Integer::sum);
    return Delivery.signed(examinee.secret(), event.id(), event.body(), attempt, now());
  }

  /** Delivers an event as the service would. */
  Wire.Answer deliver(Event event) {
    Wire.Answer answer = send(signed(event));
    slowestMillis.accumulateAndGet(answer.millis(), Math::max);
    return answer;
  }

  Wire.Answer send(Delivery delivery) {
    return Wire.exchange(
        examinee.url(), "POST", delivery.headers(), delivery.body(), examinee.timeout());
  }

  // Orders

  /** Returns an order that nothing has happened to. */
  Order order() {
    return payments.order();
  }

  /** Has the money of an order arrive at this time; returns the event about it. */
  Event confirmed(Order order, Instant at) {
    return payments.confirmed(order, at);
  }

  Event confirmed(Order order) {
    return confirmed(order, now());
  }

  /** Has the payment of an order fail at this time; returns the event about it. */
  Event failed(Order order, String reason, Instant at) {
    return payments.failed(order, reason, at);
  }

  /** Returns a test delivery. */
  Event test() {
    return Event.test(examinee.scope(), now());
  }

  /** Says why a shop that asks the service sees nothing happen; empty when it would see it. */
  String hintOfAsking() {
    return payments instanceof SandboxPayments || examinee.scope() == Scope.fiat_settlement
        ? ""
        : ": if it asks the service about each payment, give --real-payments";
  }

  /** Whether the shop's state can be seen. */
  boolean sees() {
    return blindness.isEmpty();
  }

  String blindness() {
    return blindness;
  }

  void goBlind(String why) {
    blindness = why;
  }

  /** Looks at an order as it is now. */
  Snapshot look(Order order) {
    String template = examinee.stateUrl();
    if (template == null) {
      return Snapshot.UNKNOWN;
    }
    String url =
        template
            .replace("{paymentId}", encoded(order.id()))
            .replace("{payoutId}", encoded(order.id()))
            .replace("{reference}", encoded(order.reference()));
    Wire.Answer answer =
        Wire.exchange(
            URI.create(url),
            "GET",
            Map.of("accept", "application/json"),
            NO_BODY,
            examinee.timeout());
    if (answer.status() == 0) {
      throw new CliError("GET " + url + ": " + answer, "--state-url must answer what it is asked.");
    }
    return Snapshot.of(answer, examinee.stateField());
  }

  /**
   * Looks at an order until it is as expected, or the shop has had its time; then once it rests.
   */
  Snapshot await(Order order, Predicate<Snapshot> expected) throws InterruptedException {
    long deadline = System.nanoTime() + examinee.settle().toNanos();
    Snapshot seen = look(order);
    while (!expected.test(seen) && System.nanoTime() < deadline) {
      Thread.sleep(LOOK);
      seen = look(order);
    }
    return rested(order, seen, deadline);
  }

  /**
   * Looks at an order once the shop has worked on all that was delivered before: a later event for
   * another order has had its effect.
   */
  Snapshot afterwards(Order order) throws InterruptedException {
    Order marker = order();
    deliver(confirmed(marker));
    await(marker, this::isPaid);
    return rested(order, look(order), System.nanoTime() + examinee.settle().toNanos());
  }

  /** Learns what an order looks like that was paid once. */
  void learn(Snapshot one, Snapshot other) {
    Set<String> same = new HashSet<>();
    one.counts()
        .forEach(
            (name, value) -> {
              if (value.equals(other.counts().get(name))) {
                same.add(name);
              }
            });
    comparable = same;
    paid = one.only(same);
  }

  boolean isPaid(Snapshot snapshot) {
    return paid != null && Objects.equals(paid.status(), snapshot.status());
  }

  /** Whether it looks like an order that got one success once, in its counts too. */
  boolean isPaidOnce(Snapshot snapshot) {
    return snapshot.only(comparable).equals(paid);
  }

  String paidOnce() {
    return String.valueOf(paid);
  }

  private Snapshot rested(Order order, Snapshot seen, long deadline) throws InterruptedException {
    Snapshot last = seen;
    while (true) {
      Thread.sleep(LOOK);
      Snapshot next = look(order);
      if (next.equals(last) || System.nanoTime() > deadline) {
        return next;
      }
      last = next;
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
