package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylink.sdk.LoopbackService.Received;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads the feed from a real server. */
class EventFeedTest {
  private static final String EMPTY = "{\"data\":[],\"nextCursor\":null}";
  private static final String START = "/sdk/server/events?limit=100";

  private final LoopbackService service = new LoopbackService();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ClientOptions options =
      ClientOptions.defaults().withHttpClient(http).withMaxWait(Duration.ZERO);

  @AfterEach
  void stop() {
    service.close();
    http.shutdownNow();
  }

  @Test
  void a_feed_is_read_page_by_page_until_one_is_empty() {
    service
        .thenOk(page("a+/", event("evt_1"), event("evt_2")))
        .thenOk(page("b", event("evt_3")))
        .thenOk(EMPTY);
    assertThat(client(options).events())
        .extracting(WebhookEvent::eventId)
        .containsExactly("evt_1", "evt_2", "evt_3");
    assertThat(service.received())
        .extracting(Received::target)
        .containsExactly(
            START,
            "/sdk/server/events?after=a%2B%2F&limit=100",
            "/sdk/server/events?after=b&limit=100");
    assertThat(service.received())
        .allMatch(request -> request.header("X-signature").equals(request.expectedSignature()));
  }

  @Test
  void a_page_is_fetched_only_when_it_is_needed() {
    Iterator<WebhookEvent> events = client(options).events().iterator();
    assertThat(service.received()).isEmpty();
    service.thenOk(page("a", event("evt_1")));
    assertThat(events.hasNext()).isTrue();
    assertThat(events.next().eventId()).isEqualTo("evt_1");
    assertThat(service.received()).hasSize(1);
  }

  @Test
  void an_ended_feed_stays_ended_and_a_new_iteration_starts_over() {
    service.thenOk(EMPTY);
    EventFeed feed = client(options).eventsAfter("evt_9");
    Iterator<WebhookEvent> events = feed.iterator();
    assertThat(events.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(events::next);
    assertThat(service.received()).hasSize(1);

    service.thenOk(page("a", event("evt_10")));
    assertThat(feed.iterator().next().eventId()).isEqualTo("evt_10");
    assertThat(service.received())
        .extracting(Received::target)
        .containsOnly("/sdk/server/events?after=evt_9&limit=100");
  }

  @Test
  void a_read_that_failed_is_repeated_and_later_goes_on_where_it_stopped() {
    service.thenHangUp().thenProblem(503, "UNAVAILABLE").thenOk(page("a", event("evt_1")));
    Iterator<WebhookEvent> events = client(options).events().iterator();
    assertThat(events.next().eventId()).isEqualTo("evt_1");
    assertThat(service.received()).hasSize(3);

    service.thenProblem(401, "INVALID_API_KEY");
    assertThatExceptionOfType(PaymentLinkException.class).isThrownBy(events::hasNext);
    service.thenOk(page("b", event("evt_2")));
    assertThat(events.next().eventId()).isEqualTo("evt_2");
    assertThat(service.received().getLast().target()).contains("?after=a&");
  }

  @Test
  void an_event_of_the_feed_equals_its_webhook_to_the_last_byte() {
    service.thenOk("{\"data\": [ " + Webhooks.CONFIRMED + " ,\n" + Webhooks.TEST + "]}");
    EventPage page = client(options).poll(null, Duration.ZERO);
    byte[] body = Webhooks.CONFIRMED.getBytes(UTF_8);
    assertThat(page.data().getFirst()).isEqualTo(WebhookEvent.parse(body));
    assertThat(page.data().getFirst().rawBody()).isEqualTo(body);
    assertThat(page.data().getLast().json()).isEqualTo(Webhooks.TEST);
  }

  @Test
  void a_page_always_says_where_to_read_on() {
    service.thenOk(EMPTY).thenOk(EMPTY).thenOk(page(null, event("evt_1"), event("evt_2")));
    PaymentLinkClient client = client(options);
    assertThat(client.poll(null, Duration.ZERO).nextCursor()).isNull();
    assertThat(client.poll("evt_0", Duration.ZERO).nextCursor()).isEqualTo("evt_0");
    assertThat(client.poll("evt_0", Duration.ZERO).nextCursor()).isEqualTo("evt_2");
  }

  @Test
  void a_cursor_that_does_not_move_is_refused_instead_of_followed_for_ever() {
    service.thenOk(page("a", event("evt_1"))).thenOk(page("a", event("evt_1")));
    Iterator<WebhookEvent> events = client(options).events().iterator();
    events.next();
    assertThatExceptionOfType(PaymentLinkException.class)
        .isThrownBy(events::next)
        .withMessageContaining("nextCursor: expected it to move on");
  }

  @Test
  void a_long_poll_has_its_wait_on_top_of_the_timeout() {
    PaymentLinkClient hasty =
        client(options.withRequestTimeout(Duration.ofNanos(1)).withMaxTries(1));
    service
        .thenOk(page("a", event("evt_1")))
        .then(exchange -> LockSupport.parkNanos(Duration.ofSeconds(2).toNanos()));
    assertThat(hasty.poll("evt_0", Duration.ofSeconds(30)).data()).hasSize(1);
    assertThat(service.onlyRequest().target())
        .isEqualTo("/sdk/server/events?after=evt_0&limit=100&waitSeconds=30");
    assertThatExceptionOfType(NoAnswerException.class)
        .isThrownBy(() -> hasty.poll("evt_0", Duration.ZERO));
  }

  @Test
  void a_wait_is_nothing_to_thirty_seconds() {
    PaymentLinkClient client = client(options);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.poll(null, Duration.ofNanos(-1)))
        .withMessage("wait: nothing to 30 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.poll(null, Duration.ofSeconds(30).plusNanos(1)));
    service.thenOk(EMPTY);
    client.poll(null, Duration.ofMillis(999));
    assertThat(service.onlyRequest().target()).isEqualTo(START);
  }

  private PaymentLinkClient client(ClientOptions options) {
    return PaymentLinkClient.at(
        service.baseUrl(), LoopbackService.API_KEY, LoopbackService.SECRET_KEY, options);
  }

  private static String page(@Nullable String nextCursor, String... events) {
    String cursor = nextCursor == null ? "null" : '"' + nextCursor + '"';
    return "{\"data\":[" + String.join(",", events) + "],\"nextCursor\":" + cursor + "}";
  }

  private static String event(String id) {
    return Webhooks.TEST.replace("evt_01jgfj2v00e8z9y3m5k7n9q1s4", id);
  }
}
