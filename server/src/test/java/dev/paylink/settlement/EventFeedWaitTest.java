package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A reader that waits is answered when something comes, when its time is up, or at the end. */
@Execution(ExecutionMode.CONCURRENT)
final class EventFeedWaitTest {
  private static final Duration SOON = Duration.ofSeconds(25);

  @AutoClose private final TestService service = TestService.start();

  @AutoClose("shutdownNow")
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  @Test
  void event_of_this_node_ends_the_wait() throws Exception {
    expectEvent(service);
  }

  @Test
  void event_of_another_node_ends_the_wait() throws Exception {
    try (TestService otherNode = service.anotherNode()) {
      expectEvent(otherNode);
    }
  }

  @Test
  void event_of_another_merchant_does_not_end_the_wait() throws Exception {
    try (TestService otherNode = service.anotherNode()) {
      Future<Reply> waiting = read(3);
      while (!looks()) {
        if (waiting.isDone()) { // its time was up before this machine came to look
          waiting = read(3);
        }
      }
      String theirs = service.callsAs(otherNode).create("{}").expect(200).text("paymentId");
      service.callback().report("payment.confirmed", theirs).expect(200);
      Reply reply = waiting.get().expect(200);
      assertThat(reply.body()).isEqualTo("{\"data\":[],\"nextCursor\":null}");
      assertThat(reply.took()).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
    }
  }

  @Test
  void answer_is_empty_when_nothing_came() throws Exception {
    Reply reply = read(1).get().expect(200);
    assertThat(reply.body()).isEqualTo("{\"data\":[],\"nextCursor\":null}");
    assertThat(reply.took()).isBetween(Duration.ofSeconds(1), SOON);
  }

  @Test
  void service_that_closes_answers_who_waits() throws Exception {
    Future<Reply> waiting = read(30);
    awaitReader();
    service.close();
    Reply reply = waiting.get().expect(200);
    assertThat(reply.body()).isEqualTo("{\"data\":[],\"nextCursor\":null}");
    assertThat(reply.took()).isLessThan(SOON);
  }

  private void expectEvent(TestService node) throws Exception {
    String payment = service.calls().create("{}").expect(200).text("paymentId");
    Future<Reply> waiting = read(30);
    awaitReader();
    node.callback().report("payment.confirmed", payment).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.body()).contains(payment);
    assertThat(reply.took()).isLessThan(SOON);
  }

  private Future<Reply> read(int waitSeconds) {
    return executor.submit(
        () -> service.calls().get("/sdk/server/events?waitSeconds=" + waitSeconds));
  }

  /** Until the feed was looked at: from then on the reader waits. */
  private void awaitReader() {
    Await.until("a look at the feed", this::looks);
  }

  private boolean looks() {
    return !service
        .stored()
        .texts(
            "select query from pg_stat_activity where datname = current_database()"
                + " and query like 'select id, position, body from event%'")
        .isEmpty();
  }
}
