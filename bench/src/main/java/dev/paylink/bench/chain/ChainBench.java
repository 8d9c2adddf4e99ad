package dev.paylink.bench.chain;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.report.Result;
import dev.paylink.bench.report.Summary;
import dev.paylink.bench.stage.CpuUse;
import dev.paylink.bench.stage.OpenPayments;
import dev.paylink.bench.stage.Stage;
import dev.paylink.platform.id.TypeId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * From a final block full of settlements to all of them applied, while many payments are open. It
 * has to be done within the time of a block.
 */
public final class ChainBench {
  private static final double BLOCK_MILLIS = 2000;
  private static final int WARM_UP_BLOCKS = 3;
  private static final int PREPARING_AT_ONCE = 16;
  private static final String LINKS = "select id, link_token from payment where status = 'created'";
  private static final String SETTLED = "select count(*) from payment_ref where settled_block = ?";

  private final int open;
  private final int settlements;
  private final Figures figures = new Figures();

  public ChainBench(int open, int settlements) {
    this.open = open;
    this.settlements = settlements;
  }

  public Result run() throws Exception {
    try (BenchNode node = new BenchNode();
        Stage stage = new Stage(settings(node))) {
      OpenPayments.make(stage, stage.merchant(), open);
      System.out.println("Preparing " + open + " payments …");
      List<BenchNode.Call> calls = prepareAll(stage);
      System.out.println("Blocks of " + settlements + " settlements …");
      for (int i = 0; (i + 1) * settlements <= calls.size(); i++) {
        List<BenchNode.Call> block = calls.subList(i * settlements, (i + 1) * settlements);
        measure(stage, node, block, i >= WARM_UP_BLOCKS);
      }
    }
    double millis = figures.median("block to applied, ms");
    return new Result(
        figures,
        new Summary()
            .with("ratio", 2, BLOCK_MILLIS / millis)
            .with("block_to_applied_ms", 0, millis)
            .with("read_to_applied_ms", 0, figures.median("read to applied, ms"))
            .with("cpu_us", 0, figures.median("settlement CPU µs"))
            .with("prepares_per_s", 0, figures.median("prepares/s"))
            .with("open", 0, open)
            .with("settlements", 0, settlements));
  }

  private static Map<String, String> settings(BenchNode node) {
    return Map.of(
        "PAYLINK_CHAIN_BENCH_ID",
        Long.toString(BenchNode.CHAIN_ID),
        "PAYLINK_CHAIN_BENCH_RPC",
        node.url(),
        "PAYLINK_CHAIN_BENCH_QUORUM",
        "1",
        "PAYLINK_CHAIN_BENCH_CONTRACT",
        BenchNode.CONTRACT,
        "PAYLINK_CHAIN_BENCH_START_BLOCK",
        "0",
        "PAYLINK_CHAIN_BENCH_POLL",
        "1",
        "PAYLINK_CHAIN_BENCH_TOKEN_USDC",
        "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, 6");
  }

  private List<BenchNode.Call> prepareAll(Stage stage) throws Exception {
    List<Callable<BenchNode.Call>> prepares = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient();
        ExecutorService executor = Executors.newFixedThreadPool(PREPARING_AT_ONCE)) {
      for (String link : links(stage)) {
        prepares.add(() -> prepare(client, stage.baseUrl() + link + "/wallet"));
      }
      long start = System.nanoTime();
      List<BenchNode.Call> calls = new ArrayList<>();
      for (Future<BenchNode.Call> call : executor.invokeAll(prepares)) {
        calls.add(call.get());
      }
      figures.add("prepares/s", calls.size() / seconds(System.nanoTime() - start));
      return calls;
    }
  }

  private static List<String> links(Stage stage) throws SQLException {
    List<String> links = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        PreparedStatement find = connection.prepareStatement(LINKS);
        ResultSet row = find.executeQuery()) {
      while (row.next()) {
        String id = TypeId.format("pay", row.getObject(1, UUID.class));
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(row.getBytes(2));
        links.add("/pay/" + id + "/" + token);
      }
    }
    return links;
  }

  private static BenchNode.Call prepare(HttpClient client, String url)
      throws IOException, InterruptedException {
    String body =
        "{\"option\":\"%d:USDC\",\"payer\":\"0x000000000000000000000000000000000000dead\"}"
            .formatted(BenchNode.CHAIN_ID);
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    JsonNode steps = JsonMapper.shared().readTree(response.body());
    return new BenchNode.Call(steps.get("ref").asString(), steps.at("/pay/data").asString());
  }

  private void measure(Stage stage, BenchNode node, List<BenchNode.Call> calls, boolean counts)
      throws SQLException, InterruptedException {
    CpuUse cpu = new CpuUse(stage);
    long start = System.nanoTime();
    long block = node.mine(calls);
    awaitApplied(stage, block);
    long end = System.nanoTime();
    if (counts) {
      figures.add("block to applied, ms", seconds(end - start) * 1000);
      figures.add("read to applied, ms", seconds(end - node.readAtNanos()) * 1000);
      cpu.addTo(figures, "settlement", "", calls.size());
    }
  }

  private void awaitApplied(Stage stage, long block) throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(stage.jdbcUrl());
        PreparedStatement count = connection.prepareStatement(SETTLED)) {
      count.setLong(1, block);
      for (int i = 0; i < 3000; i++) {
        try (ResultSet row = count.executeQuery()) {
          if (row.next() && row.getInt(1) == settlements) {
            return;
          }
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    throw new IllegalStateException("block " + block + " was not applied within a minute");
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
