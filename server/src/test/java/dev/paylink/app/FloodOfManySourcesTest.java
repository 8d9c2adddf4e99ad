package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Strangers at many addresses, each with fewer connections than one may have, want our memory. */
@Timeout(600)
@Isolated("it takes all of a small machine for a moment")
final class FloodOfManySourcesTest {
  private static final int SOURCES = 12;
  private static final int EACH = 400;
  private static final int LOOKS = 20;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String LARGE = "{\"invoiceName\":\"" + "a".repeat(60_000) + "\"}";
  private static final String HALF_SENT =
      "POST /sdk/server/create-payment HTTP/1.1\r\nHost: a\r\nContent-Length: 65000\r\n\r\n"
          + "a".repeat(64_000);
  private static final String UNREAD = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20);

  private final List<Flood> floods = new ArrayList<>();
  private ServiceProcess service;

  @TempDir Path folder;

  @BeforeEach
  void start() {
    assumeTrue(Flood.affordable(SOURCES * EACH) == SOURCES * EACH);
    service = new ServiceProcess(folder, Map.of("PAYLINK_DATABASE_URL", TestDatabase.freshUrl()));
  }

  @AfterEach
  void stop() {
    floods.forEach(Flood::close);
    if (service != null) {
      service.close();
    }
  }

  @Test
  void half_sent_bodies_fill_their_room_and_not_the_heap() throws Exception {
    service.calls().create(LARGE).expect(400); // told its fault
    flood(HALF_SENT);
    Reply refused =
        Await.value(
            "the room is full",
            () -> service.calls().create(LARGE),
            answer -> answer.status() == 503);
    assertThat(refused.expectProblem(503, "UNAVAILABLE").header("Retry-After")).isEqualTo("1");
    expectService();
    floods.forEach(Flood::close);
    Await.until("there is room again", () -> service.calls().create(LARGE).status() == 400);
  }

  @Test
  void responses_that_nobody_reads_do_not_fill_the_heap() throws Exception {
    flood(UNREAD);
    for (int i = 0; i < LOOKS; i++) { // a heap that overflows ends the process
      expectService();
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void flood(String bytes) throws IOException, InterruptedException {
    for (int i = 0; i < SOURCES; i++) {
      Flood flood = new Flood("127.0.6." + (1 + i), service.port());
      floods.add(flood);
      flood.open(EACH, bytes);
    }
  }

  private void expectService() {
    service.calls().create("{}").expect(200);
    Await.until( // its commit has 1.5 s, of a machine that the flood takes
        "it is ready",
        () -> new Browser(service.internalUrl()).get("/health/ready").status() == 200);
  }
}
