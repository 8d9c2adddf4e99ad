package dev.paylink.platform.http;

import dev.paylink.platform.json.Json;
import dev.paylink.platform.log.LineSink;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes one JSON line per request: what was asked, by whom, the answer and how long it took. */
final class AccessLog {
  private final LineSink sink;

  AccessLog(LineSink sink) {
    this.sink = sink;
  }

  /** Writes one line; {@code path} is without its query and cut where a secret is or could be. */
  void write(
      String requestId,
      String source,
      String method,
      String path,
      int status,
      long bytes,
      long nanos,
      @Nullable String actor) {
    Json line =
        Json.object()
            .put("time", Instant.now())
            .put("level", "ACCESS")
            .put("requestId", requestId)
            .put("source", source)
            .put("method", method)
            .put("path", path)
            .put("status", status)
            .put("bytes", bytes)
            .put("micros", nanos / 1000);
    if (actor != null) {
      line.put("actor", actor);
    }
    sink.write(line.bytes());
  }
}
