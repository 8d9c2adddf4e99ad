package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.ServiceProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kill -9 under load: an answered 200 is on disk, once, with its bytes. */
final class CreateCrashTest {
  private final Random random = Seeded.random(CreateCrashTest.class);

  @TempDir Path data;

  @Test
  void killed_service_loses_no_answered_payment() {
    try (ServiceProcess service = new ServiceProcess(data, Map.of())) {
      for (int round = 0; round < Rounds.of(2, 50); round++) {
        CreateLoad load = new CreateLoad(service.calls());
        Await.until("some creates were answered", () -> load.answeredSoFar() > 20);
        aMoment();
        service.kill();
        load.stop();
        service.restart();
        load.verifyNothingLost();
      }
    }
  }

  @Test
  void killed_postgres_loses_no_answered_payment_and_the_service_recovers_by_itself() {
    try (ServiceProcess service = new ServiceProcess(data, Map.of())) {
      for (int round = 0; round < Rounds.of(2, 50); round++) {
        CreateLoad load = new CreateLoad(service.calls());
        Await.until("some creates were answered", () -> load.answeredSoFar() > 20);
        aMoment();
        long killed = service.postgresPid();
        ProcessHandle.of(killed).ifPresent(ProcessHandle::destroyForcibly);
        // Its children may answer for a moment longer; what they commit counts like anything else.
        Await.until("a new PostgreSQL runs", () -> service.postgresPid() != killed);
        int before = load.answeredSoFar();
        Await.until("creates are answered again", () -> load.answeredSoFar() > before + 50);
        assertThat(load.stop()).containsKey(200);
        load.verifyNothingLost();
      }
    }
  }

  /** So that the kill falls into any part of a commit. */
  private void aMoment() {
    LockSupport.parkNanos(random.nextLong(500_000_000));
  }
}
