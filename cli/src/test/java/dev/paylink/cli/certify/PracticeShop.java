package dev.paylink.cli.certify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.WebhookSecret;
import dev.paylink.sdk.webhook.WebhookVerificationException;
import dev.paylink.sdk.webhook.WebhookVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A shop on loopback that does everything right, except for the faults it is made with. It shows an
 * order as {@code {"status":…,"shipments":…}}.
 */
final class PracticeShop implements AutoCloseable {
  /** What developers get wrong. */
  enum Fault {
    TRUSTS_ANYBODY,
    ACTS_BEFORE_IT_VERIFIES,
    LOOKS_AT_NO_CLOCK,
    READS_THE_FIRST_SIGNATURE,
    KNOWS_THE_BODY_HEADER_ONLY,
    CRASHES_ON_NONSENSE,
    VERIFIES_REWRITTEN_JSON,
    VERIFIES_PARSED_JSON,
    DECODES_EACH_PART,
    REFUSES_NEW_MEMBERS,
    CRASHES_ON_OTHER_TYPES,
    TAKES_EVERY_TYPE_FOR_A_SUCCESS,
    SHIPS_EACH_DELIVERY,
    REFUSES_A_REPEAT,
    LOOKS_THEN_ACTS,
    REMEMBERS_BEFORE_IT_READS,
    READS_THE_FIRST_PART,
    SERVES_ONE_AT_A_TIME,
    IGNORES_FAILURES,
    CLOSES_FOR_GOOD,
    SHIPS_EACH_SUCCESS,
    FOLLOWS_THE_LAST_ARRIVAL,
    FORGETS_IN_A_RESTART,
    FOLLOWS_THE_TYPE,
    REFUSES_WHAT_IS_FLAGGED,
    // No faults, but other shops:
    WORKS_AFTERWARDS,
    KNOWS_ITS_ORDERS_ONLY,
    SHOWS_THE_STATUS_ONLY
  }

  private static final List<String> PAYOUT_STATES =
      List.of("initiated", "sent", "paid", "failed", "returned");

  private static final class OrderState {
    String status = "pending";
    boolean shipped;
    int shipments;
    Instant newest = Instant.MIN;
  }

  private final Set<Fault> faults = EnumSet.noneOf(Fault.class);
  private final WebhookSecret secret = WebhookSecret.random();
  private final WebhookVerifier verifier = WebhookVerifier.with(secret.reveal());
  private final Map<String, OrderState> orders = new HashMap<>();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Map<String, CountDownLatch> second = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService worker = Executors.newSingleThreadExecutor();
  private final HttpServer server;
  private @Nullable Path restartFile;

