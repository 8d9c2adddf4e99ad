package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Identical creates that race make one payment, on one node and on two. */
final class CreateRaceTest {
  private static final int RACERS = 64;
  private static final String BODY = "{\"amount\":\"3.00\"}";

  @AutoClose private static final TestService first = TestService.start();
  @AutoClose private static final TestService second = first.anotherNode();

  @Test
  void identical_creates_racing_on_one_node_make_one_payment() throws Exception {
    for (int round = 0; round < Rounds.of(10, 200); round++) {
      race(List.of(first.calls()));
    }
  }

  @Test
  void identical_creates_racing_on_two_nodes_make_one_payment() throws Exception {
    SignedCalls onSecond = second.callsAs(first);
    for (int round = 0; round < Rounds.of(10, 200); round++) {
      race(List.of(first.calls(), onSecond));
    }
  }

  @Test
  void numbers_have_no_gap_and_no_twin_when_two_nodes_create_at_once() throws Exception {
    SignedCalls onSecond = second.callsAs(first);
    List<SignedCalls> nodes = List.of(first.calls(), onSecond);
    List<Callable<Reply>> creates = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      SignedCalls calls = nodes.get(i % 2);
      creates.add(() -> calls.create(BODY).expect(200));
    }
    List<Integer> numbers =
        Together.all(creates).stream()
            .map(reply -> Integer.parseInt(reply.text("invoiceNumber").substring(4)))
            .sorted()
            .toList();
    for (int i = 1; i < numbers.size(); i++) {
      assertThat(numbers.get(i)).isEqualTo(numbers.get(i - 1) + 1);
    }
  }

  private static void race(List<SignedCalls> nodes) throws Exception {
    String key = UUID.randomUUID().toString();
    List<Callable<Reply>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      SignedCalls calls = nodes.get(i % nodes.size());
      racers.add(() -> calls.create(key, BODY).expect(200));
    }
    Set<String> payments = new HashSet<>();
    int originals = 0;
    for (Reply reply : Together.all(racers)) {
      payments.add(reply.text("paymentId"));
      originals += reply.header("Idempotent-Replayed").isEmpty() ? 1 : 0;
    }
    assertThat(payments).hasSize(1);
    assertThat(originals).isEqualTo(1);
  }
}
