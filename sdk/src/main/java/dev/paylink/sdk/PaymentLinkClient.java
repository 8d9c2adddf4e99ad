package dev.paylink.sdk;

import dev.paylink.sdk.json.JsonException;
import dev.paylink.sdk.json.JsonObject;
import dev.paylink.sdk.json.JsonWriter;
import dev.paylink.sdk.manage.InvoiceClient;
import dev.paylink.sdk.manage.LinkClient;
import dev.paylink.sdk.manage.PayoutClient;
import dev.paylink.sdk.manage.Sending;
import dev.paylink.sdk.manage.StatementClient;
import dev.paylink.sdk.manage.WebhookSettingsClient;
import dev.paylink.sdk.refund.NewRefund;
import dev.paylink.sdk.refund.Refund;
import dev.paylink.sdk.refund.Refundable;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls the Payment Link Service for one merchant. Every request is signed, and retried
 * automatically if the service is briefly out of reach, without ever creating a payment twice.
 * Thread-safe; create one and keep it.
 *
 * <pre>{@code
 * PaymentLinkClient client = PaymentLinkClient.at(baseUrl, apiKey, secretKey);
 * CreatedPayment created =
 *     client.create(NewPayment.builder().amount(new BigDecimal("125.50")).build(), "order-4711");
 * }</pre>
 *
 * <p>All methods throw {@link PaymentLinkException} if the service refuses, and its subclass {@link
 * NoAnswerException} if it cannot be reached.
 */
