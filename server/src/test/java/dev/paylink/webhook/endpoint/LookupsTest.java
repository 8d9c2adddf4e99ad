package dev.paylink.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Await;
import dev.paylink.testing.Standstill;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LookupsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void release() {
    release.countDown();
  }

  @Test
  void a_name_that_hangs_ends_with_the_budget_and_holds_up_no_other() throws Exception {
    try (Receiver receiver = Receiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        WebhookClient client =
            Clients.with(TargetPolicy.PUBLIC_AND_LOOPBACK, this::hangingUnlessGood);
        Standstill still = new Standstill()) {
      FutureTask<AttemptResult> hanging = Clients.start(client, "https://hangs.example.com/");
      Await.until("it hangs", () -> asked.get() == 1);
      String good = "http://good.example.com:" + receiver.port() + "/";
      AttemptResult outcome = Clients.post(client, good);
      assertThat(outcome.error()).isNull();
      assertThat(hanging.isDone()).isFalse();
      assertThat(hanging.get().error()).isEqualTo("timed out after 10 s");
      assertThat(hanging.get().duration()).isGreaterThanOrEqualTo(WebhookClient.BUDGET);
      assertThat(still.without(hanging.get().duration())).isLessThan(Duration.ofSeconds(16));
    }
  }

  @Test
  void callers_of_one_name_share_one_lookup() throws Exception {
    try (Lookups lookups = new Lookups(this::hangingUnlessGood, 1, 1)) {
      Queue<List<InetAddress>> answers = new ConcurrentLinkedQueue<>();
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        callers.add(
            Thread.ofVirtual().start(() -> answers.add(findQuietly(lookups, "hangs.example.com"))));
      }
      Await.until("all wait", () -> callers.stream().allMatch(LookupsTest::waits));
      Await.until("one has asked", () -> asked.get() == 1);
      release.countDown();
      Await.until("all are answered", () -> answers.size() == 100);
      assertThat(asked).hasValue(1);
      lookups.find("hangs.example.com", LONG);
      assertThat(asked).hasValue(2); // an answer is shared, not kept
    }
  }

  @Test
  void one_more_name_than_there_is_room_for_is_refused_at_once() throws Exception {
    try (Lookups lookups = new Lookups(this::hangingUnlessGood, 2, 1)) {
      for (String name : new String[] {"a", "b", "c"}) {
        assertThatThrownBy(() -> lookups.find(name, SHORT))
            .isInstanceOf(NotDialled.class)
            .hasMessage("the DNS lookup timed out");
      }
      assertThatThrownBy(() -> lookups.find("d", LONG))
          .isInstanceOf(NotDialled.class)
          .hasMessage("too many DNS lookups are running");
      release.countDown();
      assertThat(lookups.find("c", LONG)).isNotEmpty();
      assertThat(lookups.find("d", LONG)).isNotEmpty();
    }
  }

  @Test
  void a_full_pool_is_told_in_the_outcome() {
    Lookups lookups = new Lookups(this::hangingUnlessGood, 1, 1);
    try (WebhookClient client =
        new WebhookClient(Targets.of(TargetPolicy.PUBLIC), lookups, WebhookClient.BUDGET)) {
      for (String name : new String[] {"a", "b"}) {
        assertThatThrownBy(() -> lookups.find(name, SHORT)).isInstanceOf(NotDialled.class);
      }
      assertThat(Clients.post(client, "https://c.example.com/").error())
          .isEqualTo("too many DNS lookups are running");
    }
  }

  @Test
  void a_resolver_that_fails_in_any_way_is_a_name_that_does_not_resolve() {
    Resolver broken =
        name -> {
          if (name.equals("empty")) {
            return List.of();
          }
          throw new IllegalStateException("broken");
        };
    try (Lookups lookups = new Lookups(broken)) {
      assertThatThrownBy(() -> lookups.find("empty", LONG)).hasMessage("the name does not resolve");
      assertThatThrownBy(() -> lookups.find("x", LONG)).hasMessage("the name does not resolve");
    }
  }

  @Test
  void a_name_server_that_does_not_answer_is_told_apart_from_a_name_that_does_not_exist() {
    Resolver system =
        name -> {
          throw new UnknownHostException(
              name.equals("unknown.example.com")
                  ? name + ": Name or service not known"
                  : name + ": Temporary failure in name resolution");
        };
    try (WebhookClient client = Clients.with(TargetPolicy.PUBLIC, system)) {
      AttemptResult unknown = Clients.post(client, "https://unknown.example.com/");
      assertThat(unknown.error()).isEqualTo("the name does not resolve");
      assertThat(unknown.reach()).isEqualTo(AttemptResult.Reach.NOT_TRIED);
      AttemptResult away = Clients.post(client, "https://a.example.com/");
      assertThat(away.error()).isEqualTo("the name server does not answer");
      assertThat(away.reach()).isEqualTo(AttemptResult.Reach.NO_RESOLVER);
    }
  }

  @Test
  void closing_sends_away_who_waits() throws Exception {
    Standstill still = new Standstill();
    WebhookClient client = Clients.with(TargetPolicy.PUBLIC, this::hangingUnlessGood);
    FutureTask<AttemptResult> outcome = Clients.start(client, "https://hangs.example.com/");
    Await.until("it hangs", () -> asked.get() == 1);
    client.close();
    assertThat(outcome.get().error()).isEqualTo("interrupted: the service is shutting down");
    assertThat(still.without(outcome.get().duration())).isLessThan(Duration.ofSeconds(9));
    still.close();
  }

  private List<InetAddress> hangingUnlessGood(String name) throws UnknownHostException {
    if (!name.startsWith("good")) {
      asked.incrementAndGet();
      boolean released = false;
      while (!released) { // as deaf to interruption as a native lookup
        try {
          released = release.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          released = false;
        }
      }
    }
    return Clients.addresses("127.0.0.1");
  }

  private static List<InetAddress> findQuietly(Lookups lookups, String name) {
    try {
      return lookups.find(name, LONG);
    } catch (NotDialled e) {
      return List.of();
    }
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }
}
