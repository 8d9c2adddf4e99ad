package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Jdbi;

/**
 * Updates when and from where API keys were last used, accurate to a few seconds: uses are
 * collected in memory and written together, so that authentication never writes. A crash loses at
 * most one interval of uses.
 */
public final class KeyUsage implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final Map<ApiKeyId, String> used = new ConcurrentHashMap<>();
  private final Loop flusher;

  KeyUsage(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.flusher = new Loop("key-usage", INTERVAL, this::flush).start();
  }

  void used(ApiKeyId key, String source) {
    if (!used.containsKey(key)) { // a read first, so that callers of a busy key do not contend
      used.put(key, source);
    }
  }

  @Override
  public void close() {
    flusher.finish();
  }

  private void flush() {
    Map<ApiKeyId, String> sources = Map.copyOf(used);
    if (sources.isEmpty()) {
      return;
    }
    jdbi.useHandle(handle -> store.markUsed(handle, sources));
    sources.forEach(used::remove); // only now, so that a failed write is retried
  }
}
