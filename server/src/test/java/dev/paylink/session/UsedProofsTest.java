package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.redis.Redis;
import dev.paylink.testing.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proof is claimed once within its window, by one node or by many, also when memory is short. */
final class UsedProofsTest {
  @TempDir Path folder;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void second_claim_is_refused_until_the_proof_could_not_be_shown_again_anyway() {
    UsedProofs proofs = new UsedProofs.Local(10, nanos::get);
    assertThat(proofs.claim(proof("a"))).isTrue();
    forward(Duration.ofSeconds(119));
    assertThat(proofs.claim(proof("a"))).isFalse();
    assertThat(proofs.claim(new Proof("another key", "a"))).isTrue();
    forward(Duration.ofSeconds(2));
    assertThat(proofs.claim(proof("a"))).isTrue();
  }

  @Test
  void full_memory_refuses_new_proofs_rather_than_forget_old_ones() {
    UsedProofs proofs = new UsedProofs.Local(2, nanos::get);
    assertThat(proofs.claim(proof("a"))).isTrue();
    forward(Duration.ofSeconds(60));
    assertThat(proofs.claim(proof("b"))).isTrue();
    assertThatThrownBy(() -> proofs.claim(proof("c"))).isInstanceOf(Unavailable.class);
    forward(Duration.ofSeconds(61));
    assertThat(proofs.claim(proof("c"))).isTrue();
    assertThatThrownBy(() -> proofs.claim(proof("a"))).isInstanceOf(Unavailable.class);
  }

  @Test
  void nodes_share_claims_through_redis() {
    try (RedisServer redis = new RedisServer(folder);
        Redis one = new Redis(redis.url());
        Redis another = new Redis(redis.url())) {
      UsedProofs first = new RedisProofs(one);
      UsedProofs second = new RedisProofs(another);
      assertThat(first.claim(proof("a"))).isTrue();
      assertThat(second.claim(proof("a"))).isFalse();
      assertThat(second.claim(proof("b"))).isTrue();
      assertThat(first.claim(proof("b"))).isFalse();
    }
  }

  @Test
  void without_redis_each_node_still_knows_its_own() {
    try (RedisServer redis = new RedisServer(folder);
        Redis connection = new Redis(redis.url())) {
      UsedProofs node = new RedisProofs(connection);
      assertThat(node.claim(proof("before"))).isTrue();
      redis.kill();
      assertThat(node.claim(proof("before"))).isFalse();
      assertThat(node.claim(proof("during"))).isTrue();
      assertThat(node.claim(proof("during"))).isFalse();
    }
  }

  private void forward(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  private static Proof proof(String jti) {
    return new Proof("a key", jti);
  }
}
