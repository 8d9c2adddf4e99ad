package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several callers behind one address, one of whom guesses. */
final class SharedAddressTest {
  @AutoClose private static final TestService OTHER_NODE = TestService.start();
  private static final String LIST = "/sdk/server/payments";

  private TestService service;

  @BeforeEach
  void start() {
    service = OTHER_NODE.anotherNode();
  }

  @Test
  void a_key_that_was_in_use_here_works_on_while_its_address_is_paused() {
    try (TestService node = service) {
      SignedCalls known = node.calls();
      known.get(LIST).expect(200);
      Reply paused = guessUntilPaused(node);
      assertThat(paused.text("detail")).contains("this address is paused for ");
      known.get(LIST).expect(200);
      known.create("{}").expect(200);
      SignedCalls stranger = node.callsAs(OTHER_NODE);
      stranger.get(LIST).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
      OTHER_NODE.calls().get(LIST).expect(200); // the key is good, only not known here
    }
  }

  @Test
  void guessing_the_secret_of_a_known_key_pauses_that_key_here_and_no_other() {
    try (TestService node = service) {
      node.calls().get(LIST).expect(200);
      SignedCalls guesses = node.calls().with("X-Secret-Key", "sk_wrong");
      guesses.get(LIST).expectProblem(401, "INVALID_API_KEY");
      Reply last = UsedUp.by(Limit.FAILURES_OF_NAME.most() - 1, 401, () -> guesses.get(LIST));
      last.expectProblem(429, "TOO_MANY_AUTH_FAILURES");
      assertThat(last.text("detail")).contains("paused from your address for ");
      node.calls().get(LIST).expect(429);
      node.callsAs(OTHER_NODE).get(LIST).expect(200);
    }
  }

  private static Reply guessUntilPaused(TestService node) {
    AtomicInteger guesses = new AtomicInteger();
    return UsedUp.by(
        Limit.FAILURES_OF_SOURCE.most(),
        401,
        () ->
            new SignedCalls(node.baseUrl(), "pk_guess_" + guesses.incrementAndGet(), "sk_guess")
                .get(LIST));
  }
}
