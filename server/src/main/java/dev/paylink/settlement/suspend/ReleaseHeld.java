package dev.paylink.settlement.suspend;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.queue.Loop;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.HeldStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * Applies the confirmations that were held, once they are decided about. Several nodes may do so at
 * once: a report counts once by its reference.
 */
public final class ReleaseHeld implements AutoCloseable {
  /** Why a payment that was paid in a suspended token failed. */
  public static final String FAILED_REASON = "token_suspended";

  private static final Duration ROUND = Duration.ofSeconds(10);
  private static final Duration GOODBYE = Duration.ofSeconds(5);
  private static final int MAX_BATCH = 200;

  private final Jdbi jdbi;
  private final ApplyReport apply;
  private final Loop loop;

  public ReleaseHeld(Jdbi jdbi, ApplyReport apply, MeterRegistry registry) {
    this.jdbi = jdbi;
    this.apply = apply;
    this.loop = new Loop("release-held", ROUND, this::handle);
    loop.meter(registry);
    loop.start();
  }

  void wake() {
    loop.wake();
  }

  @Override
  public void close() {
    loop.close(GOODBYE);
  }

  private void handle() {
    if (release(jdbi, apply) == MAX_BATCH) {
      wake();
    }
  }

  /**
   * Applies the next of what was decided about; returns how many. It applies nothing if any of it
   * is gone by then: the blocks may be gone that it stood in.
   */
  public static int release(Jdbi jdbi, ApplyReport apply) {
    HeldStore held = new HeldStore();
    List<Held> decided = jdbi.withHandle(handle -> held.decided(handle, MAX_BATCH));
    if (!decided.isEmpty()) {
      apply.handleDecided(
          decided.stream().map(ReleaseHeld::report).toList(),
          handle -> {
            if (!decided.stream().allMatch(it -> held.delete(handle, it))) {
              throw new Unavailable("what was held is applied or forgotten meanwhile", null);
            }
          });
    }
    return decided.size();
  }

  private static Report report(Held held) {
    return held.decision() == Held.Decision.confirmed
        ? new Report(
            held.eventRef(),
            OutcomeType.CONFIRMED,
            held.paymentId(),
            held.occurredAt(),
            null,
            OnChainTransaction.stored(held.transaction()))
        : new Report(
            held.eventRef() + ":" + FAILED_REASON,
            OutcomeType.FAILED,
            held.paymentId(),
            held.heldAt(),
            FAILED_REASON,
            OnChainTransaction.stored(held.transaction()));
  }
}
