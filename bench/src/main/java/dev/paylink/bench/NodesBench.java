package dev.paylink.bench;

import dev.paylink.bench.load.CreateLoad;
import dev.paylink.bench.load.Wrk;
import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.ServiceNode;
import dev.paylink.bench.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Creates per second of several nodes on one PostgreSQL: each node for a merchant of its own, and
 * all of them for one merchant, whose invoice numbers have no gaps and are therefore given out by
 * one transaction at a time.
 */
final class NodesBench {
  private static final int[] NODES = {1, 2, 4};
  private static final int CONNECTIONS = 256;

  private final int rounds;
  private final int seconds;
  private final int warmUpSeconds;
  private final Figures figures = new Figures();

  NodesBench(int rounds, int seconds, int warmUpSeconds) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUpSeconds = warmUpSeconds;
  }

  Result run() throws Exception {
    try (Stage stage = new Stage(Stage.SHARED_SECRETS)) {
      List<ServiceNode> nodes = new ArrayList<>(List.of(stage.node()));
      Summary summary = new Summary();
      for (int count : NODES) {
        while (nodes.size() < count) {
          nodes.add(stage.addNode());
        }
        stage.liftRateLimits();
        if (warmUpSeconds > 0) {
          creates(nodes, false, warmUpSeconds);
        }
        measure(nodes);
        double own = figures.median(count + " nodes, a merchant each");
        double one = figures.median(count + " nodes, one merchant");
        summary
            .with("creates_per_s_" + count, 0, own)
            .with("one_merchant_per_s_" + count, 0, one)
            .with("ratio_" + count, 2, one / own);
      }
      return new Result(figures, summary);
    }
  }

  private void measure(List<ServiceNode> nodes) throws Exception {
    for (int round = 0; round < rounds; round++) {
      figures.add(nodes.size() + " nodes, a merchant each", creates(nodes, false, seconds));
      figures.add(nodes.size() + " nodes, one merchant", creates(nodes, true, seconds));
    }
  }

  /** Returns the creates per second of all nodes together, with as many connections in all. */
  private static double creates(List<ServiceNode> nodes, boolean oneMerchant, int seconds)
      throws Exception {
    List<Future<Wrk.Result>> runs = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (ServiceNode node : nodes) {
        ServiceNode merchant = oneMerchant ? nodes.getFirst() : node;
        String script = CreateLoad.script(merchant.apiKey(), merchant.secretKey());
        runs.add(
            threads.submit(
                () -> Wrk.run(node.baseUrl(), script, CONNECTIONS / nodes.size(), seconds)));
      }
    }
    double perSecond = 0;
    for (Future<Wrk.Result> run : runs) {
      perSecond += run.get().perSecond();
    }
    return perSecond;
  }
}
