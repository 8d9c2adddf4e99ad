package dev.paylink.chain.rpc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a body up to a limit, and closes the connection when it is longer. */
final class LimitedBody implements BodySubscriber<byte[]> {
  private final int limit;
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /** The answer is longer than the limit. */
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong(int limit) {
      super("the answer has over " + limit + " bytes");
    }
  }

  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      if (taken.size() + bytes.length > limit) {
        if (subscription != null) {
          subscription.cancel();
        }
        whole.completeExceptionally(new TooLong(limit));
        return;
      }
      taken.writeBytes(bytes);
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    whole.complete(taken.toByteArray());
  }
}
