package dev.paylink.mail;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.queue.DatabaseWork;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Records the result of each attempt, only if its claim still holds, and reports it to the metrics
 * and the log: which letter and why, never its content or its recipient.
 */
final class SendRecorder {
  private static final Logger LOG = System.getLogger(SendRecorder.class.getName());

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final Map<LetterState, Counter> ended = new EnumMap<>(LetterState.class);
  private final Counter lost;

  SendRecorder(Jdbi jdbi, MeterRegistry registry) {
    this.jdbi = jdbi;
    for (LetterState state : LetterState.values()) {
      ended.put(state, counter(registry, state == LetterState.pending ? "delayed" : state.name()));
    }
    this.lost = counter(registry, "taken_over");
  }

  /**
   * Records a result; returns when it is committed. Throws {@link Unavailable} while the database
   * is unreachable.
   */
  void record(LetterClaim claim, SendResult result) {
    LetterState after = result.stateAfter(claim.attempt());
    SendResult.@Nullable Fault fault = result.fault();
    if (!store(claim, result, after, fault)) {
      lost.increment();
      LOG.log(
          Level.WARNING,
          "attempt {0} of {1} was taken over by another node; its result is dropped",
          claim.attempt(),
          claim.letter().id());
      return;
    }
    Objects.requireNonNull(ended.get(after)).increment();
    if (fault != null) {
      LOG.log(
          Level.WARNING,
          after == LetterState.failed
              ? "gave up on {0} after attempt {1}: {2}"
              : "attempt {1} to send {0} failed and will be retried: {2}",
          claim.letter().id(),
          claim.attempt(),
          fault.summary());
    }
  }

  private boolean store(
      LetterClaim claim, SendResult result, LetterState after, SendResult.@Nullable Fault fault) {
    return DatabaseWork.run(
        () -> "record " + claim.letter().id(),
        () ->
            jdbi.withHandle(
                handle ->
                    store.record(
                        handle,
                        claim,
                        after,
                        result.waitAfter(claim.attempt()),
                        fault == null ? null : fault.detail())));
  }

  private static Counter counter(MeterRegistry registry, String result) {
    return Counter.builder("paylink.mail.letters")
        .tag("result", result)
        .description("attempts to send a letter that have ended")
        .register(registry);
  }
}
