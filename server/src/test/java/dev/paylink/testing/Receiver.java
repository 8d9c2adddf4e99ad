package dev.paylink.testing;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Merchants' receivers on a real socket, one per path: keeps what arrives, answers as told. */
public final class Receiver implements AutoCloseable {
  /** An answer that never comes. */
  public static final int HANG = -1;

  private final LocalServer server;
  private final ConcurrentLinkedQueue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Answer answer;
  private volatile String answerBody = "";

  /** Decides on the status of the answer, once the delivery is kept; it may take its time. */
  @FunctionalInterface
  public interface Answer {
    int to(Delivery delivery) throws InterruptedException;
  }

  /** One delivery as it arrived, with header names in lower case. */
  public record Delivery(
      String method, String path, Map<String, List<String>> headers, String body, long atNanos) {
    public String header(String name) {
      return String.join("|", headers.getOrDefault(name, List.of()));
    }

    public int attempt() {
      return Integer.parseInt(header("x-service-attempt"));
    }

    public String eventId() {
      return header("webhook-id");
    }
  }

  public Receiver(Answer answer) {
    this.answer = answer;
    server = new LocalServer().on("/", this::take);
  }

  public String url(String path) {
    return server.url() + path;
  }

  public void answerWith(Answer newAnswer) {
    answer = newAnswer;
  }

  /** What every answer says from now on. */
  public void say(String body) {
    answerBody = body;
  }

  /** In the order of their arrival. */
  public List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  public List<Delivery> deliveries(String path) {
    return deliveries.stream().filter(delivery -> delivery.path().equals(path)).toList();
  }

  public List<Delivery> deliveriesOf(String eventId) {
    return deliveries.stream().filter(delivery -> delivery.eventId().equals(eventId)).toList();
  }

  @Override
  public void close() {
    closing.countDown();
    server.close();
  }

  private void take(HttpExchange exchange) throws IOException {
    Map<String, List<String>> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Delivery delivery =
        new Delivery(
            exchange.getRequestMethod(),
            exchange.getRequestURI().getPath(),
            headers,
            body,
            System.nanoTime());
    Answer asTold = answer; // before the test sees the delivery and wants others answered otherwise
    deliveries.add(delivery);
    try {
      int status = asTold.to(delivery);
      if (status == HANG) {
        closing.await();
      }
      exchange.getResponseHeaders().set("Location", "/elsewhere"); // nobody may follow it
      byte[] said = answerBody.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(Math.max(status, 200), said.length == 0 ? -1 : said.length);
      exchange.getResponseBody().write(said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }
}
