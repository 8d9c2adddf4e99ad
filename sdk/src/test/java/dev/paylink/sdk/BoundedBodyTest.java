package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {
  private final AtomicBoolean canceled = new AtomicBoolean();

  @Test
  void a_body_of_exactly_the_limit_is_kept() {
    assertThat(body("abc", "", "de")).isCompletedWithValueMatching("abcde"::equals);
    assertThat(canceled).isFalse();
  }

  @Test
  void one_byte_over_the_limit_is_refused_and_the_rest_not_asked_for() {
    assertThat(body("abc", "def"))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseExactlyInstanceOf(IOException.class)
        .withMessageContaining("over 5 bytes");
    assertThat(canceled).isTrue();
  }

  @Test
  void a_connection_lost_in_the_middle_is_a_failure() {
    BoundedBody body = new BoundedBody(5);
    body.onNext(List.of(ByteBuffer.wrap("ab".getBytes(UTF_8))));
    body.onError(new IOException("reset"));
    assertThat(body.getBody().toCompletableFuture()).isCompletedExceptionally();
  }

  private CompletableFuture<String> body(String... chunks) {
    BoundedBody body = new BoundedBody(5);
    body.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {
            canceled.set(true);
          }
        });
    for (String chunk : chunks) {
      body.onNext(List.of(ByteBuffer.wrap(chunk.getBytes(UTF_8))));
    }
    body.onComplete();
    return body.getBody().toCompletableFuture().thenApply(bytes -> new String(bytes, UTF_8));
  }
}
