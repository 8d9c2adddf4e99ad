package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class ManyPostsTest {
  private static final int MANY = 1_000;

  /** The receiver answers nobody before all have asked: a limit per host would end in a hang. */
  @Test
  void a_thousand_posts_to_one_host_are_under_way_together_without_a_thread_each()
      throws Exception {
    CountDownLatch all = new CountDownLatch(MANY);
    int before = Thread.getAllStackTraces().size(); // other tests have left some of theirs
    try (WebhookClient client = Clients.patient();
        Receiver receiver =
            new Receiver(
                (request, connection) -> {
                  all.countDown();
                  await(all);
                  Receiver.say(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                });
        ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<AttemptResult>> outcomes = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        outcomes.add(senders.submit(() -> Clients.post(client, receiver.url())));
      }
      all.await();
      assertThat(Thread.getAllStackTraces()).hasSizeLessThan(before + 100);
      for (Future<AttemptResult> outcome : outcomes) {
        assertThat(outcome.get().error()).isNull();
      }
      assertThat(receiver.received()).hasSize(MANY);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
