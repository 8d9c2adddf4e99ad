package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.StolenCpu;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong sign-ins at once, from many addresses and with many names so that no limit stops them,
 * beside creates: the one who waits is who signs in. In a process of its own, where a password
 * costs what it costs a live service.
 */
final class SignInBurstTest {
  private static final int SIGN_INS = 200;
  private static final int SOURCES = 8;
  private static final int CREATORS = 4;
  private static final int MIN_CREATES = 100;

  /** Sign-ins get only what creates leave, so they would wait as long as creates go on. */
  private static final int MAX_CREATES = 600;

  /** What a busy machine adds; a create that waits for password hashes waits for seconds. */
  private static final long NOISE_MILLIS = 300;

  private static final int TRIES = 10;

  @TempDir Path folder;

  /** A burst that delays creates does so every time; a busy machine does not. */
  @Test
  void a_burst_of_sign_ins_does_not_delay_creates() throws Exception {
    List<String> delays = new ArrayList<>();
    try (ServiceProcess service =
        new ServiceProcess(folder, Map.of("PAYLINK_DATABASE_URL", TestDatabase.freshUrl()))) {
      createWhile(service, () -> false); // warms up
      while (isDelayed(service, delays)) {
        assertThat(delays).as("p99 of creates in a burst, and without").hasSizeLessThan(TRIES);
      }
    }
  }

  private static boolean isDelayed(ServiceProcess service, List<String> delays) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      StolenCpu stolen = new StolenCpu();
      long quietMillis = p99(createWhile(service, () -> false));
      List<Future<HttpResponse<String>>> signIns = new ArrayList<>();
      for (Callable<HttpResponse<String>> signIn : signIns(service)) {
        signIns.add(threads.submit(signIn));
      }
      List<Long> creates = createWhile(service, () -> !signIns.stream().allMatch(Future::isDone));
      long burstMillis = p99(creates);
      delays.add("%d ms of %d, %d ms without".formatted(burstMillis, creates.size(), quietMillis));
      System.out.println("SignInBurstTest: p99 of creates in the burst " + delays.getLast());
      int full = 0;
      int wrong = 0;
      for (Future<HttpResponse<String>> signIn : signIns) {
        HttpResponse<String> answer = signIn.get();
        assertThat(answer.statusCode()).as(answer.body()).isIn(401, 503);
        if (answer.statusCode() == 503) {
          assertThat(answer.headers().firstValue("Retry-After")).isPresent();
          full++;
        } else {
          wrong++;
        }
      }
      assertThat(full).as("sign-ins refused because too many wait").isPositive();
      assertThat(wrong).as("sign-ins answered").isPositive();
      stolen.assumeLittle();
      return burstMillis > 2 * quietMillis + NOISE_MILLIS;
    }
  }

  /** Creates payments, as long as that is so but at least some; how many milliseconds each took. */
  private static List<Long> createWhile(ServiceProcess service, BooleanSupplier goOn)
      throws Exception {
    SignedCalls calls = service.calls();
    List<Long> millis = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CREATORS)) {
      List<Future<List<Long>>> creators = new ArrayList<>();
      for (int i = 0; i < CREATORS; i++) {
        creators.add(threads.submit(() -> create(calls, goOn)));
      }
      for (Future<List<Long>> creator : creators) {
        millis.addAll(creator.get());
      }
    }
    return millis;
  }

  private static List<Long> create(SignedCalls calls, BooleanSupplier goOn) {
    List<Long> millis = new ArrayList<>();
    while (millis.size() < MIN_CREATES / CREATORS
        || (millis.size() < MAX_CREATES / CREATORS && goOn.getAsBoolean())) {
      long start = System.nanoTime();
      calls.create("{\"amount\":\"1.00\",\"currency\":\"USD\"}").expect(200);
      millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
    return millis;
  }

  private static long p99(List<Long> millis) {
    List<Long> sorted = millis.stream().sorted().toList();
    return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
  }

  private static List<Callable<HttpResponse<String>>> signIns(ServiceProcess service)
      throws IOException {
    List<HttpClient> clients = new ArrayList<>();
    for (int i = 0; i < SOURCES; i++) {
      InetAddress source = InetAddress.getByName("127.0.7." + (i + 1));
      clients.add(HttpClient.newBuilder().localAddress(source).build());
    }
    List<Callable<HttpResponse<String>>> signIns = new ArrayList<>();
    for (int i = 0; i < SIGN_INS; i++) {
      HttpClient client = clients.get(i % SOURCES);
      HttpRequest request =
          HttpRequest.newBuilder(service.url().resolve("/merchant/login"))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"email\":\"guest%d@example.com\",\"password\":\"a wrong one\"}"
                          .formatted(i)))
              .build();
      signIns.add(() -> client.send(request, HttpResponse.BodyHandlers.ofString()));
    }
    return signIns;
  }
}
