package dev.paylink.settlement.hold;

import dev.paylink.payment.Payment;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * The suspended tokens as pages and wallets see them: at most a second old, and as they were while
 * the database does not answer. What is confirmed asks the database itself.
 */
public final class SuspendedTokens {
  private static final Logger LOG = System.getLogger(SuspendedTokens.class.getName());
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Jdbi jdbi;
  private final SuspensionStore suspensions = new SuspensionStore();
  private final HeldStore held = new HeldStore();
  private final Lock reading = new ReentrantLock();
  private volatile Seen seen;

  public SuspendedTokens(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.seen = jdbi.withHandle(this::read);
  }

  private record Seen(List<Suspension> suspensions, int held, long atNanos) {}

  /** Tells whether nothing new may be offered in this token. */
  public boolean contains(long chainId, String symbol) {
    return now().suspensions.stream().anyMatch(it -> it.isOf(chainId, symbol));
  }

  public boolean isEmpty() {
    return now().suspensions.isEmpty();
  }

  /** Returns the token in which money for this payment waits for a decision; null if none does. */
  public @Nullable String heldFor(Payment payment) {
    return now().held == 0
        ? null
        : jdbi.withHandle(handle -> held.tokenOf(handle, payment.merchantId(), payment.id()));
  }

  /** Has the next look ask the database. */
  public void lookAgain() {
    reading.lock(); // what is being read now may be older
    try {
      seen = new Seen(seen.suspensions, seen.held, System.nanoTime() - FRESH.toNanos());
    } finally {
      reading.unlock();
    }
  }

  public void meter(MeterRegistry registry) {
    Gauge.builder("paylink.tokens.suspended", this, it -> it.now().suspensions.size())
        .description("tokens that operators have suspended")
        .register(registry);
    Gauge.builder("paylink.payments.held", this, it -> it.now().held)
        .description("confirmations in suspended tokens that wait for a decision")
        .register(registry);
  }

  private Seen now() {
    Seen known = seen;
    if (System.nanoTime() - known.atNanos < FRESH.toNanos() || !reading.tryLock()) {
      return known; // somebody else is reading
    }
    try {
      Seen read = jdbi.withHandle(this::read);
      seen = read;
      return read;
    } catch (JdbiException e) {
      LOG.log(Level.DEBUG, "suspended tokens are as they were: {0}", e.getMessage());
      return known;
    } finally {
      reading.unlock();
    }
  }

  private Seen read(Handle handle) {
    return new Seen(suspensions.all(handle), held.count(handle), System.nanoTime());
  }
}
