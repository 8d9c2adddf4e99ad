package dev.paylink.chain;

import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Payments of a service that are made on a local chain, in its test dollar. */
record PaidOnDevChain(TestService service, DevChain chain, int depth) {
  Reply create(String amount) {
    return service.calls().create("{\"amount\":\"" + amount + "\"}").expect(200);
  }

  JsonNode steps(Reply created) {
    return service
        .browser()
        .post(
            URI.create(created.text("paymentUrl")).getPath() + "/wallet",
            "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"}".formatted(chain.chainId(), chain.payer()))
        .expect(200)
        .json();
  }

  /** What a wallet does with the steps. */
  void send(JsonNode steps) {
    for (String step : List.of("approve", "pay")) {
      call(
          steps.at("/" + step + "/to").stringValue(), steps.at("/" + step + "/data").stringValue());
    }
  }

  void call(String to, String data) {
    sent(to, data);
  }

  /** The hash of a transaction of the payer. */
  String sent(String to, String data) {
    return chain
        .call("eth_sendTransaction", Map.of("from", chain.payer(), "to", to, "data", data))
        .stringValue();
  }

  String status(Reply created) {
    return service.calls().status(created.text("paymentId")).text("status");
  }

  void awaitStatus(Reply created, String status) {
    Await.until(status, () -> status(created).equals(status));
  }

  /** Waits until everything that is final now has been read. */
  void awaitRead() {
    long last = chain.head() - depth;
    Await.until("block " + last + " is read", () -> cursor().get("block").asLong() >= last);
  }

  /** How far the chain is read. */
  JsonNode cursor() {
    return service.operator().get("/admin/chains").json().at("/data/0");
  }

  String metrics() {
    return service.operator().get("/metrics").body();
  }
}
