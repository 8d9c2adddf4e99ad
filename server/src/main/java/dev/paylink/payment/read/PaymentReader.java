package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.ShardQueues;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads payments for status polls and hosted pages: requests of the same kind that arrive together
 * share one query. Nothing is cached, so an answer is never older than its request.
 */
public final class PaymentReader implements AutoCloseable {
  public static final int QUEUE_CAPACITY = 4096;
  private static final int MAX_BATCH = 256;

  /** Long enough for pages whose proofs are being checked to share a query. */
  private static final Duration LINGER = Duration.ofNanos(500_000);

  private final Jdbi jdbi;
  private final Duration patience;
  private final OwnerQueries owners = new OwnerQueries();
  private final Reads<Payment> polls;
  private final Reads<HostedPayment> pages;

  public PaymentReader(Database database) {
    this.jdbi = database.workers();
    this.patience = database.patience();
    PaymentQueries queries = new PaymentQueries();
    this.polls = new Reads<>("payment-reader", queries::findAll, payment -> payment);
    this.pages = new Reads<>("page-reader", queries::findAllHosted, HostedPayment::payment);
  }

  /** Finds the payments that exist, in any order; looks only at these merchants, if not null. */
  private interface Query<P> {
    List<P> findAll(Connection connection, List<PaymentId> ids, Object @Nullable [] merchants)
        throws SQLException;
  }

  /** What to read: a payment of any merchant, or only if it is this one's. */
  private record Key(PaymentId id, @Nullable MerchantId merchant) {
    int bits() {
      return merchant == null ? id.merchantBits() : merchant.bits();
    }
  }

  /** Returns the payment of any merchant; null if there is none. */
  public @Nullable Payment find(PaymentId id) {
    return polls.find(new Key(id, null));
  }

  /** Returns the payment as it is now, with its transfers, which a list leaves out. */
  public Payment again(Payment payment) {
    return Objects.requireNonNull(polls.find(new Key(payment.id(), payment.merchantId())));
  }

  /**
   * Returns a payment of the merchant by the id as it was sent. Text that is not an id, an unknown
   * id and an id of another merchant get the same answer.
   */
  public Payment require(MerchantId merchant, String text) {
    PaymentId id = PaymentId.parse(text);
    Payment payment = id == null ? null : polls.find(new Key(id, merchant));
    if (payment == null || !payment.merchantId().equals(merchant)) {
      throw new Rejection(PaymentError.PAYMENT_NOT_FOUND, Message.of("nopayment"));
    }
    return payment;
  }

  /** Returns the payment with the data its page shows; null if there is none. */
  @Nullable HostedPayment findHosted(PaymentId id) {
    return pages.find(new Key(id, null));
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

  /** The reads of one kind. */
  private final class Reads<P> {
    private final Query<P> query;
    private final Function<P, Payment> payment;
    private final ShardQueues<Key, Optional<P>> queues;

    /** Asks all shards, for ids that do not tell their merchant; null on one server. */
    private final @Nullable ShardQueues<Key, Optional<P>> anywhere;

    Reads(String name, Query<P> query, Function<P, Payment> payment) {
      this.query = query;
      this.payment = payment;
      Shards shards = Shards.of(jdbi);
      this.queues =
          queues(name, shards.queues(), key -> shards.queueOf(key.bits()), this::merchants);
      this.anywhere =
          shards.areSeveral()
              ? queues(name + "-anywhere", 1, key -> 0, this::merchantsAnywhere)
              : null;
    }

    @Nullable P find(Key key) {
      Optional<P> found = queues.ask(key);
      return found.isEmpty() && anywhere != null && key.merchant == null
          ? anywhere.ask(key).orElse(null)
          : found.orElse(null);
    }

    int depth() {
      return queues.depth() + (anywhere == null ? 0 : anywhere.depth());
    }

    void meter(MeterRegistry registry) {
      queues.meter(registry);
    }

    void close() {
      queues.close();
      if (anywhere != null) {
        anywhere.close();
      }
    }

    private ShardQueues<Key, Optional<P>> queues(
        String name, int count, ToIntFunction<Key> queueOf, Merchants merchants) {
      return new ShardQueues<>(
          name,
          count,
          queueOf,
          each ->
              new Batcher<>(
                  each,
                  QUEUE_CAPACITY,
                  MAX_BATCH,
                  patience,
                  LINGER,
                  keys -> readAll(keys, merchants)));
    }

    private List<Optional<P>> readAll(List<Key> keys, Merchants merchants) {
      List<PaymentId> ids = keys.stream().map(Key::id).toList();
      Map<PaymentId, P> found = new HashMap<>();
      DatabaseWork.run(
              () -> "read " + ids.size() + " payments",
              () ->
                  jdbi.withHandle(
                      handle ->
                          anywhere == null
                              ? query.findAll(handle.getConnection(), ids, null)
                              : readOfEach(handle.getConnection(), keys, ids, merchants)))
          .forEach(read -> found.put(payment.apply(read).id(), read));
      return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
    }

    private List<P> readOfEach(
        Connection connection, List<Key> keys, List<PaymentId> ids, Merchants merchants)
        throws SQLException {
      List<P> found = new ArrayList<>();
      for (UUID merchant : merchants.of(connection, keys)) {
        found.addAll(query.findAll(connection, ids, new Object[] {merchant}));
      }
      return found;
    }

    private Collection<UUID> merchantsAnywhere(Connection connection, List<Key> keys)
        throws SQLException {
      List<PaymentId> ids = keys.stream().map(Key::id).toList();
      return new OutcomeQueries()
          .merchantsOf(new Tx(connection, Shards.of(jdbi)), ids).values().stream()
              .map(MerchantId::value)
              .collect(Collectors.toSet());
    }

    /** Returns to whom the payments may belong. */
    private Collection<UUID> merchants(Connection connection, List<Key> keys) throws SQLException {
      Set<UUID> merchants = new HashSet<>();
      List<PaymentId> untold = new ArrayList<>();
      for (Key key : keys) {
        if (key.merchant == null) {
          untold.add(key.id);
        } else {
          merchants.add(key.merchant.value());
        }
      }
      merchants.addAll(owners.of(connection, untold));
      return merchants;
    }
  }

  private interface Merchants {
    Collection<UUID> of(Connection connection, List<Key> keys) throws SQLException;
  }
}
