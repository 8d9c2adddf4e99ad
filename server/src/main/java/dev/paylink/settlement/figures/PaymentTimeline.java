package dev.paylink.settlement.figures;

import dev.paylink.ids.EventId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The history of a payment, step by step: creation, reports, deliveries to the merchant. */
public final class PaymentTimeline {
  /** One step and its time. */
  public sealed interface Step {
    Instant at();
  }

  public record Created(Instant at) implements Step {}

  /**
   * An outcome that changed the payment, or money that waits for operators ({@link #HELD}); {@code
   * transaction} is JSON text.
   */
  public record Reported(
      Instant at, String type, @Nullable String reason, @Nullable String transaction)
      implements Step {}

  /**
   * A final transfer to the payment's address; {@code kind} is {@code credited}, {@code late} or
   * {@code other} (a token that does not pay it).
   */
  public record Transferred(
      Instant at,
      String kind,
      long chainId,
      Bytes32 hash,
      long blockNumber,
      long logIndex,
      String token,
      String amount,
      String payer,
      String address)
      implements Step {}

  /**
   * An attempt to tell the merchant; {@code url} is null if no webhook was active, {@code error} if
   * it was delivered.
   */
  public record Attempted(
      Instant at,
      EventId eventId,
      int attempt,
      int durationMillis,
      @Nullable String url,
      @Nullable Integer status,
      @Nullable String error,
      @Nullable String responseBody)
      implements Step {}

  /** The status of a refund; {@code type} is such as {@code refund.settled}. */
  public record Refunding(
      Instant at, RefundId refundId, String type, BigDecimal amount, String currency)
      implements Step {}

  /** The type of a confirmation in a suspended token, until operators have decided about it. */
  public static final String HELD = "payment.held";

  private PaymentTimeline() {}

  /** Returns the steps, oldest first. */
  public static List<Step> of(Handle handle, Payment payment) {
    TimelineQueries queries = new TimelineQueries();
    List<Step> steps = new ArrayList<>();
    steps.add(new Created(payment.createdAt()));
    steps.addAll(queries.transfers(handle, payment));
    steps.addAll(queries.held(handle, payment));
    steps.addAll(queries.reports(handle, payment));
    steps.addAll(queries.attempts(handle, payment));
    steps.addAll(queries.refunds(handle, payment));
    // Stable: a transfer precedes its report, and that its webhook.
    steps.sort(Comparator.comparing(Step::at));
    return steps;
  }
}
