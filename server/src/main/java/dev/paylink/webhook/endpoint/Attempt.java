package dev.paylink.webhook.endpoint;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** One attempt from its start to its outcome; used by one thread. */
final class Attempt {
  private static final Logger LOG = System.getLogger(Attempt.class.getName());

  /** The limit of the answer's body; the rest is not read. */
  static final int MAX_BODY_BYTES = 16 * 1024;

  private final long startNanos = System.nanoTime();
  private final Buffer body = new Buffer();
  private @Nullable Integer status;
  private boolean isWriting;
  private boolean isReading;
  private AttemptResult.Reach failed = AttemptResult.Reach.NOT_TRIED;

  static Attempt of(Call call) {
    return Objects.requireNonNull(call.request().tag(Attempt.class));
  }

  AttemptResult refused(String why) {
    return outcome("refused: " + why);
  }

  AttemptResult send(
      Transport transport, Request.Builder request, Map<String, String> headers, byte[] content) {
    try {
      request.header("Accept-Encoding", "identity"); // answers are stored as sent
      headers.forEach(request::header);
      request.post(new OnceBody(content)).tag(Attempt.class, this);
      exchange(transport.newCall(request.build()));
      return outcome(faultOfStatus());
    } catch (ProtocolException e) {
      // OkHttp rejects some answers after their status: a 204 that announces a body, a 407 without
      // a proxy. The status counts all the same, unless the body was awaited and broke off.
      boolean isComplete = isAnswered() && !isReading;
      return outcome(isComplete ? faultOfStatus() : Explanation.of(e, this, transport));
    } catch (IOException e) {
      failed = transport.isClosed() ? AttemptResult.Reach.NOT_TRIED : reach(e);
      return outcome(Explanation.of(e, this, transport));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a webhook could not be sent", e);
      return outcome("could not be sent: internal error");
    }
  }

  /** Marks that the attempt has a connection, new or reused, and begins to write. */
  void writing() {
    isWriting = true;
  }

  boolean hasConnection() {
    return isWriting;
  }

  void answered(int code) {
    status = code;
  }

  boolean isAnswered() {
    return status != null;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void exchange(Call call) throws IOException {
    try (Response response = call.execute()) {
      isReading = true;
      BufferedSource source = response.body().source();
      while (body.size() < MAX_BODY_BYTES) {
        if (source.read(body, MAX_BODY_BYTES - body.size()) < 0) {
          return;
        }
      }
      call.cancel(); // otherwise closing would first try to read the rest
    }
  }

  private static AttemptResult.Reach reach(IOException failure) {
    if (failure instanceof NotDialled notDialled) {
      return notDialled.isResolverAway()
          ? AttemptResult.Reach.NO_RESOLVER
          : AttemptResult.Reach.NOT_TRIED;
    }
    return failure instanceof SSLException
        ? AttemptResult.Reach.ENDPOINT
        : AttemptResult.Reach.NO_CONNECTION;
  }

  private @Nullable String faultOfStatus() {
    int code = Objects.requireNonNull(status);
    return switch (code / 100) {
      case 2 -> null;
      case 3 -> "answered " + code + "; redirects are not followed";
      default -> "answered " + code;
    };
  }

  private AttemptResult outcome(@Nullable String error) {
    String text =
        status == null
            ? null
            : new String(body.readByteArray(), StandardCharsets.UTF_8).replace("\0", "");
    boolean reached = isWriting || isAnswered();
    return new AttemptResult(
        status, elapsed(), error, text, reached ? AttemptResult.Reach.ENDPOINT : failed);
  }
}
