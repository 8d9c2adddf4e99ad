package dev.paylink.payment;

import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Outage;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.Unavailable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads payments for status polls: polls that arrive together share one query. Nothing is cached,
 * so an answer is never older than the moment it was asked for.
 */
public final class PaymentReader implements AutoCloseable {
  private static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 256;
  private static final Duration LINGER = Duration.ofNanos(100_000);

  private final Jdbi jdbi;
  private final PaymentQueries queries = new PaymentQueries();
  private final Batcher<UUID, Optional<Payment>> batcher;

  public PaymentReader(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.batcher =
        new Batcher<>(
            "payment-reader", QUEUE_CAPACITY, MAX_BATCH, Database.PATIENCE, LINGER, this::readAll);
  }

  /** The payment, of whichever merchant; null when there is none. */
  public @Nullable Payment find(PaymentId id) {
    return batcher.ask(id.value()).orElse(null);
  }

  int queueDepth() {
    return batcher.depth();
  }

  @Override
  public void close() {
    batcher.close();
  }

  private List<Optional<Payment>> readAll(List<UUID> ids) {
    Map<UUID, Payment> found = new HashMap<>();
    try {
      jdbi.withHandle(handle -> queries.findAll(handle.getConnection(), ids))
          .forEach(payment -> found.put(payment.id().value(), payment));
    } catch (SQLException | RuntimeException e) {
      if (Outage.isBehind(e)) {
        throw new Unavailable("the database is away", e);
      }
      throw new IllegalStateException("could not read " + ids.size() + " payments", e);
    }
    return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
  }
}
