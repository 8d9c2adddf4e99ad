package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.platform.Version;
import dev.paylink.testing.Await;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Standstill;
import dev.paylink.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM finishes what was taken and exits with 0; the next start has everything. */
final class ShutdownTest {
  @TempDir Path data;
  @TempDir Path archive;

  @Test
  void terminated_service_exits_0_in_time_and_keeps_every_answered_payment() throws IOException {
    Map<String, String> archived =
        Map.of(
            "PAYLINK_BACKUP_WAL",
            archive.toString(),
            "PAYLINK_ADMIN_TOKEN",
            TestService.ADMIN_TOKEN);
    try (ServiceProcess service = new ServiceProcess(data, archived)) {
      long postgres = service.postgresPid();
      Guest desk = new Guest(service.internalUrl()).signInAtDesk();
      Await.until("the desk shows a base backup", () -> showsBase(desk));
      CreateLoad load = new CreateLoad(service.calls());
      Await.until("some creates were answered", () -> load.answeredSoFar() > 100);
      try (Standstill still = new Standstill()) {
        assertThat(service.terminate(ServiceProcess.ITS_END_SECONDS)).isZero();
        assertThat(still.took()).isLessThan(Duration.ofSeconds(20)); // as docs/operate says
      }
      load.stop();
      assertThat(Files.readString(data.resolve("paylink.log")).lines().map(ShutdownTest::message))
          .contains("paylink " + Version.NUMBER + " is starting")
          .anyMatch(message -> message.startsWith("ready: http://127.0.0.1:"))
          .contains("stopping")
          .last()
          .isEqualTo("stopped");
      assertThat(ProcessHandle.of(postgres).filter(ProcessHandle::isAlive)).isEmpty();
      service.restart();
      load.verifyNothingLost();
    }
  }

  private static boolean showsBase(Guest desk) {
    String page = desk.get("/admin/desk/system").expect(200).body();
    assertThat(page).contains("<dt>Archive</dt>", "<dt>Oldest WAL waits</dt>");
    return page.contains(">Up to date<")
        && Pattern.compile("<dt>Newest base backup</dt><dd>\\s*<time").matcher(page).find();
  }

  /** Of a line of the log; the line itself if it is a request's. */
  private static String message(String line) {
    return line.replaceFirst(".*\"message\":\"([^\"]*)\".*", "$1");
  }
}
