package dev.paylink.webhook.endpoint;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Bytes that may be sent only once: the HTTP client must not retry them. */
final class OnceBody extends RequestBody {
  private final byte[] bytes;

  OnceBody(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns null: the caller's headers state the type. */
  @Override
  public @Nullable MediaType contentType() {
    return null;
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public boolean isOneShot() {
    return true;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    sink.write(bytes);
  }
}
