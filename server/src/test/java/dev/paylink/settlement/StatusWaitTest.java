package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A status call that waits is answered when the payment changes, or when its time is up. */
@Execution(ExecutionMode.CONCURRENT)
final class StatusWaitTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private static TestService service;
  private static TestService otherNode;
  private static SignedCalls calls;
  private static ExecutorService threads;

  @BeforeAll
  static void start() {
    service = new TestService();
    otherNode = new TestService(service.databaseUrl());
    calls = service.calls();
    threads = Executors.newVirtualThreadPerTaskExecutor();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    otherNode.close();
    service.close();
  }

  private String payment;

  @BeforeEach
  void createPayment() {
    payment = calls.create("{\"amount\":\"5.00\"}").expect(200).text("paymentId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sdk/server/status/", "/sdk/server/payments/"})
  void change_on_this_node_ends_the_wait(String path) throws Exception {
    Future<Reply> waiting = waiting(path, 30);
    TimeUnit.MILLISECONDS.sleep(300);
    assertThat(waiting.isDone()).isFalse();
    service.callback().report("payment.submitted", payment).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.text("status")).isEqualTo("submitted");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @Test
  void change_on_another_node_ends_the_wait() throws Exception {
    Future<Reply> waiting = waiting("/sdk/server/status/", 30);
    otherNode.callback().report("payment.confirmed", payment).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.text("status")).isEqualTo("success");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @Test
  void change_of_another_payment_does_not_and_the_time_does() throws Exception {
    Future<Reply> waiting = waiting("/sdk/server/status/", 2);
    String other = calls.create("{}").text("paymentId");
    service.callback().report("payment.confirmed", other).expect(200);
    Reply reply = waiting.get().expect(200);
    assertThat(reply.text("status")).isEqualTo("created");
    assertThat(reply.took()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void payment_that_has_ended_is_answered_at_once() throws Exception {
    service.callback().report("payment.confirmed", payment).expect(200);
    Reply reply = waiting("/sdk/server/status/", 30).get().expect(200);
    assertThat(reply.text("status")).isEqualTo("success");
    assertThat(reply.took()).isLessThan(SOON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"31", "-1", "1.5", "x", "999999999999"})
  void wait_that_is_no_number_of_seconds_is_refused(String wait) {
    calls
        .get("/sdk/server/status/" + payment + "?waitSeconds=" + wait)
        .expectProblem(400, "INVALID_REQUEST");
  }

  private Future<Reply> waiting(String path, int seconds) {
    return threads.submit(() -> calls.get(path + payment + "?waitSeconds=" + seconds));
  }
}
