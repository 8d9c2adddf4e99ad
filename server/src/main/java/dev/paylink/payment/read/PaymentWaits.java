package dev.paylink.payment.read;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fault;
import dev.paylink.platform.queue.KeySignal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    Duration wait = requested(request);
    if (wait == null || !payment.status().isOpen()) {
      return payment;
    }
    byte[] before = json.status(payment);
    return signal.await(
        payment.id(),
        wait,
        () -> Objects.requireNonNull(reader.find(payment.id())),
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

  private static @Nullable Duration requested(Request request) {
    String text = request.query(PARAMETER);
    if (text == null) {
      return null;
    }
    if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) > MAX_SECONDS) {
      throw new Refused(
          Problem.invalidRequest(
              List.of(new Fault(PARAMETER, "must be a whole number from 0 to " + MAX_SECONDS))));
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }
}
