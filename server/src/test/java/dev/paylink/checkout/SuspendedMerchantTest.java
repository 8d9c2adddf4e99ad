package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A suspended merchant collects nothing more; money that comes all the same did move. */
final class SuspendedMerchantTest {
  @AutoClose private TestService service;
  private SignedCalls calls;
  private Reply created;
  private String path;

  @BeforeEach
  void start() {
    service = TestService.start();
    calls = service.calls();
    created = calls.create("{\"amount\":\"125.50\"}").expect(200);
    String url = created.text("paymentUrl");
    path = url.substring(url.indexOf("/pay/"));
  }

  @Test
  void its_links_say_that_the_shop_takes_no_payments_now() {
    assertThat(page()).contains("data-stage=\"waiting\"");
    decide("Suspended");
    assertThat(page())
        .contains("data-stage=\"closed\"")
        .contains("Sandbox Merchant cannot take payments now")
        .doesNotContain("id=\"wallet\"");
    calls.create("{\"amount\":\"1.00\"}").expectProblem(403, "MERCHANT_NOT_VERIFIED");
    decide("KybVerified");
    assertThat(page()).contains("data-stage=\"waiting\"");
  }

  @Test
  void no_amount_is_taken() {
    String url = calls.create("{}").expect(200).text("paymentUrl");
    String open = url.substring(url.indexOf("/pay/"));
    decide("Suspended");
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(open + "/amount", "amount=5.00")
        .expect(303);
    assertThat(service.browser().get(open).expect(200).body())
        .contains("data-stage=\"closed\"")
        .doesNotContain("5.00");
  }

  @Test
  void money_that_arrives_all_the_same_is_settled_and_the_operator_alerted() {
    decide("Suspended");
    String payment = created.text("paymentId");
    service.callback().report("payment.confirmed", payment).expect(200);
    assertThat(calls.status(payment).text("status")).isEqualTo("success");
    assertThat(page()).contains("data-stage=\"success\"");
    assertThat(new Browser(service.internalUrl()).get("/metrics").expect(200).body())
        .contains("paylink_settlement_suspended_total 1.0");
  }

  @Test
  void money_of_others_is_no_alert() {
    service.callback().report("payment.confirmed", created.text("paymentId")).expect(200);
    assertThat(new Browser(service.internalUrl()).get("/metrics").expect(200).body())
        .contains("paylink_settlement_suspended_total 0.0");
  }

  private String page() {
    return service.browser().get(path).expect(200).body();
  }

  private void decide(String status) {
    service
        .operator()
        .put(
            "/admin/merchants/" + service.merchant().merchantId() + "/verification",
            "{\"status\":\"" + status + "\",\"reason\":\"for the test\"}")
        .expect(200);
  }
}
