package dev.paylink.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets each test of a class run within one day, and so within one month, of UTC: one that would
 * begin in the last minutes of a day begins after midnight.
 */
public final class WithinOneDay implements BeforeEachCallback {
  private static final Duration LONGEST_TEST = Duration.ofMinutes(3);

  @Override
  public void beforeEach(ExtensionContext context) {
    Instant midnight = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
    if (Instant.now().plus(LONGEST_TEST).isAfter(midnight)) {
      while (Instant.now().isBefore(midnight)) {
        LockSupport.parkNanos(Duration.between(Instant.now(), midnight).toNanos());
      }
    }
  }
}
