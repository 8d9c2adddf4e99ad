package dev.paylink.bench.webhooks;

import dev.paylink.bench.load.MessageReader.Message;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A merchant's webhook endpoint, the merchant's payments, and what has arrived. */
final class Endpoint {
  private static final int PATIENCE_SECONDS = 60;
  private static final byte[] ACCEPTED = answer("204 No Content\r\n\r\n");
  private static final byte[] FAILED = answer("500 Broken\r\nContent-Length: 0\r\n\r\n");

  private final Map<String, PooledPayment> payments = new ConcurrentHashMap<>();
  private final BlockingQueue<PooledPayment> free = new LinkedBlockingQueue<>();
  private final AttemptLog attempts = new AttemptLog();
  private final LongAdder repeats = new LongAdder();
  private volatile Behaviour behaviour = Behaviour.HEALTHY;
  private volatile @Nullable String latestBody;

  /** What it does with a webhook. */
  enum Behaviour {
    HEALTHY,
    FAILING,
    HANGING
  }

  void add(PooledPayment payment) {
    payments.put(payment.id(), payment);
    free.add(payment);
  }

  /** Only when nothing is outstanding. */
  void behave(Behaviour behaviour) {
    this.behaviour = behaviour;
  }

  /** A payment that has no outcome outstanding, as soon as there is one. */
  PooledPayment take() throws InterruptedException {
    PooledPayment payment = free.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (payment == null) {
      throw new IllegalStateException("no webhook came for " + PATIENCE_SECONDS + " s");
    }
    return payment;
  }

  /** The report was answered. Where no webhook is waited for, the payment is free again. */
  void reported(PooledPayment payment) {
    if (behaviour != Behaviour.HEALTHY) {
      free.add(payment);
    }
  }

  /** Takes in a webhook; what to answer, null for nothing ever. */
  byte @Nullable [] receive(Message webhook, long nanos) {
    return switch (behaviour) {
      case HEALTHY -> {
        accept(webhook, nanos);
        yield ACCEPTED;
      }
      case FAILING -> {
        int attempt = Integer.parseInt(required(webhook.header("x-service-attempt")));
        attempts.arrived(required(webhook.header("webhook-id")), attempt, nanos);
        yield FAILED;
      }
      case HANGING -> null;
    };
  }

  AttemptLog attempts() {
    return attempts;
  }

  /** Webhooks that came although their event had arrived before. */
  long repeats() {
    return repeats.sum();
  }

  String latestBody() {
    return required(latestBody);
  }

  private void accept(Message webhook, long nanos) {
    latestBody = webhook.body();
    PooledPayment payment = payments.get(required(webhook.member("paymentId")));
    if (payment == null) {
      throw new IllegalStateException("a webhook of another merchant: " + webhook.body());
    }
    if (payment.received(required(webhook.member("eventId")), nanos)) {
      free.add(payment);
    } else {
      repeats.increment();
    }
  }

  private static String required(@Nullable String part) {
    return Objects.requireNonNull(part, "the webhook lacks a part");
  }

  private static byte[] answer(String text) {
    return ("HTTP/1.1 " + text).getBytes(StandardCharsets.ISO_8859_1);
  }
}
