package dev.paylink.app;

import dev.paylink.sdk.RequestSigner;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Creates payments, each over a connection of its own, until told to stop. */
final class HonestLoad {
  private static final int THREADS = 4;
  private static final int PATIENCE_MILLIS = 30_000;
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();
  private static final String BODY = "{\"amount\":\"7.25\"}";

  private final TestService service;
  private final Map<String, Integer> results = new ConcurrentHashMap<>();
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final Repeated threads;

  HonestLoad(TestService service) {
    this.service = service;
    threads = new Repeated(Thread.ofPlatform(), THREADS, this::createUntilStopped);
  }

  /** How often each status was answered, or each failure seen. */
  Map<String, Integer> stop() {
    threads.stop();
    return results;
  }

  int count() {
    return nanos.size();
  }

  boolean hasFailed() {
    return results.keySet().stream().anyMatch(result -> !result.equals("200"));
  }

  /** The time in which 99 of 100 were answered. */
  Duration p99() {
    List<Long> sorted = nanos.stream().sorted().toList();
    return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
  }

  private void createUntilStopped(Repeated threads) {
    while (threads.goesOn()) {
      long start = System.nanoTime();
      String result;
      try {
        result = Integer.toString(create());
      } catch (IOException e) {
        result = e.toString();
      }
      nanos.add(System.nanoTime() - start);
      results.merge(result, 1, Integer::sum);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private int create() throws IOException {
    HttpURLConnection call =
        (HttpURLConnection) service.baseUrl().resolve(SignedCalls.CREATE).toURL().openConnection();
    call.setConnectTimeout(PATIENCE_MILLIS);
    call.setReadTimeout(PATIENCE_MILLIS);
    call.setDoOutput(true);
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    String secret = service.merchant().secretKey().reveal();
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    call.setRequestProperty("Connection", "close");
    call.setRequestProperty("Content-Type", "application/json");
    call.setRequestProperty("Authorization", "Bearer " + service.merchant().apiKey());
    call.setRequestProperty("X-API-Key", service.merchant().apiKey());
    call.setRequestProperty("X-Secret-Key", secret);
    call.setRequestProperty("X-Timestamp", timestamp);
    String key = UUID.randomUUID().toString();
    call.setRequestProperty("X-Idempotency-Key", key);
    call.setRequestProperty(
        "X-Signature",
        RequestSigner.signature(
            secret, RequestSigner.canonical("POST", SignedCalls.CREATE, timestamp, body, key)));
    call.getOutputStream().write(body);
    try {
      return call.getResponseCode();
    } finally {
      call.disconnect();
    }
  }
}
