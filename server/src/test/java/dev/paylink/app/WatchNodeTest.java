package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.app.config.Config;
import dev.paylink.app.config.ConfigError;
import dev.paylink.app.config.ConfigReader;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.log.LineSink;
import dev.paylink.sandbox.SandboxFile;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A node that serves and one that watches, on one database and a real EVM. */
final class WatchNodeTest {
  private static final int DEPTH = 2;

  private final Map<String, String> settings = new HashMap<>();
  private final List<HeldPort> ports = new ArrayList<>();

  @TempDir Path data;

  @AfterEach
  void releasePorts() {
    ports.forEach(HeldPort::close);
  }

  @Test
  void what_a_serving_node_prepares_the_watching_node_confirms() throws IOException {
    try (DevChain chain = DevChain.start();
        LineSink log = LineSink.open(data.resolve("log"))) {
      configure(chain);
      try (Service serving = new Service(config("off"), log)) {
        SandboxFile.Merchant merchant = Objects.requireNonNull(serving.sandboxMerchant());
        URI baseUrl = URI.create(settings.get("PAYLINK_BASE_URL"));
        SignedCalls calls =
            new SignedCalls(baseUrl, merchant.apiKey(), merchant.secretKey().reveal());
        Reply payment = calls.create("{\"amount\":\"125.50\"}").expect(200);
        send(chain, new Browser(baseUrl), payment);
        chain.mine(DEPTH);
        assertThat(status(calls, payment)).isEqualTo("created"); // nobody watches
        try (WatchNode watching = new WatchNode(config("on"), log)) {
          Await.until("it is confirmed", () -> status(calls, payment).equals("success"));
          assertThat(watching).isNotNull();
          URI internal = URI.create("http://127.0.0.1:" + settings.get("PAYLINK_INTERNAL_PORT"));
          assertThat(new Browser(internal).get("/metrics").expect(200).body())
              .contains("paylink_settlement_overpaid_total", "paylink_settlement_suspended_total");
        }
      }
    }
  }

  @Test
  void without_a_chain_there_is_nothing_to_watch() throws IOException {
    try (LineSink log = LineSink.open(data.resolve("log"))) {
      configureNode();
      assertThatThrownBy(() -> new WatchNode(config("on"), log))
          .isInstanceOf(ConfigError.class)
          .hasMessageContaining("watch needs a chain");
    }
  }

  private void configure(DevChain chain) throws IOException {
    configureNode();
    settings.put("PAYLINK_CURRENCIES", "USD:2:TUSD");
    settings.put("PAYLINK_CHAIN_LOCAL_ID", Long.toString(chain.chainId()));
    settings.put("PAYLINK_CHAIN_LOCAL_RPC", chain.rpcUrl());
    settings.put("PAYLINK_CHAIN_LOCAL_CONTRACT", chain.settlement());
    settings.put("PAYLINK_CHAIN_LOCAL_START_BLOCK", "0");
    settings.put("PAYLINK_CHAIN_LOCAL_FINALITY", Integer.toString(DEPTH));
    settings.put("PAYLINK_CHAIN_LOCAL_POLL", "1");
    settings.put("PAYLINK_CHAIN_LOCAL_TOKEN_TUSD", chain.token() + ", 6");
  }

  private void configureNode() throws IOException {
    HeldPort port = hold();
    settings.put("PAYLINK_MODE", "sandbox");
    settings.put("PAYLINK_DATA_FOLDER", data.toString());
    settings.put("PAYLINK_DATABASE_URL", TestDatabase.freshUrl());
    settings.put("PAYLINK_DATABASE_TIMEOUT", TestDatabase.PATIENCE.toSeconds() + "s");
    settings.put("PAYLINK_PUBLIC_PORT", port.toString());
    settings.put("PAYLINK_BASE_URL", port.url());
  }

  private HeldPort hold() {
    ports.add(new HeldPort());
    return ports.getLast();
  }

  /** Nodes on one machine listen on different ports. */
  private Config config(String watch) throws IOException {
    settings.put("PAYLINK_CHAIN_WATCH", watch);
    settings.put("PAYLINK_INTERNAL_PORT", hold().toString());
    return new ConfigReader(Settings.read(null, settings)).read();
  }

  private static void send(DevChain chain, Browser payer, Reply payment) {
    JsonNode steps =
        payer
            .post(
                URI.create(payment.text("paymentUrl")).getPath() + "/wallet",
                "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"}"
                    .formatted(chain.chainId(), chain.payer()))
            .expect(200)
            .json();
    for (String step : List.of("approve", "pay")) {
      chain.call(
          "eth_sendTransaction",
          Map.of(
              "from", chain.payer(),
              "to", steps.at("/" + step + "/to").asString(),
              "data", steps.at("/" + step + "/data").asString()));
    }
  }

  private static String status(SignedCalls calls, Reply payment) {
    return calls.status(payment.text("paymentId")).text("status");
  }
}
