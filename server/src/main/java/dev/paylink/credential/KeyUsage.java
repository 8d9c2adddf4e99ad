package dev.paylink.credential;

import dev.paylink.ids.ApiKeyId;
import dev.paylink.platform.queue.Repeating;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Jdbi;

/**
 * Updates {@code lastUsedAt} of API keys, accurate to a few seconds: uses are collected in memory
 * and written together, so that authentication never writes. A crash loses at most one interval of
 * uses.
 */
public final class KeyUsage implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final Set<ApiKeyId> used = ConcurrentHashMap.newKeySet();
  private final Repeating flusher;

  KeyUsage(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.flusher = new Repeating("key-usage", INTERVAL, this::flush);
  }

  void used(ApiKeyId key) {
    if (!used.contains(key)) { // a read first, so that callers of a busy key do not contend
      used.add(key);
    }
  }

  @Override
  public void close() {
    flusher.close();
  }

  private void flush() {
    List<ApiKeyId> keys = List.copyOf(used);
    if (keys.isEmpty()) {
      return;
    }
    jdbi.useHandle(handle -> store.markUsed(handle, keys));
    keys.forEach(used::remove); // only now, so that a failed write is retried
  }
}
