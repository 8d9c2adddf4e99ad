package dev.paylink.bench.load;

import com.nimbusds.jose.JOSEException;
import dev.paylink.bench.load.MessageReader.Message;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.stage.CpuUse;
import dev.paylink.bench.stage.PaymentLink;
import dev.paylink.bench.stage.Stage;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Status polls as open pages make them, in batches. Before the clock starts, a batch opens sessions
 * and signs all its polls, which must then be made within the minute that a proof is good for.
 */
public final class SessionPolls {
  public static final String NAME = "session polls";

  private static final int CONNECTIONS = 64;

  /** How many sessions one source may open in a minute is limited, so each batch has its own. */
  private static final int PAYERS = 200;

  /** Below what one session may make in a minute. */
  private static final int POLLS_EACH = 100;

  private static final int SOURCES = 250;
  private static final int WARM_UP_BATCHES = 3;

  private final Stage stage;
  private final List<PaymentLink> links;
  private int batches;

  public SessionPolls(Stage stage, List<PaymentLink> links) {
    this.stage = stage;
    this.links = links;
  }

  public void warmUp() throws Exception {
    for (int i = 0; i < WARM_UP_BATCHES; i++) {
      makeAll(signed(newPayers()));
    }
  }

  /** One batch, as fast as the service answers. */
  public void round(Figures figures) throws Exception {
    List<byte[]> polls = signed(newPayers());
    CpuUse cpu = new CpuUse(stage);
    long start = System.nanoTime();
    makeAll(polls);
    double seconds = (double) (System.nanoTime() - start) / TimeUnit.SECONDS.toNanos(1);
    figures.add(NAME + "/s", polls.size() / seconds);
    cpu.addTo(figures, NAME, "", polls.size());
  }

  private List<Payer> newPayers() throws Exception {
    int batch = batches++;
    byte[] source = {127, 0, 1, (byte) (1 + batch % SOURCES)};
    List<Payer> payers = new ArrayList<>(PAYERS);
    try (HttpClient client =
        HttpClient.newBuilder().localAddress(InetAddress.getByAddress(source)).build()) {
      for (int i = 0; i < PAYERS; i++) {
        PaymentLink link = links.get((batch * PAYERS + i) % links.size());
        payers.add(new Payer(stage.baseUrl(), link, client));
      }
    }
    return payers;
  }

  /** The payers in turns. */
  private static List<byte[]> signed(List<Payer> payers) {
    return IntStream.range(0, payers.size() * POLLS_EACH)
        .parallel()
        .mapToObj(i -> poll(payers.get(i % payers.size())))
        .toList();
  }

  private static byte[] poll(Payer payer) {
    try {
      return payer.poll();
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign", e);
    }
  }

  private void makeAll(List<byte[]> polls) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Connections.run(
        CONNECTIONS,
        () -> new KeptConnection(stage.baseUrl()),
        connection -> {
          int i = next.getAndIncrement();
          if (i >= polls.size()) {
            return false;
          }
          check(connection.ask(polls.get(i)));
          return true;
        });
  }

  private static void check(Message answer) {
    if (!answer.firstLine().startsWith("HTTP/1.1 200")
        || !answer.body().contains("\"status\":\"created\"")) {
      throw new IllegalStateException(
          "a session's poll failed: " + answer.firstLine() + ' ' + answer.body());
    }
  }
}
