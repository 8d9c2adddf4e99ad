package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A status call that waits is answered when the payment changes, or when its time is up. */
final class StatusWaitTest extends SettlementTest {
  private static final String STATUS = "/sdk/server/status/";
  private static final Duration SOON = Duration.ofSeconds(20);

  @AutoClose("shutdownNow")
  private static final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private String payment;

  @BeforeEach
  void createPayment() {
    payment = payment();
  }

  @ParameterizedTest
  @CsvSource({
    "/sdk/server/status/, true",
    "/sdk/server/payments/, true",
    "/sdk/server/status/, false"
  })
  void change_on_this_node_or_another_ends_the_wait(String path, boolean here) throws Exception {
    Future<Reply> waiting = waiting(path, 30);
    awaitWaiter();
    (here ? service : otherNode).callback().report(SUBMITTED, payment).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.text("status")).isEqualTo("submitted");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @Test
  void change_of_another_payment_does_not_and_the_time_does() throws Exception {
    String other = calls.create("{}").text("paymentId");
    Future<Reply> waiting = waiting(STATUS, 2);
    while (!waits()) {
      if (waiting.isDone()) { // its time was up before this machine came to look
        waiting = waiting(STATUS, 2);
      }
    }
    callback.report(CONFIRMED, other).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.text("status")).isEqualTo("created");
    assertThat(reply.took()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void payment_that_has_ended_is_answered_at_once() throws Exception {
    callback.report(CONFIRMED, payment).expect(200);
    Reply reply = waiting(STATUS, 30).get().expect(200);
    assertThat(reply.text("status")).isEqualTo("success");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @Test
  void change_that_the_caller_has_not_seen_is_told_at_once() {
    String seen = calls.get(STATUS + payment).expect(200).text("updatedAt");
    callback.report(SUBMITTED, payment).expect(200);
    Reply reply = calls.get(STATUS + payment + "?waitSeconds=30&since=" + seen).expect(200);
    assertThat(reply.text("status")).isEqualTo("submitted");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @Test
  void caller_that_has_seen_the_newest_waits_for_the_next() throws Exception {
    String seen = calls.get(STATUS + payment).expect(200).text("updatedAt");
    String path = STATUS + payment + "?waitSeconds=30&since=" + seen;
    Future<Reply> waiting = threads.submit(() -> calls.get(path));
    awaitWaiter();
    callback.report(SUBMITTED, payment).expect(200);
    assertThat(waiting.get().expect(200).text("status")).isEqualTo("submitted");
  }

  @Test
  void so_many_may_wait_for_one_payment_and_the_rest_is_answered_at_once() throws Exception {
    List<Future<Reply>> waiting =
        IntStream.range(0, 40).mapToObj(i -> waiting(STATUS, 30)).toList();
    Await.until("8 are answered", () -> waiting.stream().filter(Future::isDone).count() >= 8);
    callback.report(SUBMITTED, payment).expect(200);
    Map<String, Integer> statuses = new HashMap<>();
    for (Future<Reply> one : waiting) {
      assertThat(one.get().took()).isLessThan(SOON);
      statuses.merge(one.get().expect(200).text("status"), 1, Integer::sum);
    }
    assertThat(statuses).isEqualTo(Map.of("created", 8, "submitted", 32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "1700000000", "2026-13-01T00:00:00Z"})
  void since_that_is_no_time_is_refused(String since) {
    calls
        .get(STATUS + payment + "?waitSeconds=1&since=" + since)
        .expectProblem(400, "INVALID_REQUEST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"31", "-1", "1.5", "x", "999999999999"})
  void wait_that_is_no_number_of_seconds_is_refused(String wait) {
    calls.get(STATUS + payment + "?waitSeconds=" + wait).expectProblem(400, "INVALID_REQUEST");
  }

  /** Until a call waits on this node; tests run one after the other, so it is this test's. */
  private static void awaitWaiter() {
    Await.until("a call waits", StatusWaitTest::waits);
  }

  private static boolean waits() {
    return service.operator().get("/metrics").body().contains("\npaylink_status_waits 1.0\n");
  }

  private Future<Reply> waiting(String path, int seconds) {
    return threads.submit(() -> calls.get(path + payment + "?waitSeconds=" + seconds));
  }
}