  PracticeShop(Fault... faults) {
    this.faults.addAll(List.of(faults));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!has(Fault.SERVES_ONE_AT_A_TIME)) {
      server.setExecutor(threads);
    }
    server.createContext("/webhooks", this::receive);
    server.createContext("/orders/", this::show);
    server.createContext("/checkout", this::checkout);
    server.start();
  }

  /** Takes the appearance of this file for a restart. */
  PracticeShop restartedBy(Path file) {
    restartFile = file;
    return this;
  }

  WebhookSecret secret() {
    return secret;
  }

  boolean isSerial() {
    return has(Fault.SERVES_ONE_AT_A_TIME);
  }

  boolean worksAfterwards() {
    return has(Fault.WORKS_AFTERWARDS);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    worker.shutdownNow();
  }

  private boolean has(Fault fault) {
    return faults.contains(fault);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      restart();
      int status;
      try {
        status = status(exchange);
      } catch (RuntimeException e) {
        status = 500;
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private int status(HttpExchange exchange) throws IOException {
    String headerId = exchange.getRequestHeaders().getFirst("webhook-id");
    if (has(Fault.REMEMBERS_BEFORE_IT_READS) && headerId != null && !seen.add(headerId)) {
      return 204;
    }
    byte[] body = body(exchange);
    Json event = Json.read(body);
    if (has(Fault.ACTS_BEFORE_IT_VERIFIES) && event != null) {
      act(event);
    }
    if (!isGenuine(exchange.getRequestHeaders(), body) || event == null) {
      return 400;
    }
    if (has(Fault.REFUSES_NEW_MEMBERS) && event.containsKey("addedLater")) {
      return 422;
    }
    if (has(Fault.REFUSES_WHAT_IS_FLAGGED) && event.toString().contains("sum_mismatch")) {
      return 422;
    }
    return accept(event);
  }

  private byte[] body(HttpExchange exchange) throws IOException {
    if (!has(Fault.READS_THE_FIRST_PART)) {
      return exchange.getRequestBody().readAllBytes();
    }
    byte[] part = new byte[64 * 1024];
    int length = exchange.getRequestBody().read(part);
    return java.util.Arrays.copyOf(part, Math.max(length, 0));
  }

  private boolean isGenuine(Map<String, List<String>> headers, byte[] body) {
    if (has(Fault.TRUSTS_ANYBODY)) {
      return true;
    }
    Map<String, List<String>> given = new HashMap<>();
    headers.forEach((name, values) -> given.put(name.toLowerCase(Locale.ROOT), values));
    if (has(Fault.CRASHES_ON_NONSENSE) && given.containsKey("webhook-timestamp")) {
      long unused = Long.parseLong(given.get("webhook-timestamp").getFirst());
    }
    if (has(Fault.KNOWS_THE_BODY_HEADER_ONLY)) {
      given.keySet().removeIf(name -> name.startsWith("webhook-"));
    }
    if (has(Fault.READS_THE_FIRST_SIGNATURE) && given.containsKey("webhook-signature")) {
      String first = given.get("webhook-signature").getFirst().split(" ", -1)[0];
      given.put("webhook-signature", List.of(first));
    }
    byte[] verified = has(Fault.VERIFIES_REWRITTEN_JSON) ? rewritten(body) : body;
    if (has(Fault.VERIFIES_PARSED_JSON)) {
      Json parsed = Json.read(body);
      verified = parsed == null ? body : parsed.bytes();
    }
    if (has(Fault.DECODES_EACH_PART)) {
      verified = decodedInParts(body);
    }
    WebhookVerifier used = verifier;
    if (has(Fault.LOOKS_AT_NO_CLOCK)) {
      List<String> time = given.getOrDefault("webhook-timestamp", List.of("0"));
      Instant theirs =
          time.getFirst().matches("[0-9]{1,12}")
              ? Instant.ofEpochSecond(Long.parseLong(time.getFirst()))
              : Instant.EPOCH;
      used = verifier.withClock(() -> theirs);
    }
    try {
      used.verify(given, verified);
      return true;
    } catch (WebhookVerificationException e) {
      return false;
    }
  }

  /** Python's json.dumps escapes what is beyond ASCII. */
  private static byte[] rewritten(byte[] body) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(body, UTF_8).toCharArray()) {
      text.append(c < 0x80 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return text.toString().getBytes(UTF_8);
  }

  /** What {@code text += chunk} makes of a body; the parts are small, so that each test sees it. */
  private static byte[] decodedInParts(byte[] body) {
    StringBuilder text = new StringBuilder();
    for (int from = 0; from < body.length; from++) {
      text.append(new String(body, from, 1, UTF_8));
    }
    return text.toString().getBytes(UTF_8);
  }

  private int accept(Json event) {
    String id = event.text("eventId", "");
    if (has(Fault.LOOKS_THEN_ACTS)) {
      if (!seen.contains(id)) {
        awaitSecond(id);
        act(event);
        seen.add(id);
      }
      return 204;
    }
    boolean first = has(Fault.REMEMBERS_BEFORE_IT_READS) || seen.add(id);
    if (!first && has(Fault.REFUSES_A_REPEAT)) {
      return 409;
    }
    if (first || has(Fault.SHIPS_EACH_DELIVERY)) {
      if (has(Fault.CRASHES_ON_OTHER_TYPES)
          && !event
              .text("type", "")
              .matches("payment\\.(confirmed|failed)|payout\\.(paid|returned)")) {
        throw new IllegalStateException("unknown type");
      }
      if (has(Fault.WORKS_AFTERWARDS)) {
        worker.execute(() -> act(event));
      } else {
        act(event);
      }
    }
    return 204;
  }

  /** Gives a second copy the time to look too. */
  private void awaitSecond(String id) {
    CountDownLatch latch = second.computeIfAbsent(id, key -> new CountDownLatch(2));
    latch.countDown();
    try {
      boolean unused = latch.await(3, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void act(Json event) {
    synchronized (orders) {
      if (event.text("payoutId") != null) {
        payOut(event);
        return;
      }
      String payment = event.text("paymentId");
      if (payment == null || (has(Fault.KNOWS_ITS_ORDERS_ONLY) && !orders.containsKey(payment))) {
        return;
      }
      OrderState order = orders.computeIfAbsent(payment, id -> new OrderState());
      Instant at = Instant.parse(event.text("createdAt", ""));
      if (at.isBefore(order.newest) && !has(Fault.FOLLOWS_THE_LAST_ARRIVAL)) {
        return;
      }
      String type = event.text("type", "");
      boolean success = type.equals("payment.confirmed");
      if (has(Fault.TAKES_EVERY_TYPE_FOR_A_SUCCESS)) {
        success = !type.equals("payment.failed");
      }
      if (success) {
        succeed(order);
      } else if (type.equals("payment.failed") && !has(Fault.IGNORES_FAILURES)) {
        order.status = order.shipped ? "recalled" : "failed";
      } else {
        return;
      }
      order.newest = at;
    }
  }

  private void payOut(Json event) {
    String type = event.text("type", "").replace("payout.", "");
    String status = has(Fault.FOLLOWS_THE_TYPE) ? type : event.text("status", "");
    boolean known = PAYOUT_STATES.contains(type) || has(Fault.TAKES_EVERY_TYPE_FOR_A_SUCCESS);
    OrderState payout = orders.computeIfAbsent(event.text("payoutId", ""), id -> new OrderState());
    int before = PAYOUT_STATES.indexOf(payout.status);
    boolean isBack = PAYOUT_STATES.indexOf(status) < before;
    boolean goesBack = has(Fault.FOLLOWS_THE_LAST_ARRIVAL) || has(Fault.FOLLOWS_THE_TYPE);
    if (!known || (isBack && !goesBack)) {
      return;
    }
    if (status.equals("returned") && has(Fault.IGNORES_FAILURES)) {
      return;
    }
    payout.status = status;
    payout.shipments +=
        status.equals("paid") && (before < 2 || has(Fault.SHIPS_EACH_DELIVERY)) ? 1 : 0;
  }

  private void succeed(OrderState order) {
    if (has(Fault.CLOSES_FOR_GOOD) && !order.status.equals("pending")) {
      return;
    }
    boolean again =
        has(Fault.SHIPS_EACH_DELIVERY)
            || has(Fault.SHIPS_EACH_SUCCESS)
            || has(Fault.LOOKS_THEN_ACTS)
            || has(Fault.TAKES_EVERY_TYPE_FOR_A_SUCCESS);
    if (!order.shipped || again) {
      order.shipments++;
    }
    order.shipped = true;
    order.status = "shipped";
  }

  private void show(HttpExchange exchange) throws IOException {
    try (exchange) {
      String[] path = exchange.getRequestURI().getPath().split("/", -1);
      List<Object> members = new ArrayList<>();
      synchronized (orders) {
        OrderState order = orders.get(path[path.length - 1]);
        if (order == null && has(Fault.KNOWS_ITS_ORDERS_ONLY)) {
          exchange.sendResponseHeaders(404, -1);
          return;
        }
        members.addAll(List.of("status", order == null ? "pending" : order.status));
        if (!has(Fault.SHOWS_THE_STATUS_ONLY)) {
          members.addAll(List.of("shipments", order == null ? 0 : order.shipments));
        }
      }
      answer(exchange, Json.of(members.toArray()));
    }
  }

  private void checkout(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String payment = Event.id("pay_");
      synchronized (orders) {
        orders.put(payment, new OrderState());
      }
      answer(exchange, Json.of("paymentId", payment, "amount", "3.50", "currency", "EUR"));
    }
  }

  private static void answer(HttpExchange exchange, Json json) throws IOException {
    byte[] bytes = json.bytes();
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void restart() throws IOException {
    if (restartFile != null && Files.deleteIfExists(restartFile)) {
      if (has(Fault.FORGETS_IN_A_RESTART)) {
        seen.clear();
        synchronized (orders) {
          orders.values().forEach(order -> order.newest = Instant.MIN);
        }
      }
    }
  }
}
