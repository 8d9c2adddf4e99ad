package dev.paylink.sandbox;

import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Moves the business clock of a sandbox. How far it is ahead is stored, so a restart keeps it, and
 * other nodes on the same database follow within two seconds.
 */
public final class SandboxClock implements AutoCloseable {
  /** How far the clock can be ahead, in all. */
  static final Duration MOST = Duration.ofDays(366);

  private static final Duration LOOK = Duration.ofSeconds(2);

  private final SandboxClockStore store = new SandboxClockStore();
  private final Jdbi jdbi;
  private final BusinessClock clock;
  private final Loop looking;

  public SandboxClock(Database database) {
    this.jdbi = database.jdbi();
    this.clock = database.clock();
    follow();
    this.looking = new Loop("sandbox-clock", LOOK, this::follow).start();
  }

  /** Lets time pass for what is stored with times of its own. */
  @FunctionalInterface
  interface Passing {
    void pass(Handle handle, Duration time);
  }

  BusinessClock clock() {
    return clock;
  }

  /** Moves the clock; returns how far it is ahead now, or null if that would be too far. */
  @Nullable Duration advance(Duration by, Passing passing) {
    Duration ahead =
        jdbi.inTransaction(
            handle -> {
              Duration moved = store.advance(handle, by, MOST);
              if (moved != null) {
                passing.pass(handle, by);
              }
              return moved;
            });
    if (ahead != null) {
      clock.moveAhead(ahead);
    }
    return ahead;
  }

  @Override
  public void close() {
    looking.close();
  }

  private void follow() {
    clock.moveAhead(jdbi.withHandle(store::find));
  }
}
