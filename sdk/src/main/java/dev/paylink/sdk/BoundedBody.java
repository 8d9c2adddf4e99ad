package dev.paylink.sdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Collects an answer's body up to a limit and fails beyond it, so that no peer can fill the
 * merchant's memory. (The platform's own limiting handler needs a newer Java than this client.)
 *
 * <p>The HTTP client calls one method at a time and orders them, so the fields need no lock.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > maxBytes - bytes.size()) {
        refuse();
        return;
      }
      byte[] chunk = new byte[buffer.remaining()];
      buffer.get(chunk);
      bytes.writeBytes(chunk);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }

  private void refuse() {
    // Completed before the cancellation, which would otherwise report itself as the cause.
    body.completeExceptionally(new IOException("the answer is over " + maxBytes + " bytes"));
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
