package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a signed-in merchant sees of its payments. */
final class MerchantPaymentsTest extends SettlementTest {
  @Test
  void list_is_the_one_of_the_server_calls_with_deposits() {
    payment("{\"reference\":\"mine\"}");
    assertThat(
            merchant
                .get("/merchant/payments?reference=mine&limit=1")
                .expect(200)
                .body()
                .replace(",\"deposits\":[]", ""))
        .isEqualTo(calls.get("/sdk/server/payments?reference=mine&limit=1").body());
    merchant.get("/merchant/payments?limit=0").expectProblem(400, "INVALID_REQUEST");
    service.browser().get("/merchant/payments").expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void timeline_tells_creation_reports_and_attempts_in_their_order() {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      merchant.putWebhook(receiver.url("/hook"));
      String id = payment();
      callback.report(SUBMITTED, id).expect(200);
      callback.report(CONFIRMED, id).expect(200);
      callback.report(SUBMITTED, id).expect(200); // no news, so no step
      Await.until("the attempt is recorded", () -> steps(id).size() == 4);
      assertThat(steps(id))
          .containsExactly(
              "payment.created", "payment.submitted", "payment.confirmed", "webhook.attempt");
      Reply shown = merchant.get("/merchant/payments/" + id).expect(200);
      assertThat(shown.text("status")).isEqualTo("success");
      assertThat(shown.json().at("/timeline/3/status").asInt()).isEqualTo(204);
    }
  }

  @Test
  void payment_of_another_merchant_does_not_exist() {
    String id = payment();
    Browser other = otherNode.signedIn();
    other.get("/merchant/payments/" + id).expectProblem(404, "PAYMENT_NOT_FOUND");
    other.get("/merchant/payments/nonsense").expectProblem(404, "PAYMENT_NOT_FOUND");
    service.browser().get("/merchant/payments/" + id).expectProblem(401, "NOT_SIGNED_IN");
  }

  private static List<String> steps(String id) {
    return merchant
        .get("/merchant/payments/" + id)
        .json()
        .required("timeline")
        .findValuesAsString("type");
  }
}
