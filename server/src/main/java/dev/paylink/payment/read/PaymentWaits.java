package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.NodeHints;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.queue.KeySignal;
import dev.paylink.platform.queue.Slots;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets a status call wait until an open payment changes, so that nobody has to poll.
 *
 * <ul>
 *   <li>A change on this node ends the wait at once, one on another node within a second. A wait
 *       holds a virtual thread and a connection of its client, and no connection to the database.
 *   <li>What changed between two calls of a client is not missed: a call that says what it has seen
 *       ({@code since}) does not wait if that is old.
 *   <li>Waits are bounded: in all, for each merchant and for each payment. A call beyond that is
 *       answered at once, as one that does not wait.
 * </ul>
 */
public final class PaymentWaits implements AutoCloseable {
  private static final String PARAMETER = "waitSeconds";
  private static final String SINCE = "since";
  private static final int MAX_SECONDS = 30;
  private static final int MAX_WAITS = 4096; // half of the connections of a listener
  private static final int MAX_WAITS_OF_MERCHANT = 2048;
  private static final int MAX_WAITS_FOR_PAYMENT = 32;
  private static final String HINTS = "paylink_changes";

  /** However much happens on other nodes, those who wait look no more often than this. */
  private static final Duration HINT_PAUSE = Duration.ofMillis(400);

  private final PaymentReader reader;
  private final PaymentJson json;
  private final NodeHints hints;
  private final KeySignal<PaymentId> signal = new KeySignal<>();
  private final Slots<MerchantId> ofMerchants = new Slots<>(MAX_WAITS, MAX_WAITS_OF_MERCHANT);
  private final Slots<PaymentId> forPayments = new Slots<>(MAX_WAITS, MAX_WAITS_FOR_PAYMENT);
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Runnable alsoOnHint = () -> {};

  public PaymentWaits(Database database, PaymentReader reader, PaymentJson json) {
    this.reader = reader;
    this.json = json;
    this.hints = hintsOn(database);
    hints.listen(this::heard);
  }

  /** Returns what tells all nodes that payments have changed. */
  public static NodeHints hintsOn(Database database) {
    return new NodeHints(database, HINTS);
  }

  /** Has this run too whenever payments may have changed on another node. */
  public void alsoOnHint(Runnable run) {
    alsoOnHint = run;
  }

  /**
   * Returns the payment as it is when it has changed, or at the end of the time that the request
   * gives it; at once if it gives none, or if the payment is not open.
   */
  public Payment await(Payment payment, Request request) {
    if (request.query(PARAMETER) == null) {
      return payment;
    }
    QueryParameters query = QueryParameters.ofAny(request);
    Duration wait = Duration.ofSeconds(query.number(PARAMETER, 0, MAX_SECONDS, 0));
    @Nullable Instant since = query.time(SINCE);
    query.refuseFaults();
    if (!payment.status().isOpen() || (since != null && !isAsOf(payment, since))) {
      return payment;
    }
    return awaitChange(payment, wait);
  }

  /** Returns the payment as it is when it has changed, or at the end of this time. */
  public Payment awaitChange(Payment payment, Duration wait) {
    if (!ofMerchants.enter(payment.merchantId())) {
      return payment;
    }
    try {
      return forPayments.enter(payment.id()) ? await(payment, wait) : payment;
    } finally {
      ofMerchants.leave(payment.merchantId());
    }
  }

  /** Tells that these payments may have changed, committed on this node. */
  public void changed(Collection<PaymentId> payments) {
    if (!payments.isEmpty()) {
      signal.news(payments);
      hints.send();
    }
  }

  /** Tells other nodes to look again: something was committed here that their readers wait for. */
  public void hintOthers() {
    hints.send();
  }

  /** Returns how many calls wait. */
  public int waiting() {
    return forPayments.taken();
  }

  @Override
  public void close() {
    closing.countDown();
    signal.close();
    hints.close();
  }

  private Payment await(Payment payment, Duration wait) {
    try {
      byte[] before = json.status(payment);
      return signal.await(
          payment.id(),
          wait,
          () -> reader.again(payment),
          now -> !Arrays.equals(json.status(now), before));
    } finally {
      forPayments.leave(payment.id());
    }
  }

  /** Runs on the listening thread: a hint during the pause leads to one more look. */
  private void heard() {
    signal.lookAgain();
    alsoOnHint.run();
    try {
      closing.await(HINT_PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Compares as clients see times: with three decimals. */
  private static boolean isAsOf(Payment payment, Instant since) {
    return Timestamps.format(payment.updatedAt()).equals(Timestamps.format(since));
  }
}
