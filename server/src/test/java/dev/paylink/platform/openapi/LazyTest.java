package dev.paylink.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class LazyTest {
  private static final int READERS = 50;
  private static final long MAKING_NANOS = Duration.ofMillis(50).toNanos();

  private final AtomicInteger made = new AtomicInteger();

  @Test
  void all_who_ask_first_at_once_get_what_is_made_once() throws Exception {
    Lazy<Integer> lazy =
        new Lazy<>(
            () -> {
              LockSupport.parkNanos(MAKING_NANOS);
              return made.incrementAndGet();
            });
    assertThat(lazy.isMade()).isFalse();
    List<Integer> got = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> readers = Collections.nCopies(READERS, lazy::get);
      for (Future<Integer> reader : threads.invokeAll(readers)) {
        got.add(reader.get());
      }
    }
    assertThat(got).hasSize(READERS).containsOnly(1);
    assertThat(lazy.isMade()).isTrue();
  }

  @Test
  void fault_of_one_request_is_not_kept_for_the_next() {
    Lazy<String> lazy =
        new Lazy<>(
            () -> {
              if (made.incrementAndGet() == 1) {
                throw new IllegalStateException("no memory");
              }
              return "a page";
            });
    assertThatThrownBy(lazy::get).hasMessage("no memory");
    assertThat(lazy.isMade()).isFalse();
    assertThat(lazy.get()).isEqualTo("a page");
    assertThat(lazy.get()).isEqualTo("a page");
    assertThat(made).hasValue(2);
  }
}
