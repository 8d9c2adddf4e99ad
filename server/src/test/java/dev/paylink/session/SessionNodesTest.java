package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.RedisServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with one database and one Redis are one service to a session. */
final class SessionNodesTest {
  private static final String BASE_URL = "https://pay.example.com";
  private static final int RACERS = 16;

  @TempDir static Path folder;

  private static RedisServer redis;
  private static TestService first;
  private static TestService second;

  private static final TestKey KEY = TestKey.es256();
  private static Payer onFirst;
  private static Payer onSecond;

  @BeforeAll
  static void start() {
    redis = new RedisServer(folder);
    first = TestService.builder().baseUrl(BASE_URL).dataFolder(folder).redis(redis.url()).start();
    second = first.anotherNode();
    onFirst = payer(first);
    onSecond = payer(second);
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
    redis.close();
  }

  private static Payer payer(TestService node) {
    return new Payer(node.baseUrl(), URI.create(BASE_URL), KEY);
  }

  @Test
  void session_opened_on_one_node_polls_on_the_other_but_never_with_a_used_proof() {
    String paymentId = Payer.newPayment(first.calls());
    String token = onFirst.open(Payer.newCode(first.calls(), paymentId)).text("sessionToken");
    String proof = onFirst.pollProof(paymentId, token).sign();
    onFirst.poll(paymentId, token, proof).expect(200);
    onSecond.poll(paymentId, token, proof).expectProblem(401, "INVALID_DPOP_PROOF");
    onSecond.poll(paymentId, token).expect(200);
  }

  @Test
  void racing_redemptions_give_one_token() throws Exception {
    String paymentId = Payer.newPayment(first.calls());
    for (int round = 0; round < Rounds.of(5, 100); round++) {
      String code = Payer.newCode(first.calls(), paymentId);
      List<Callable<Reply>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        Payer payer = i % 2 == 0 ? onFirst : onSecond;
        racers.add(() -> payer.open(code));
      }
      assertThat(statuses(racers)).containsOnlyOnce(200).contains(401).hasSize(RACERS);
    }
  }

  @Test
  void racing_polls_with_one_proof_give_one_answer() throws Exception {
    String paymentId = Payer.newPayment(first.calls());
    String token = onFirst.open(Payer.newCode(first.calls(), paymentId)).text("sessionToken");
    for (int round = 0; round < 5; round++) {
      String proof = onFirst.pollProof(paymentId, token).sign();
      List<Callable<Reply>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        Payer payer = i % 2 == 0 ? onFirst : onSecond;
        racers.add(() -> payer.poll(paymentId, token, proof));
      }
      assertThat(statuses(racers)).containsOnlyOnce(200).hasSize(RACERS);
    }
  }

  @Test
  void token_from_before_a_rotation_polls_on_every_node() {
    String paymentId = Payer.newPayment(first.calls());
    String token = onFirst.open(Payer.newCode(first.calls(), paymentId)).text("sessionToken");
    first.stored().change("update session_key set created_at = created_at - interval '25 hours'");
    try (TestService third = first.anotherNode()) {
      assertThat(first.stored().rows("session_key")).hasSizeGreaterThan(1);
      payer(third).poll(paymentId, token).expect(200);
      onFirst.poll(paymentId, token).expect(200);
      String later =
          payer(third).open(Payer.newCode(third.calls(), paymentId)).text("sessionToken");
      onSecond.poll(paymentId, later).expect(200);
    }
  }

  private static List<Integer> statuses(List<Callable<Reply>> calls) throws Exception {
    return Together.all(calls).stream().map(Reply::status).toList();
  }
}
