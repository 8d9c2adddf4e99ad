package dev.paylink.requestlog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.ids.ApiKeyId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RequestId;
import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.Loop;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Logs merchants' calls, in batches and in the background.
 *
 * <ul>
 *   <li>A call never waits for its entry. What the queue has no room for, or the database does not
 *       take, is dropped and counted.
 *   <li>Each merchant has quotas: for refusals, for successes, and for requests that only name one
 *       of its keys, so that a stranger who knows a key can fill neither the disk nor the log.
 *   <li>Of a request there is the path without its query; never a body, never a secret.
 * </ul>
 */
public final class RequestLog implements AutoCloseable {
  private static final Logger LOG = System.getLogger(RequestLog.class.getName());
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MAX_WAITING = 4_096;
  private static final int MAX_NAMED_WAITING = 1_024;
  private static final int MAX_BATCH = 500;
  private static final int MAX_PATH = 300;
  private static final int MAX_KEY = 100;
  private static final int MAX_IDEMPOTENCY_KEY = 255;
  private static final int MAX_QUOTAS = 100_000;

  /** What is written of one merchant, on this node. */
  enum Kind {
    REFUSAL(600, 20_000),
    SUCCESS(60, 20_000),
    NAMED(60, 2_000);

    private final int perMinute;
    private final int perDay;

    Kind(int perMinute, int perDay) {
      this.perMinute = perMinute;
      this.perDay = perDay;
    }

    /** Returns how many a merchant may still have: so many a minute, and so many a day. */
    Bucket quota(TimeMeter clock) {
      return Bucket.builder()
          .withCustomTimePrecision(clock)
          .addLimit(all -> all.capacity(perMinute).refillIntervally(perMinute, MINUTE))
          .addLimit(all -> all.capacity(perDay).refillIntervally(perDay, DAY))
          .build();
    }
  }

  private record Quota(Object whose, Kind kind) {}

  /** An entry to write; {@code apiKey} is the named key whose merchant is to be found, or null. */
  record Entry(@Nullable Owner owner, @Nullable String apiKey, LoggedCall call) {}

  /** What is known of a call, no matter who made it. */
  @FunctionalInterface
  interface LoggedCall {
    LoggedRequest of(Owner owner, boolean authenticated);
  }

  /** Whose a key is. */
  record Owner(MerchantId merchantId, ApiKeyId keyId) {}

  private final RequestLogStore store = new RequestLogStore();
  private final Jdbi jdbi;
  private final ArrayBlockingQueue<Entry> queue = new ArrayBlockingQueue<>(MAX_WAITING);

  /** Requests that only name a key wait apart, so that they push no others out. */
  private final ArrayBlockingQueue<Entry> named = new ArrayBlockingQueue<>(MAX_NAMED_WAITING);

  private final Cache<Quota, Bucket> quotas =
      Caffeine.newBuilder().maximumSize(MAX_QUOTAS).expireAfterAccess(DAY).build();
  private final Counter written;
  private final Counter dropped;
  private final Loop writer;
  private boolean failing;

  public RequestLog(Jdbi jdbi, MeterRegistry registry) {
    this.jdbi = jdbi;
    this.written =
        Counter.builder("paylink.requestlog.written")
            .description("calls written to the merchants' log")
            .register(registry);
    this.dropped =
        Counter.builder("paylink.requestlog.dropped")
            .description("calls that should be in the merchants' log and are not")
            .register(registry);
    this.writer = new Loop("request-log", () -> Loop.UNTIL_WOKEN, PAUSE, this::writeAll).start();
  }

  /** Returns what deletes old entries. */
  public static Retention.Removal removal() {
    return new RequestLogStore()::remove;
  }

