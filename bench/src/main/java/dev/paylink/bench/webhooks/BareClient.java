package dev.paylink.bench.webhooks;

import dev.paylink.bench.stage.CpuClock;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.endpoint.TargetPolicy;
import dev.paylink.webhook.endpoint.Targets;
import dev.paylink.webhook.endpoint.WebhookClient;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.SigningSecrets;
import dev.paylink.webhook.settings.WebhookHeaders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The reference for deliveries: the service's HTTP client alone, posting one body again and again.
 * It does without a database and without signing; the headers are made once.
 *
 * <p>A process of its own. It reads the body as a line, then for each further line posts for so
 * many seconds and answers with the number of posts and its CPU time in microseconds.
 */
final class BareClient {
  private final WebhookClient client =
      new WebhookClient(Targets.of(TargetPolicy.PUBLIC_AND_LOOPBACK));
  private final String url;
  private final byte[] body;
  private final Map<String, String> headers;

  private BareClient(String url, String body) {
    this.url = url;
    this.body = body.getBytes(StandardCharsets.UTF_8);
    this.headers =
        WebhookHeaders.of(
            new SigningSecrets(SigningSecret.random(), null),
            "evt_00000000000000000000000000",
            this.body,
            1,
            Instant.now());
  }

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    int concurrency = Integer.parseInt(arguments[1]);
    CpuClock cpu = CpuClock.ofProcess(ProcessHandle.current().pid());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    BareClient bare = new BareClient(arguments[0], in.readLine());
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      long before = cpu.micros();
      long posts = bare.run(concurrency, Integer.parseInt(line));
      System.out.println(posts + " " + (cpu.micros() - before));
    }
    System.exit(0); // the client's own threads must not keep it alive
  }

  private long run(int concurrency, int seconds) throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Callable<Long> work = () -> postUntil(end);
    long posts = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Long> done : threads.invokeAll(Collections.nCopies(concurrency, work))) {
        posts += done.get();
      }
    }
    return posts;
  }

  private long postUntil(long end) {
    long posts = 0;
    while (System.nanoTime() - end < 0) {
      AttemptResult outcome = client.post(url, headers, body);
      if (!outcome.isDelivered()) {
        throw new IllegalStateException("a bare post failed: " + outcome.error());
      }
      posts++;
    }
    return posts;
  }
}
