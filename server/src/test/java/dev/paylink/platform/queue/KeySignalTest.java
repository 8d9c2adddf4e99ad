package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing that comes between the look and the wait is missed, and nobody stays behind. */
final class KeySignalTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final KeySignal<String> signal = new KeySignal<>();
  private final AtomicInteger state = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    signal.close();
    threads.shutdownNow();
  }

  @Test
  void news_wakes_everybody_who_waits_for_it() throws Exception {
    List<Future<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(threads.submit(() -> waitFor("ours", LONG)));
    }
    Await.until("they wait", () -> signal.size() == 1);
    state.set(1);
    signal.news(List.of("ours"));
    for (Future<Integer> one : waiting) {
      assertThat(one.get()).isEqualTo(1);
    }
    assertThat(signal.size()).isZero();
  }

  @Test
  void news_between_the_look_and_the_wait_is_not_missed() {
    AtomicInteger looks = new AtomicInteger();
    int seen =
        signal.await(
            "ours",
            LONG,
            () -> {
              int now = state.get();
              if (looks.incrementAndGet() == 1) { // it changes right after the first look
                state.set(1);
                signal.news(List.of("ours"));
              }
              return now;
            },
            value -> value == 1);
    assertThat(seen).isEqualTo(1);
    assertThat(looks).hasValue(2);
  }

  @Test
  void change_without_news_is_found_by_looking_again() throws Exception {
    Future<Integer> waiting = threads.submit(() -> waitFor("ours", LONG));
    Await.until("it waits", () -> signal.size() == 1);
    state.set(1); // on another node
    assertThat(waiting.get()).isEqualTo(1);
  }

  @Test
  void time_that_is_up_ends_the_wait_and_leaves_nothing_behind() {
    assertThat(waitFor("ours", Duration.ofMillis(20))).isZero();
    assertThat(waitFor("ours", Duration.ZERO)).isZero();
    assertThat(signal.size()).isZero();
  }

  @Test
  void the_end_wakes_all() throws Exception {
    Future<Integer> ours = threads.submit(() -> waitFor("ours", LONG));
    Future<Integer> theirs = threads.submit(() -> waitFor("theirs", LONG));
    Await.until("they wait", () -> signal.size() == 2);
    signal.close();
    assertThat(ours.get()).isZero();
    assertThat(theirs.get()).isZero();
  }

  private int waitFor(String key, Duration wait) {
    return signal.await(key, wait, state::get, value -> value == 1);
  }
}
