package dev.paylink.bench.webhooks;

import dev.paylink.bench.load.NewMerchant;
import dev.paylink.bench.stage.OpenPayments;
import dev.paylink.bench.stage.Stage;
import dev.paylink.ids.MerchantId;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Forty merchants whose endpoints are healthy at first, and one whose endpoint always fails. */
final class Shops implements AutoCloseable {
  private static final int COUNT = 40;

  /** Ten seconds of a thousand outcomes a second: a backlog of that size slows down the load. */
  private static final int PAYMENTS_EACH = 250;

  private final List<Endpoint> endpoints = Stream.generate(Endpoint::new).limit(COUNT).toList();
  private final Endpoint failing = new Endpoint();
  private final List<MerchantId> merchants = new ArrayList<>();
  private final Receiver receiver;

  Shops(Stage stage) throws Exception {
    failing.behave(Endpoint.Behaviour.FAILING);
    List<Endpoint> all = Stream.concat(endpoints.stream(), Stream.of(failing)).toList();
    receiver = new Receiver(all);
    try (HttpClient client = HttpClient.newHttpClient()) {
      NewMerchant newMerchant = new NewMerchant(stage, client);
      for (int i = 0; i < all.size(); i++) {
        MerchantId merchant = newMerchant.make(receiver.url(i), receiver.payoutUrl());
        merchants.add(merchant);
        for (String payment : OpenPayments.make(stage, merchant, PAYMENTS_EACH)) {
          all.get(i).add(new PooledPayment(payment));
        }
      }
    }
    stage.sql("vacuum analyze invoice, payment");
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  /** Those whose endpoints are healthy at first. */
  List<MerchantId> merchants() {
    return List.copyOf(merchants.subList(0, COUNT));
  }

  List<Endpoint> firstHalf() {
    return endpoints.subList(0, COUNT / 2);
  }

  List<Endpoint> secondHalf() {
    return endpoints.subList(COUNT / 2, COUNT);
  }

  Endpoint failing() {
    return failing;
  }

  Receiver receiver() {
    return receiver;
  }

  /** Webhooks that came twice; in a run without a crash there should be none. */
  long repeats() {
    return endpoints.stream().mapToLong(Endpoint::repeats).sum();
  }

  @Override
  public void close() throws IOException {
    receiver.close();
  }
}
