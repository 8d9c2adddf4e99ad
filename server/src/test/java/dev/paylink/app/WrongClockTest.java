package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A node whose clock is wrong says so, and balancers leave it, until the clock is right. */
final class WrongClockTest {
  private static final String WINDOW =
      "X-Timestamp must be the Unix time in seconds, within 300 s of our clock";

  private final AtomicReference<Duration> wrong = new AtomicReference<>(Duration.ofSeconds(400));

  @AutoClose
  private final TestService service =
      TestService.builder().machineClock(() -> Instant.now().plus(wrong.get())).start();

  @Test
  void a_clock_400_seconds_off_is_named_as_ours_until_it_is_right() {
    Browser internal = new Browser(service.internalUrl());
    Await.until("the clocks were compared", () -> !Double.isNaN(offset(internal)));
    assertThat(detail(0)).contains("our clock is ").contains("our fault");
    assertThat(detail(-4_000)).isEqualTo(WINDOW); // wrong by either clock
    assertThat(internal.get("/health/ready").expectProblem(503, "UNAVAILABLE").text("detail"))
        .matches(".*the clock of this machine is (399|400|401) s ahead of the database's.*");
    assertThat(offset(internal)).isBetween(399.0, 401.5);

    wrong.set(Duration.ZERO);
    service.calls().create("{}").expect(200);
    Await.until("it is ready", () -> internal.get("/health/ready").status() == 200);
    assertThat(offset(internal)).isBetween(-1.0, 1.5);
    assertThat(detail(-4_000)).isEqualTo(WINDOW);
  }

  private String detail(long offsetSeconds) {
    long timestamp = Instant.now().getEpochSecond() + offsetSeconds;
    return service
        .calls()
        .with("X-Timestamp", Long.toString(timestamp))
        .create("{}")
        .expectProblem(401, "TIMESTAMP_OUT_OF_RANGE")
        .text("detail");
  }

  private static double offset(Browser internal) {
    return internal
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("paylink_clock_offset_seconds "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }
}
