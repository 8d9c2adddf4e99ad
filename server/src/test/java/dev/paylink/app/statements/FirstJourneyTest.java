package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.PlainPostgres;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The first journeys, on every supported PostgreSQL at its default settings. */
final class FirstJourneyTest {
  static Stream<Integer> versions() {
    return PlainPostgres.versions().stream();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void payment_is_created_settled_delivered_found_and_sent_again(int version) {
    try (PlainPostgres server = PlainPostgres.start(version, Map.of());
        TestService service = TestService.builder().database(server.freshUrl()).start()) {
      walk(service);
    }
  }

  /** The journeys of a fresh sandbox. */
  static void walk(TestService service) {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      Browser merchant = service.signedIn();
      merchant.putWebhook(receiver.url("/hook"));
      SignedCalls calls = service.calls();
      String body =
          """
          {"amount":"7.25","reference":"order-1","customer":{"email":"ann@example.com"}}""";
      Reply created = calls.create("key-1", body).expect(200);
      String id = created.text("paymentId");
      assertThat(calls.create("key-1", body).expect(200).body()).isEqualTo(created.body());
      service.browser().get(path(service, created.text("paymentUrl"))).expect(200);

      service.callback().report("payment.confirmed", id).expect(200);
      assertThat(calls.status(id).expect(200).text("status")).isEqualTo("success");
      Await.until("the webhook arrives", () -> receiver.deliveries("/hook").size() == 1);
      String event = receiver.deliveries("/hook").getFirst().eventId();
      assertThat(calls.get("/sdk/server/events?limit=10").expect(200).body()).contains(event);

      for (String search : new String[] {"", "&status=success", "&reference=order-1"}) {
        assertThat(calls.get("/sdk/server/payments?limit=5" + search).expect(200).body())
            .contains(id);
      }
      for (String typed : new String[] {"ann@example.com", id, created.text("invoiceNumber")}) {
        assertThat(merchant.get("/merchant/payments?search=" + typed).expect(200).body())
            .contains(id);
      }
      assertThat(merchant.get("/merchant/payments/" + id).expect(200).body()).contains("timeline");
      assertThat(merchant.get("/merchant/events?paymentId=" + id).expect(200).body())
          .contains(event);
      merchant.post("/merchant/events/" + event + "/redeliver").expect(202);
      Await.until("the webhook arrives again", () -> receiver.deliveries("/hook").size() == 2);
      service.operator().get("/admin/merchants").expect(200);
    }
  }

  private static String path(TestService service, String url) {
    return url.substring(service.baseUrl().toString().length());
  }
}