public final class PaymentLinkClient {
  // A space at either end would be lost on the way, and another key would arrive.
  private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("(?! )[ -~]{1,255}(?<! )");
  // Anything else cannot be an id, and could change the path.
  private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,255}");
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

  /** How long the merchant's receiver may take for a test. */
  private static final Duration TEST_TIME = Duration.ofSeconds(10);

  private final SignedRequests requests;
  private final RetryingTransport transport;

  PaymentLinkClient(SignedRequests requests, RetryingTransport transport) {
    this.requests = requests;
    this.transport = transport;
  }

  /** Returns a client with the default options. */
  public static PaymentLinkClient at(URI baseUrl, String apiKey, String secretKey) {
    return at(baseUrl, apiKey, secretKey, ClientOptions.defaults());
  }

  /**
   * Returns a client for the service at {@code baseUrl}, for example {@code
   * https://pay.example.com}.
   */
  public static PaymentLinkClient at(
      URI baseUrl, String apiKey, String secretKey, ClientOptions options) {
    Credentials credentials = new Credentials(apiKey, secretKey);
    SignedRequests requests =
        new SignedRequests(baseUrl, credentials, options.clock(), options.plainHttp());
    HttpClient given = options.httpClient();
    HttpClient http = given == null ? ownHttpClient(options) : given;
    return new PaymentLinkClient(
        requests, new RetryingTransport(http, options, PaymentLinkClient::sleep));
  }

  /**
   * Creates a payment, or returns the one that the same key created before.
   *
   * @param idempotencyKey the same for every attempt at one order, 1 to 255 printable ASCII; a key
   *     used with another payment is refused as {@code IDEMPOTENCY_KEY_REUSED}
   */
  public CreatedPayment create(NewPayment payment, String idempotencyKey) {
    HttpResponse<byte[]> answer =
        make("/sdk/server/create-payment", payment.toJson(), idempotencyKey);
    String replayed = answer.headers().firstValue("Idempotent-Replayed").orElse("false");
    return read(answer, body -> CreatedPayment.from(body, replayed.equals("true")));
  }

  /** Returns the current state of the payment. */
  public Payment get(String paymentId) {
    return get(paymentId, Duration.ZERO);
  }

  /**
   * Returns the payment when an open one changes, or as it is at the end of {@code wait}.
   *
   * @param wait from zero to 30 seconds, of which whole seconds count
   */
  public Payment get(String paymentId, Duration wait) {
    return payment("/sdk/server/payments/" + checkedId("paymentId", paymentId), wait);
  }

  /** Does the same as {@link #get(String)}. */
  public Payment status(String paymentId) {
    return status(paymentId, Duration.ZERO);
  }

  /** Does the same as {@link #get(String, Duration)}. */
  public Payment status(String paymentId, Duration wait) {
    return payment("/sdk/server/status/" + checkedId("paymentId", paymentId), wait);
  }

  /** Returns one page of the merchant's payments. */
  public PaymentPage list(PaymentQuery query) {
    String path = "/sdk/server/payments";
    String target = path + query.target();
    return read(transport.send(call("GET", path), () -> requests.get(target)), PaymentPage::from);
  }

  /**
   * Cancels a payment that nobody has paid: it becomes {@code failed} with the reason {@code
   * canceled}. Refused as {@code PAYMENT_NOT_OPEN} after a success.
   */
  public Payment cancel(String paymentId) {
    String path = "/sdk/server/payments/" + checkedId("paymentId", paymentId) + "/cancel";
    return read(transport.send(call("POST", path), () -> requests.post(path)), Payment::from);
  }

  /**
   * Accepts what has come as the whole, if exactly this sum has: the payment becomes a success.
   * Refused as {@code RECEIVED_AMOUNT_CHANGED} if another sum has come, and as {@code
   * PAYMENT_NOT_ACCEPTABLE} if nothing has or it is a success.
   *
   * @param receivedAmount {@link Payment#receivedAmount} as you saw it
   * @param idempotencyKey the same for every attempt at one accept
   */
  public Payment accept(String paymentId, BigDecimal receivedAmount, String idempotencyKey) {
    String path = "/sdk/server/payments/" + checkedId("paymentId", paymentId) + "/accept";
    Map<String, Object> fields = Map.of("receivedAmount", receivedAmount.toPlainString());
    return read(make(path, JsonWriter.write(fields), idempotencyKey), Payment::from);
  }

  /**
   * Requests a refund of a payment, or returns the one that the same key requested before. Your
   * wallet sends it later.
   *
   * @param idempotencyKey the same for every attempt at one refund
   */
  public Refund createRefund(String paymentId, NewRefund refund, String idempotencyKey) {
    return read(make(refundsOf(paymentId), refund.toJson(), idempotencyKey), Refund::from);
  }

  /** Returns the refund as it is now. */
  public Refund getRefund(String refundId) {
    String path = "/sdk/server/refunds/" + checkedId("refundId", refundId);
    return read(transport.send(call("GET", path), () -> requests.get(path)), Refund::from);
  }

  /** Returns the refunds of a payment, oldest first. */
  public List<Refund> listRefunds(String paymentId) {
    return refunds(paymentId, "data", Refund::from);
  }

  /** Returns what can still be refunded of a payment, by token; nothing while it is open. */
  public List<Refundable> listRefundable(String paymentId) {
    return refunds(paymentId, "refundable", Refundable::from);
  }

  private <T> List<T> refunds(String paymentId, String name, Function<JsonObject, T> from) {
    String path = refundsOf(paymentId);
    return read(
        transport.send(call("GET", path), () -> requests.get(path)),
        body -> body.objects(name).stream().map(from).collect(Collectors.toUnmodifiableList()));
  }

  /** Cancels a refund of which nothing is on the chain. */
  public Refund cancelRefund(String refundId) {
    String path = "/sdk/server/refunds/" + checkedId("refundId", refundId) + "/cancel";
    return read(transport.send(call("POST", path), () -> requests.post(path)), Refund::from);
  }

  /**
   * Confirms the address that your customer named. Check it with your customer first.
   *
   * @param to the address in full
   */
  public Refund confirmRefundAddress(String refundId, String to) {
    String path = "/sdk/server/refunds/" + checkedId("refundId", refundId) + "/confirm-address";
    return read(post(path, new TreeMap<>(Map.of("to", to))), Refund::from);
  }

  private static String refundsOf(String paymentId) {
    return "/sdk/server/payments/" + checkedId("paymentId", paymentId) + "/refunds";
  }

  /** Returns a code that lets this customer's page follow one payment. */
  public SessionCode session(String paymentId) {
    return session(paymentId, null);
  }

  /**
   * Returns a code that lets this customer's page follow one payment; it works once, for five
   * minutes.
   *
   * @param userId the merchant's own id of the customer, or null
   */
  public SessionCode session(String paymentId, @Nullable String userId) {
    Map<String, Object> fields = new TreeMap<>();
    fields.put("paymentId", checkedId("paymentId", paymentId));
    if (userId != null) {
      fields.put("userId", userId);
    }
    return read(post("/sdk/server/sessions", fields), SessionCode::from);
  }

  /** Has an event sent to the webhook again: the same id and the same bytes. */
  public Redelivery redeliver(String eventId) {
    String path = "/sdk/server/events/" + checkedId("eventId", eventId) + "/redeliver";
    return read(transport.send(call("POST", path), () -> requests.post(path)), Redelivery::from);
  }

  /**
   * Has all events recorded in a time span sent again.
   *
   * @param state which: {@code exhausted}, {@code none}, {@code delivered} or {@code pending}
   */
  public Redelivery redeliverAll(Instant from, Instant to, String state) {
    Map<String, Object> fields =
        new TreeMap<>(Map.of("from", from.toString(), "to", to.toString(), "state", state));
    return read(post("/sdk/server/events/redeliver", fields), Redelivery::from);
  }

  /** Returns every event of the merchant until now, from the first one on. */
  public EventFeed events() {
    return new EventFeed(this, null);
  }

  /**
   * Returns the events after this one until now, for a reconciliation that continues where it
   * stopped.
   *
   * @param eventId the last event that was processed, or null to start with the first
   */
  public EventFeed eventsAfter(@Nullable String eventId) {
    return new EventFeed(this, eventId);
  }

  /**
   * Returns the next events as soon as there is one; the service waits for {@code wait} at most.
   *
   * @param after the last event that was processed, or {@link EventPage#nextCursor}; null starts
   *     with the first event
   * @param wait from zero to 30 seconds, of which whole seconds count
   */
  public EventPage poll(@Nullable String after, Duration wait) {
    String path = "/sdk/server/events";
    String target = path + EventPage.query(after, checkedWait(wait));
    return read(
        transport.send(call("GET", path), () -> requests.get(target), wait),
        body -> EventPage.from(body, after));
  }

  /** Returns the calls about reusable links. */
  public LinkClient links() {
    return new LinkClient(this::send);
  }

  /** Returns the calls about invoices. */
  public InvoiceClient invoices() {
    return new InvoiceClient(this::send);
  }

  /** Returns the calls about payouts to your bank account. */
  public PayoutClient payouts() {
    return new PayoutClient(this::send);
  }

  /** Returns the calls about statements, and about what can be collected. */
  public StatementClient statements() {
    return new StatementClient(this::send);
  }

  /** Returns the calls about where events are sent. */
  public WebhookSettingsClient webhooks() {
    return new WebhookSettingsClient(this::send);
  }

  private byte[] send(
      String method,
      String target,
      byte @Nullable [] json,
      @Nullable String idempotencyKey,
      Sending.Manner manner) {
    if (idempotencyKey != null) {
      requireKey(idempotencyKey);
    }
    String call = call(method, target.split("\\?", 2)[0]);
    Supplier<HttpRequest> signed = () -> requests.any(method, target, json, idempotencyKey);
    Duration held = manner == Sending.Manner.SLOW ? TEST_TIME : Duration.ZERO;
    return manner == Sending.Manner.ONCE
        ? transport.sendUnrepeated(call, signed).body()
        : transport.send(call, signed, held).body();
  }

  /** Names the service, and nothing that could authenticate anybody. */
  @Override
  public String toString() {
    return "PaymentLinkClient[" + requests + "]";
  }

  private Payment payment(String path, Duration wait) {
    long seconds = checkedWait(wait);
    String target =
        path + new QueryString().add("waitSeconds", seconds == 0 ? null : Long.toString(seconds));
    return read(transport.send(call("GET", path), () -> requests.get(target), wait), Payment::from);
  }

  private HttpResponse<byte[]> make(String path, byte[] json, String idempotencyKey) {
    requireKey(idempotencyKey);
    return transport.send(call("POST", path), () -> requests.post(path, json, idempotencyKey));
  }

  private static void requireKey(String idempotencyKey) {
    if (!IDEMPOTENCY_KEY.matcher(idempotencyKey).matches()) {
      throw new IllegalArgumentException(
          "idempotencyKey: 1 to 255 printable ASCII characters, no space at either end");
    }
  }

  private HttpResponse<byte[]> post(String path, Map<String, Object> fields) {
    byte[] json = JsonWriter.write(fields);
    return transport.send(call("POST", path), () -> requests.post(path, json));
  }

  /** Returns how exceptions name the request: with the address, and without a query. */
  private String call(String method, String path) {
    return method + " " + requests + path;
  }

  private static long checkedWait(Duration wait) {
    if (wait.isNegative() || wait.compareTo(LONGEST_POLL) > 0) {
      throw new IllegalArgumentException("wait: nothing to " + LONGEST_POLL.toSeconds() + " s");
    }
    return wait.toSeconds();
  }

  private static String checkedId(String name, String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(name + ": letters, digits, _ and -");
    }
    return id;
  }

  private static <T> T read(HttpResponse<byte[]> answer, Function<JsonObject, T> reader) {
    try {
      return reader.apply(JsonObject.parse(answer.body()));
    } catch (JsonException e) {
      throw Refusal.unreadable(answer, e);
    }
  }

  private static void sleep(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  private static HttpClient ownHttpClient(ClientOptions options) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1) // over plain http, 2 would begin with an upgrade
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(options.requestTimeout())
        .build();
  }
}
