import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.webhook.WebhookVerificationException;
import dev.paylink.sdk.webhook.WebhookVerifier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Receives webhooks: verifies the raw bytes, remembers each event once, answers at once and does
 * the work afterwards.
 *
 * <pre>./paylink java docs/examples/WebhookReceiver.java whsec_… 9000</pre>
 */
public final class WebhookReceiver {
  private static final int MAX_BODY_BYTES = 256 * 1024;
  private static final int MAX_WAITING = 1_000;
  private static final int THREADS = 16;

  private final WebhookVerifier verifier;

  // Stands for a table with a unique eventId, written before the answer. A table does not grow in
  // memory, and survives a restart: the service does not send again what was answered with 204.
  private final Map<String, WebhookEvent> events = new ConcurrentHashMap<>();

  // One thread, so that events are worked on in the order they came.
  private final ExecutorService worker =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING));

  private WebhookReceiver(WebhookVerifier verifier) {
    this.verifier = verifier;
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: WebhookReceiver <signing secret> <port>");
      System.exit(2);
    }
    WebhookReceiver receiver = new WebhookReceiver(WebhookVerifier.with(args[0]));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int port = Integer.parseInt(args[1]); // 0 takes any that is free
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/", receiver::handle);
    server.start();
    System.out.println("listening on port " + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      // The body as it came. JSON that was parsed and written again has other bytes.
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
      exchange.sendResponseHeaders(receive(exchange, body), -1);
    } finally {
      exchange.close();
    }
  }

  private int receive(HttpExchange exchange, byte[] body) {
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    if (body.length > MAX_BODY_BYTES) {
      return 413;
    }
    try {
      return accept(verifier.verify(exchange.getRequestHeaders(), body));
    } catch (WebhookVerificationException e) {
      System.out.println("refused: " + e.getMessage()); // says nothing that must stay secret
      return 400;
    }
  }

  /** Answers 204 to a repetition too: the event is here, and need not be sent again. */
  private int accept(WebhookEvent event) {
    if (events.putIfAbsent(event.eventId(), event) != null) {
      return 204;
    }
    try {
      worker.execute(() -> work(event));
      return 204;
    } catch (RejectedExecutionException e) {
      events.remove(event.eventId()); // not taken on, so that the next attempt is not "known"
      return 503;
    }
  }

  private static void work(WebhookEvent event) {
    // A payment can fail and still be confirmed later, so an order follows the newest status.
    System.out.println(
        wordFor(event.type()) + " " + event.reference() + ", event " + event.eventId());
  }

  private static String wordFor(String type) {
    switch (type) {
      case "payment.confirmed":
        return "ship";
      case "payment.failed":
        return "hold";
      default:
        return "ignore " + type + " of";
    }
  }
}
