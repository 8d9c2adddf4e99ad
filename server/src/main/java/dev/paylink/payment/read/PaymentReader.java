package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
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
 * Reads payments for status polls and hosted pages: requests of the same kind that arrive together
 * share one query. Nothing is cached, so an answer is never older than its request.
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

  /** Finds the payments that exist, in any order. */
  private interface Query<P> {
    List<P> findAll(Connection connection, List<PaymentId> ids) throws SQLException;
  }

  /** Returns the payment of any merchant; null if there is none. */
  public @Nullable Payment find(PaymentId id) {
    return polls.ask(id).orElse(null);
  }

  /**
   * Returns a payment of the merchant by the id as it was sent. Text that is not an id, an unknown
   * id and an id of another merchant get the same answer.
   */
  public Payment require(MerchantId merchant, String text) {
    PaymentId id = PaymentId.parse(text);
    Payment payment = id == null ? null : find(id);
    if (payment == null || !payment.merchantId().equals(merchant)) {
      throw new Refused(Problem.notFound("PAYMENT_NOT_FOUND", "You have no payment with this id"));
    }
    return payment;
  }

  /** Returns the payment with the data its page shows; null if there is none. */
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
    DatabaseWork.run(
            () -> "read " + ids.size() + " payments",
            () -> jdbi.withHandle(handle -> query.findAll(handle.getConnection(), ids)))
        .forEach(read -> found.put(payment.apply(read).id(), read));
    return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
  }
}
