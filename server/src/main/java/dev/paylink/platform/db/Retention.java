package dev.paylink.platform.db;

import dev.paylink.platform.Outage;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.platform.queue.Loop;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/**
 * Deletes rows that are past their retention, in the background.
 *
 * <ul>
 *   <li>One node deletes at a time. Two would do no harm: each step is one transaction over rows
 *       that are old enough.
 *   <li>A step deletes a bounded number of rows, found in the order of an index from where the last
 *       step ended. After each it rests four times as long as the step took.
 *   <li>The database's clock decides what is old.
 * </ul>
 */
public final class Retention implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Retention.class.getName());
  private static final Duration ROUND = Duration.ofMinutes(1);
  private static final Duration GOODBYE = Duration.ofSeconds(5);
  private static final int MOST = 500;
  private static final int REST = 4;

  /** The name of the lock in the database. */
  private static final long LOCK_KEY = 7290165413285L;

  private final RetentionStore store = new RetentionStore();
  private final Jdbi jdbi;
  private final Leadership leadership;
  private final List<Rule> rules;
  private final MeterRegistry registry;
  private final Loop loop;
  private volatile boolean leads;

  /** Deletes the oldest rows of one kind. */
  @FunctionalInterface
  public interface Removal {
    /** Deletes old rows in the caller's transaction, at most {@code most} of those it looks at. */
    Step remove(Handle handle, Range range, int most) throws SQLException;
  }

  /**
   * What is to be deleted.
   *
   * @param from the last id that an earlier step has looked at
   * @param before rows from then on are kept
   */
  public record Range(UUID from, Instant before) {
    /** Binds {@code :from}, {@code :end} and {@code :most}. */
    public Query bind(Query query, int most) {
      return query.bind("from", from).bind("end", UuidV7.floor(before)).bind("most", most);
    }
  }

  /**
   * What a step has done.
   *
   * @param looked at how many rows; fewer than it may means that no old ones are left
   * @param doneTo the last id that it has looked at
   */
  public record Step(int looked, int removed, UUID doneTo) {
    /**
     * Deletes the oldest rows.
     *
     * @param sql deletes those between {@code :from} and {@code :end}, {@code :most} of them, and
     *     returns their ids
     */
    public static Step of(Handle handle, String sql, Range range, int most) {
      List<UUID> removed = range.bind(handle.createQuery(sql), most).mapTo(UUID.class).list();
      UUID last = removed.stream().reduce(range.from, UuidV7::later);
      return new Step(removed.size(), removed.size(), last);
    }
  }

  /** How long one kind of rows is kept. */
  public record Rule(String kind, Duration kept, Removal removal) {}

  /** What was done about one kind so far: rows deleted since the first run, and the last run. */
  public record Run(String kind, long removed, Instant ranAt) {}

  public Retention(Database database, List<Rule> rules, MeterRegistry registry) {
    this.jdbi = database.workers();
    this.leadership = new Leadership(database, LOCK_KEY);
    this.rules = List.copyOf(rules);
    this.registry = registry;
    this.loop = new Loop("retention", ROUND, this::round).meter(registry).start();
  }

  /** Returns the last run of each kind, by any node. */
  public static List<Run> runs(Handle handle) {
    return new RetentionStore().all(handle);
  }

  /** Tells whether this node is the one that deletes. */
  public boolean leads() {
    return leads;
  }

  /** Closes it between two steps; what is left waits for the next start or another node. */
  @Override
  public void close() {
    loop.close(GOODBYE);
    leadership.close();
  }

  /** Deletes all that is too old, if this node is the one that does. */
  public void round() throws InterruptedException, SQLException {
    leads = false; // also if the next line fails
    leads = !rules.isEmpty() && leadership.isHeld();
    for (Rule rule : leads ? rules : List.<Rule>of()) {
      try {
        removeAll(rule);
      } catch (RuntimeException | SQLException e) {
        if (Outage.isBehind(e)) {
          throw e;
        }
        LOG.log(Level.ERROR, "could not delete old " + rule.kind + "; it will be retried", e);
      }
    }
  }

  private void removeAll(Rule rule) throws InterruptedException, SQLException {
    boolean more = true;
    while (more) {
      long began = System.nanoTime();
      more = removeSome(rule);
      if (more && loop.closesWithin(Duration.ofNanos(REST * (System.nanoTime() - began)))) {
        return;
      }
    }
  }

  /** Runs one step; returns whether there may be more to delete. */
  private boolean removeSome(Rule rule) throws SQLException {
    Step step =
        jdbi.inTransaction(
            handle -> {
              RetentionStore.Progress progress = store.find(handle, rule.kind);
              Step done =
                  rule.removal.remove(
                      handle, new Range(progress.doneTo(), progress.now().minus(rule.kept)), MOST);
              store.advance(handle, rule.kind, done);
              return done;
            });
    Counter.builder("paylink.retention.removed")
        .description("rows that were deleted because they were old enough")
        .tag("kind", rule.kind)
        .register(registry)
        .increment(step.removed);
    return step.looked == MOST;
  }
}
