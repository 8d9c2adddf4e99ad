package dev.paylink.relay;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Stored;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Payers who want each payment to succeed and repeat whatever got no answer: some by software, the
 * others with a wallet, who send the transaction themselves when the relay refuses.
 */
final class RelayPayers implements AutoCloseable {
  static final long UNITS = 12_500_000;
  private static final int AT_ONCE = 6;
  private static final long PAUSE_NANOS = 150_000_000;
  private static final int PATIENT_LOOKS = 20;
  private static final String HIGH_FEE = "0x2e90edd000";

  private final DevChain chain;
  private final ServiceProcess service;
  private final Jdbi jdbi;
  private final List<String> accounts;
  private final ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final Set<OnePayment> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicInteger unpaid;
  private final AtomicInteger ownTransactions = new AtomicInteger();

  RelayPayers(
      DevChain chain, ServiceProcess service, Jdbi jdbi, List<String> accounts, int payments) {
    this.chain = chain;
    this.service = service;
    this.jdbi = jdbi;
    this.accounts = accounts;
    this.unpaid = new AtomicInteger(payments);
  }

  void start() {
    int payments = unpaid.get();
    for (int i = 0; i < payments; i++) {
      int number = i;
      pool.execute(() -> pay(number));
    }
  }

  /** Pays once with a wallet while nothing else happens; returns how long it took. */
  Duration timeToSubmitted(boolean relayed) {
    OnePayment payment = new OnePayment(1);
    payment.create();
    String page = Objects.requireNonNull(payment.path);
    String signed = Objects.requireNonNull(payment.signed(page));
    long began = System.nanoTime();
    Browser browser = new Browser(service.url());
    if (relayed) {
      browser.post(page + "/wallet/relay", signed).expect(200);
    } else {
      payment.send(browser.post(page + "/wallet/signed", signed).expect(200).json().get("pay"));
    }
    Await.until("it is submitted", () -> payment.is("in ('submitted', 'success')"));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    Await.until("it is paid", payment::isPaid);
    return took;
  }

  int unpaid() {
    return unpaid.get();
  }

  /** What the payers who have not paid yet got last, one line each. */
  List<String> underWay() {
    return underWay.stream().map(OnePayment::toString).toList();
  }

  int ownTransactions() {
    return ownTransactions.get();
  }

  List<Throwable> faults() {
    return List.copyOf(faults);
  }

  private void pay(int number) {
    OnePayment payment = new OnePayment(number);
    underWay.add(payment);
    try {
      payment.untilPaid();
      underWay.remove(payment);
      unpaid.decrementAndGet();
    } catch (RuntimeException | AssertionError e) {
      faults.add(e);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }

  private static boolean pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
    return !Thread.currentThread().isInterrupted();
  }

  /** One payment and what its payer has done about it. */
  private final class OnePayment {
    private final String account;
    private final String idempotencyKey = UUID.randomUUID().toString();
    private boolean software;
    private @Nullable String header;
    private @Nullable String path;
    private @Nullable UUID id;
    private volatile String last = "nothing";

    OnePayment(int number) {
      this.account = accounts.get(number % accounts.size());
      this.software = number % 3 == 0;
    }

    void untilPaid() {
      while (!isPaid()) {
        try {
          if (path == null) {
            create();
          } else if (software ? asSoftware(path) : withWallet(path)) {
            looks();
          }
        } catch (UncheckedIOException | IllegalStateException e) {
          // killed in the middle, or the chain has gone back: all of it is safe to repeat
          last = e.toString();
        }
        if (!pause()) {
          return;
        }
      }
    }

    /** Waits until it is paid, or for a while. */
    private void looks() {
      int looks = 0;
      while (looks < PATIENT_LOOKS && !isPaid() && pause()) {
        looks++;
      }
    }

    private boolean isPaid() {
      return is("= 'success'");
    }

    private boolean is(String status) {
      if (id == null) {
        return false;
      }
      try (Handle handle = jdbi.open()) {
        return handle
            .createQuery("select status " + status + " from payment where id = :id")
            .bind("id", id)
            .mapTo(Boolean.class)
            .one();
      }
    }

    @Override
    public String toString() {
      return "%s of %s, %s: %s".formatted(id, account, software ? "software" : "wallet", last);
    }

    private Reply noted(Reply reply) {
      last = reply.status() + " " + reply.body();
      return reply;
    }

    private void create() {
      Reply created = noted(service.calls().create(idempotencyKey, "{\"amount\":\"12.50\"}"));
      if (created.status() == 200) {
        id = Stored.payment(created.text("paymentId"));
        path = URI.create(created.text("paymentUrl")).getPath();
      }
    }

    /** Returns whether it is under way. */
    private boolean asSoftware(String page) {
      X402Client client = new X402Client(chain, account);
      Browser browser = new Browser(service.url());
      if (header == null) {
        Reply required = noted(browser.get(page + "/x402"));
        if (required.status() == 402) {
          header = client.signed(X402Client.accepted(required), Map.of());
        } else if (required.status() == 503) {
          software = false; // no relay has room for it
        }
        return required.status() == 202;
      }
      Reply reply = noted(browser.with("PAYMENT-SIGNATURE", header).get(page + "/x402"));
      if (reply.status() == 402) {
        header = null;
      } else if (reply.status() == 503) {
        software = false;
      }
      return reply.status() == 202;
    }

    /** Returns whether it is under way. */
    private boolean withWallet(String page) {
      String signed = signed(page);
      if (signed == null) {
        return false;
      }
      Browser browser = new Browser(service.url());
      Reply relayed = noted(browser.post(page + "/wallet/relay", signed));
      if (relayed.status() == 200) {
        return true;
      }
      if (!relayed.body().contains("RELAY_REFUSED")) {
        return false;
      }
      Reply own = noted(browser.post(page + "/wallet/signed", signed));
      if (own.status() == 200) {
        send(own.json().get("pay"));
      }
      return own.status() == 200;
    }

    /** What the page sends when the payer has signed; null if there is nothing to sign. */
    private @Nullable String signed(String page) {
      Reply steps = noted(new Browser(service.url()).post(page + "/wallet", choice("")));
      if (steps.status() != 200 || !steps.json().path("authorization").isObject()) {
        return null;
      }
      JsonNode typedData = steps.json().get("authorization");
      String signature =
          chain.call("eth_signTypedData_v4", account, typedData.toString()).asString();
      return choice(
          ",\"kind\":\"authorization\",\"signature\":\"%s\",\"deadline\":%s"
              .formatted(signature, typedData.at("/message/validBefore").asString()));
    }

    private void send(JsonNode call) {
      chain.call(
          "eth_sendTransaction",
          Map.of(
              "from",
              account,
              "to",
              call.get("to").asString(),
              "data",
              call.get("data").asString(),
              "gas",
              "0x493e0",
              "maxFeePerGas",
              HIGH_FEE));
      ownTransactions.incrementAndGet();
    }

    private String choice(String more) {
      return "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"%s}"
          .formatted(chain.chainId(), account, more);
    }
  }
}
