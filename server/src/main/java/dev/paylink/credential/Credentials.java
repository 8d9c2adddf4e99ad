package dev.paylink.credential;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller for a key and its secret. A change made on this node takes effect at once, a
 * change made on another node within a second. A pair that does not match is never cached, so an
 * unknown key and a wrong secret take the same path to the same miss. Concurrent look-ups share one
 * query, so that in an outage all of them fail together and in time.
 */
public final class Credentials implements AutoCloseable {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int MAX_KEPT = 100_000;
  private static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 256;

  private final ApiKeyStore store = new ApiKeyStore();
  private final Jdbi jdbi;
  private final boolean testMode;
  private final Batcher<PairHash, Optional<Caller>> batcher;
  private final Cache<PairHash, Caller> callers =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).expireAfterWrite(FRESH).build();

  /** Counts changes, so that a look-up that began before a change does not cache its answer. */
  private final AtomicLong changes = new AtomicLong();

  Credentials(Database database, boolean testMode) {
    this.jdbi = database.workers();
    this.testMode = testMode;
    this.batcher =
        new Batcher<>(
            "credential-reader",
            QUEUE_CAPACITY,
            MAX_BATCH,
            database.patience(),
            Duration.ZERO,
            this::loadAll);
  }

  public void meter(MeterRegistry registry) {
    batcher.meter(registry);
  }

  /**
   * Returns the caller, or null if no active key of this instance's mode matches both and may be
   * used from this address. A right pair of the other mode or from a foreign address is looked up
   * like an unknown one, so that its answer takes as long.
   */
  public @Nullable Caller find(String apiKey, String secretKey, String source) {
    PairHash pair = PairHash.of(apiKey, secretKey);
    Caller known = callers.getIfPresent(pair);
    if (known != null && known.sources().permit(source)) {
      return known;
    }
    long seen = changes.get();
    Caller loaded = batcher.ask(pair).orElse(null);
    if (loaded == null
        || NewApiKey.isOfOtherMode(apiKey, testMode)
        || !loaded.sources().permit(source)) {
      return null;
    }
    callers.put(pair, loaded);
    if (changes.get() != seen) {
      callers.invalidate(pair);
    }
    return loaded;
  }

  /**
   * Clears the cache. Call it after a change to a key, a verification or a deposit address has been
   * committed.
   */
  public void forgetAll() {
    changes.incrementAndGet();
    callers.invalidateAll();
  }

  @Override
  public void close() {
    batcher.close();
  }

  private List<Optional<Caller>> loadAll(List<PairHash> pairs) {
    Map<PairHash, Caller> found =
        DatabaseWork.run(
            () -> "look up " + pairs.size() + " API keys",
            () -> jdbi.withHandle(handle -> store.callers(handle.getConnection(), pairs)));
    return pairs.stream().map(pair -> Optional.ofNullable(found.get(pair))).toList();
  }
}
