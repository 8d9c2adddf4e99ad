package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Outage;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.Unavailable;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads payments for status polls and for hosted pages: those of a kind that arrive together share
 * one query. Nothing is cached, so an answer is never older than the moment it was asked for.
 */
public final class PaymentReader implements AutoCloseable {
  private static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 256;
  private static final Duration LINGER = Duration.ofNanos(100_000);

  private final Jdbi jdbi;
  private final Batcher<PaymentId, Optional<Payment>> polls;
  private final Batcher<PaymentId, Optional<HostedPayment>> pages;

  public PaymentReader(Jdbi jdbi) {
    this.jdbi = jdbi;
    this.polls = batcher("payment-reader", new PaymentQueries()::findAll, payment -> payment);
    this.pages =
        batcher("page-reader", new HostedPaymentQueries()::findAll, HostedPayment::payment);
  }

  /** Finds those that there are, in any order. */
  private interface Query<P> {
    List<P> findAll(Connection connection, List<PaymentId> ids) throws SQLException;
  }

  /** The payment, of whichever merchant; null when there is none. */
  public @Nullable Payment find(PaymentId id) {
    return polls.ask(id).orElse(null);
  }

  /** The same with what its page shows. */
  @Nullable HostedPayment findHosted(PaymentId id) {
    return pages.ask(id).orElse(null);
  }

  public int queueDepth() {
    return polls.depth() + pages.depth();
  }

  public void meter(MeterRegistry registry) {
    polls.meter(registry);
    pages.meter(registry);
  }

  @Override
  public void close() {
    polls.close();
    pages.close();
  }

  private <P> Batcher<PaymentId, Optional<P>> batcher(
      String name, Query<P> query, Function<P, Payment> payment) {
    return new Batcher<>(
        name,
        QUEUE_CAPACITY,
        MAX_BATCH,
        Database.PATIENCE,
        LINGER,
        ids -> readAll(ids, query, payment));
  }

  private <P> List<Optional<P>> readAll(
      List<PaymentId> ids, Query<P> query, Function<P, Payment> payment) {
    Map<PaymentId, P> found = new HashMap<>();
    try {
      jdbi.withHandle(handle -> query.findAll(handle.getConnection(), ids))
          .forEach(read -> found.put(payment.apply(read).id(), read));
    } catch (SQLException | RuntimeException e) {
      if (Outage.isBehind(e)) {
        throw new Unavailable("the database is unreachable", e);
      }
      throw new IllegalStateException("could not read " + ids.size() + " payments", e);
    }
    return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
  }
}
