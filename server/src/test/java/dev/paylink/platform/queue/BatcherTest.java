package dev.paylink.platform.queue;

import static dev.paylink.platform.queue.Gate.GATE;
import static dev.paylink.platform.queue.Gate.failure;
import static dev.paylink.platform.queue.Gate.thrownBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.Unavailable;
import dev.paylink.testing.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One step at a time: the worker is held back at a gate while the queue is arranged. */
@Timeout(600)
final class BatcherTest {
  private static final Duration FOREVER = Duration.ofHours(1);

  /** Long enough for the worker to take a question, also on a busy machine. */
  private static final Duration SOON = Duration.ofSeconds(2);

  @AutoClose private final Gate gate = new Gate();

  @Test
  void what_waits_is_answered_in_one_batch_no_larger_than_the_limit() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 3, FOREVER)) {
      List<CompletableFuture<String>> answers = gate.waiting(batcher, 7);
      gate.open();
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).join()).isEqualTo("answer to q" + i);
      }
    }
    assertThat(gate.batches())
        .containsExactly(
            List.of(GATE), List.of("q0", "q1", "q2"), List.of("q3", "q4", "q5"), List.of("q6"));
  }

  @Test
  void one_more_than_the_queue_holds_is_refused_at_once() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(3, 10, FOREVER)) {
      List<CompletableFuture<String>> answers = gate.waiting(batcher, 3);
      assertThatThrownBy(() -> batcher.ask("one too many"))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("full");
      gate.open();
      assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).startsWith("answer"));
      assertThat(batcher.ask("later")).isEqualTo("answer to later");
    }
    assertThat(gate.batches().stream().flatMap(List::stream)).doesNotContain("one too many");
  }

  @Test
  void owner_of_a_flood_is_refused_and_waits_behind_itself_alone() throws Exception {
    try (Batcher<String, String> batcher = gate.gatedFairly(12, 4, FOREVER)) {
      List<CompletableFuture<String>> flood = gate.waiting(batcher, 6, "a");
      assertThatThrownBy(() -> batcher.ask("a one too many"))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("full");
      CompletableFuture<String> other = gate.asked(batcher, "b", 7);
      gate.open();
      assertThat(other.join()).isEqualTo("answer to b");
      assertThat(flood).allSatisfy(answer -> assertThat(answer.join()).startsWith("answer"));
    }
    assertThat(gate.batches())
        .containsExactly(List.of(GATE), List.of("a0", "b", "a1", "a2"), List.of("a3", "a4", "a5"));
  }

  @Test
  void an_outage_fails_the_whole_batch_once_and_is_not_tried_again() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 10, FOREVER)) {
      List<CompletableFuture<String>> answers = gate.waiting(batcher, 4, "outage");
      gate.open();
      assertThat(answers)
          .allSatisfy(answer -> assertThat(failure(answer)).isInstanceOf(Unavailable.class));
      assertThat(batcher.ask("after")).isEqualTo("answer to after");
    }
    assertThat(gate.batches()).hasSize(3);
  }

  @Test
  void a_bad_question_fails_alone_and_its_neighbours_are_answered() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 10, FOREVER)) {
      CompletableFuture<String> before = gate.asked(batcher, "before", 1);
      CompletableFuture<String> poison = gate.asked(batcher, "poison", 2);
      CompletableFuture<String> error = gate.asked(batcher, "error", 3);
      CompletableFuture<String> after = gate.asked(batcher, "after", 4);
      gate.open();
      assertThat(before.join()).isEqualTo("answer to before");
      assertThat(failure(poison))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("cannot do poison");
      assertThat(failure(error)).isInstanceOf(AssertionError.class);
      assertThat(after.join()).isEqualTo("answer to after");
    }
    assertThat(gate.batches()).hasSize(6); // the gate, all four, then each alone
  }

  @Test
  void a_question_whose_caller_lost_patience_is_never_executed() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 10, SOON)) {
      assertThatThrownBy(() -> batcher.ask("abandoned"))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("too slow");
      gate.open();
    }
    assertThat(gate.batches()).containsExactly(List.of(GATE));
  }

  @Test
  void a_batch_out_of_patience_is_counted_once_and_fails_for_as_long_as_it_hangs() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Batcher<String, String> batcher = gate.batcher(10, 10, SOON)) {
      batcher.meter(registry);
      Await.until("it answers in time", () -> batcher.ask("in time").startsWith("answer"));
      assertThat(batcher.streak().succeededWithin(FOREVER)).isTrue();
      thrownBy(() -> batcher.ask(GATE));
      Await.until(
          "the streak grows", () -> batcher.streak().length().compareTo(SOON.plusMillis(250)) > 0);
      assertThat(registry.get("paylink.batch.timeouts").tag("batcher", "test").functionCounter())
          .satisfies(counter -> assertThat(counter.count()).isEqualTo(1));
      assertThat(batcher.streak().succeededWithin(FOREVER)).isFalse();
      gate.open();
      Await.until("it answers in time", () -> batcher.ask("again").startsWith("answer"));
      assertThat(batcher.streak().length()).isZero();
      assertThat(batcher.streak().succeededWithin(FOREVER)).isTrue();
    }
  }

  @Test
  void an_outage_is_a_failure_of_the_work_and_a_bad_question_is_not() {
    try (Batcher<String, String> batcher = gate.batcher(10, 10, FOREVER)) {
      thrownBy(() -> batcher.ask("poison"));
      assertThat(batcher.streak().reason()).isEmpty();
      thrownBy(() -> batcher.ask("outage"));
      assertThat(batcher.streak().reason()).isEqualTo("the database is unreachable");
    }
  }

  @Test
  void a_question_that_was_taken_before_the_patience_ran_out_says_so() throws Exception {
    CompletableFuture<Throwable> taken = new CompletableFuture<>();
    try (Batcher<String, String> batcher = gate.batcher(10, 10, SOON)) {
      gate.callers().execute(() -> taken.complete(thrownBy(() -> batcher.ask(GATE))));
      assertThat(taken.join())
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("has not answered in time");
      gate.open();
    }
    assertThat(gate.batches()).containsExactly(List.of(GATE));
  }

  @Test
  void patience_also_ends_for_those_behind_a_slow_neighbour_of_a_failed_batch() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 10, Duration.ofSeconds(6))) {
      CompletableFuture<String> poison = gate.asked(batcher, "poison", 1);
      CompletableFuture<String> stuck = gate.asked(batcher, "stuck alone", 2);
      CompletableFuture<String> behind = gate.asked(batcher, "behind", 3);
      gate.open();
      assertThat(failure(poison)).hasMessage("cannot do poison");
      assertThat(failure(stuck)).hasMessageContaining("has not answered in time");
      assertThat(failure(behind)).hasMessageContaining("has not answered in time");
      gate.free();
    }
    assertThat(gate.batches())
        .doesNotContain(List.of("behind")); // its caller is gone, it was not done
  }

  @Test
  void a_question_whose_caller_was_interrupted_is_never_executed() throws Exception {
    try (Batcher<String, String> batcher = gate.gated(10, 10, FOREVER)) {
      AtomicBoolean stillInterrupted = new AtomicBoolean();
      CompletableFuture<Throwable> failure = new CompletableFuture<>();
      Thread caller =
          Thread.startVirtualThread(
              () -> {
                Throwable thrown = thrownBy(() -> batcher.ask("abandoned"));
                stillInterrupted.set(Thread.currentThread().isInterrupted());
                failure.complete(thrown);
              });
      Await.until("it waits", () -> batcher.depth() == 1);
      caller.interrupt();
      assertThat(failure.join()).isInstanceOf(Unavailable.class);
      assertThat(stillInterrupted).isTrue();
      gate.open();
    }
    assertThat(gate.batches()).containsExactly(List.of(GATE));
  }

  @Test
  void closing_answers_what_was_taken_in_and_refuses_the_rest() throws Exception {
    Batcher<String, String> batcher = gate.gated(10, 2, FOREVER);
    List<CompletableFuture<String>> answers = gate.waiting(batcher, 5);
    Thread closer = Thread.startVirtualThread(batcher::close);
    Await.until("it waits for the worker", () -> closer.getState() == Thread.State.WAITING);
    assertThatThrownBy(() -> batcher.ask("too late"))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("closing");
    gate.open();
    closer.join();
    assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).startsWith("answer"));
    assertThat(gate.batches().stream().flatMap(List::stream)).hasSize(6).doesNotContain("too late");
    batcher.close(); // once more does no harm
  }
}
