package dev.paylink.session;

import com.nimbusds.jose.JWSVerifier;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the key ring fresh. All nodes know a new key before it signs. If a token still has an
 * unknown key id, the database is asked again, at most once a second, so that invented ids cost
 * nothing.
 */
final class SessionKeys implements AutoCloseable {
  private static final Duration REFRESH = KeyRing.SPREAD.dividedBy(2);
  private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  private final Jdbi jdbi;
  private final SessionKeyStore store;
  private final Loop refresher;
  private final AtomicLong lookedAtNanos = new AtomicLong(System.nanoTime() - LOOK_EVERY_NANOS);
  private volatile KeyRing ring;

  SessionKeys(Jdbi jdbi, SessionKeyStore store) {
    this.jdbi = jdbi;
    this.store = store;
    this.ring = KeyRing.of(load(jdbi, store));
    this.refresher = new Loop("session-keys", REFRESH, this::refresh).start();
  }

  KeyRing ring() {
    return ring;
  }

  /** Returns the verifier of this key, or null if there is no such key. */
  @Nullable JWSVerifier verifier(String kid) {
    JWSVerifier known = ring.verifier(kid);
    if (known != null || !mayLook()) {
      return known;
    }
    refresh();
    return ring.verifier(kid);
  }

  void refresh() {
    ring = KeyRing.of(load(jdbi, store));
  }

  @Override
  public void close() {
    refresher.close();
  }

  /** Returns the usable keys, at least one; makes a new one if it is due. */
  private static List<SessionKeyStore.Key> load(Jdbi jdbi, SessionKeyStore store) {
    List<SessionKeyStore.Key> keys = jdbi.withHandle(store::usable);
    return SessionKeyStore.isDue(keys) ? jdbi.inTransaction(store::rotate) : keys;
  }

  private boolean mayLook() {
    long last = lookedAtNanos.get();
    long now = System.nanoTime();
    return now - last >= LOOK_EVERY_NANOS && lookedAtNanos.compareAndSet(last, now);
  }
}
