package dev.paylink.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An item is its owner's letter and a number. */
final class LanesTest {
  private static final int LIMIT = 60;

  private final Lanes<String> lanes = new Lanes<>(LIMIT, item -> item.charAt(0));

  @Test
  void lanes_are_taken_from_in_turns_and_keep_their_order() {
    offer("a1", "a2", "a3", "b1", "c1", "c2");
    assertThat(drained(4)).containsExactly("a1", "b1", "c1", "a2");
    offer("b2");
    assertThat(drained(9)).containsExactly("c2", "a3", "b2");
  }

  @ParameterizedTest
  @CsvSource({"1, 30", "2, 20", "3, 15", "5, 10", "59, 1"})
  void owners_that_want_everything_get_equal_shares_and_leave_as_much(int owners, int share) {
    Map<Character, Integer> accepted = new HashMap<>();
    for (int round = 0; round < LIMIT; round++) {
      for (int i = 0; i < owners; i++) {
        char owner = (char) ('a' + i);
        if (lanes.offer(owner + "x")) {
          accepted.merge(owner, 1, Integer::sum);
        }
      }
    }
    assertThat(accepted.values()).hasSize(owners).containsOnly(share);
    assertThat(LIMIT - lanes.size()).isGreaterThanOrEqualTo(share);
    assertThat(lanes.offer("Newcomer")).isTrue();
  }

  @Test
  void newcomer_is_served_in_the_next_turn_however_long_the_other_lane_is() {
    IntStream.range(0, LIMIT).forEach(i -> lanes.offer("a" + i));
    offer("b1");
    assertThat(drained(2)).containsExactly("a0", "b1");
  }

  @Test
  void without_owners_all_of_the_room_is_filled_in_order() {
    Lanes<String> plain = new Lanes<>(3, null);
    assertThat(Stream.of("a", "b", "c", "d").filter(plain::offer)).containsExactly("a", "b", "c");
    List<String> taken = new ArrayList<>();
    plain.drainTo(taken, 9);
    assertThat(taken).containsExactly("a", "b", "c");
  }

  @Test
  void lower_limit_refuses_from_now_on_and_drops_nothing() {
    offer("a1", "a2", "a3");
    lanes.limit(3);
    assertThat(lanes.offer("b1")).isFalse();
    assertThat(drained(9)).containsExactly("a1", "a2", "a3");
    assertThat(lanes.offer("b1")).isTrue();
  }

  @Test
  void empty_lanes_are_forgotten() {
    offer("a1", "b1", "c1", "c2");
    assertThat(lanes.owners()).isEqualTo(3);
    assertThat(lanes.remove("b1")).isTrue();
    assertThat(lanes.remove("b1")).isFalse();
    assertThat(lanes.poll()).isEqualTo("a1");
    assertThat(lanes.owners()).isEqualTo(1);
    assertThat(drained(9)).containsExactly("c1", "c2");
    assertThat(lanes.owners()).isZero();
    assertThat(lanes.poll()).isNull();
  }

  @Test
  void what_many_threads_put_in_is_taken_once_and_in_the_order_of_its_lane() throws Exception {
    int owners = 8;
    int each = 5_000;
    List<String> taken = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> producers = new ArrayList<>();
      for (int owner = 0; owner < owners; owner++) {
        char name = (char) ('a' + owner);
        producers.add(threads.submit(() -> offerAll(name, each)));
      }
      while (taken.size() < owners * each) {
        taken.add(lanes.take());
        lanes.drainTo(taken, 16);
        assertThat(lanes.size()).isBetween(0, LIMIT);
      }
      for (Future<?> producer : producers) {
        producer.get();
      }
    }
    assertThat(lanes.owners()).isZero();
    for (int owner = 0; owner < owners; owner++) {
      char name = (char) ('a' + owner);
      assertThat(taken.stream().filter(item -> item.charAt(0) == name))
          .containsExactlyElementsOf(
              IntStream.range(0, each).mapToObj(i -> name + "" + i).toList());
    }
  }

  private void offerAll(char owner, int count) {
    for (int i = 0; i < count; i++) {
      while (!lanes.offer(owner + "" + i)) {
        LockSupport.parkNanos(1_000);
      }
    }
  }

  private void offer(String... items) {
    assertThat(items).allMatch(lanes::offer);
  }

  private List<String> drained(int most) {
    List<String> taken = new ArrayList<>();
    lanes.drainTo(taken, most);
    return taken;
  }
}
