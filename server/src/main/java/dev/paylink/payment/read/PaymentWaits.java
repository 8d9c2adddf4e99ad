package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.queue.KeySignal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/** Lets a status call wait until an open payment changes, so that nobody has to poll. */
public final class PaymentWaits implements AutoCloseable {
  private static final String PARAMETER = "waitSeconds";
  private static final int MAX_SECONDS = 30;

  private final PaymentReader reader;
  private final PaymentJson json;
  private final KeySignal<PaymentId> signal = new KeySignal<>();

  public PaymentWaits(PaymentReader reader, PaymentJson json) {
    this.reader = reader;
    this.json = json;
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
    query.refuseFaults();
    if (!payment.status().isOpen()) {
      return payment;
    }
    byte[] before = json.status(payment);
    return signal.await(
        payment.id(),
        wait,
        () -> reader.again(payment),
        now -> !Arrays.equals(json.status(now), before));
  }

  /** Tells that these payments may have changed, committed on this node. */
  public void changed(Collection<PaymentId> payments) {
    signal.news(payments);
  }

  @Override
  public void close() {
    signal.close();
  }
}