  /** Logs the call of an authenticated key when it is answered. */
  public void called(Request request, MerchantId merchantId, ApiKeyId keyId) {
    request.whenAnswered(
        (path, status, code, nanos) -> {
          Kind kind = code == null ? Kind.SUCCESS : Kind.REFUSAL;
          if (take(merchantId, kind)) {
            Owner owner = new Owner(merchantId, keyId);
            offer(queue, new Entry(owner, null, call(request, path, status, code, nanos)));
          } else if (code != null) {
            dropped.increment();
          }
        });
  }

  /** Logs a request that named this key but proved nothing, if it is a merchant's key. */
  public void named(Request request, String apiKey) {
    if (apiKey.isEmpty() || apiKey.length() > MAX_KEY) {
      return;
    }
    request.whenAnswered(
        (path, status, code, nanos) ->
            offer(named, new Entry(null, apiKey, call(request, path, status, code, nanos))));
  }

  @Override
  public void close() {
    writer.finish();
  }

  private boolean take(MerchantId merchantId, Kind kind) {
    return quotas
        .get(new Quota(merchantId, kind), ignored -> kind.quota(TimeMeter.SYSTEM_NANOTIME))
        .tryConsume(1);
  }

  private void offer(ArrayBlockingQueue<Entry> waiting, Entry entry) {
    if (waiting.offer(entry)) {
      writer.wake();
    } else {
      dropped.increment();
    }
  }

  private static LoggedCall call(
      Request request, String path, int status, @Nullable String code, long nanos) {
    // Values only: an entry that waits must not keep the request and its body.
    RequestId id = Objects.requireNonNull(RequestId.parse(request.id()));
    Instant at = Instant.now();
    String method = request.method();
    String shown = cut(path, MAX_PATH);
    String source = request.source();
    String sent = request.header(Headers.X_IDEMPOTENCY_KEY);
    String key = sent == null ? null : cut(sent, MAX_IDEMPOTENCY_KEY);
    return (owner, authenticated) ->
        new LoggedRequest(
            owner.merchantId,
            id,
            at,
            owner.keyId,
            authenticated,
            method,
            shown,
            status,
            code,
            nanos / 1_000,
            source,
            key);
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length) + "…";
  }

  /** Writes what waits, a batch at a time. */
  void writeAll() {
    List<Entry> batch = new ArrayList<>();
    while (queue.drainTo(batch, MAX_BATCH) + named.drainTo(batch, MAX_BATCH) > 0) {
      write(batch);
      batch.clear();
    }
  }

  private void write(List<Entry> batch) {
    try {
      int rows =
          DatabaseWork.run(
              () -> "log " + batch.size() + " calls",
              () ->
                  jdbi.inTransaction(
                      handle -> {
                        List<LoggedRequest> found =
                            owned(batch, store.owners(handle, namedKeys(batch)));
                        store.insert(handle.getConnection(), found);
                        return found.size();
                      }));
      written.increment(rows);
      failing = false;
    } catch (RuntimeException e) {
      dropped.increment(batch.size());
      if (Outage.isBehind(e)) {
        OutageLog.DATABASE.failed("request-log", e);
      } else if (!failing) {
        LOG.log(Level.WARNING, "the log of calls loses entries until the database takes them", e);
      }
      failing = true;
    }
  }

  private static List<String> namedKeys(List<Entry> batch) {
    return batch.stream()
        .map(Entry::apiKey)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .distinct()
        .toList();
  }

  /** Returns the entries that are some merchant's, within its quota for those that only name it. */
  private List<LoggedRequest> owned(List<Entry> batch, Map<String, Owner> owners) {
    List<LoggedRequest> found = new ArrayList<>();
    for (Entry entry : batch) {
      Owner owner = entry.owner;
      if (owner != null) {
        found.add(entry.call.of(owner, true));
        continue;
      }
      Owner named = owners.get(entry.apiKey);
      if (named != null && take(named.merchantId, Kind.NAMED)) {
        found.add(entry.call.of(named, false));
      } else if (named != null) {
        dropped.increment();
      }
    }
    return found;
  }
}
