package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Fifty keys are not fifty budgets. */
final class SharedBudgetTest {
  private static final int LIMIT = 4;

  @AutoClose
  private static final TestService SERVICE = TestService.builder().merchantLimit(LIMIT).start();

  @Test
  void the_keys_of_a_merchant_share_a_budget_and_no_other_merchant_does() {
    Browser merchant = SERVICE.register();
    List<SignedCalls> keys = new ArrayList<>();
    for (int i = 0; i <= LIMIT; i++) {
      keys.add(SERVICE.calls(SERVICE.activeKey(merchant, "{}")));
    }
    for (int i = 0; i < LIMIT; i++) {
      keys.get(i).get("/sdk/server/payments").expect(200);
    }
    Reply refused = keys.get(LIMIT).get("/sdk/server/payments").expectProblem(429, "RATE_LIMITED");
    assertThat(refused.text("detail"))
        .isEqualTo("All keys of this merchant together may make 4 calls a minute");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 15);
    assertThat(refused.header("RateLimit")).as("the key's own is not spent").contains("r=599");
    keys.getFirst().get("/sdk/server/links").expectProblem(429, "RATE_LIMITED");
    merchant.get("/merchant/links").expect(200);
    SERVICE
        .calls(SERVICE.activeKey(SERVICE.register(), "{}"))
        .get("/sdk/server/payments")
        .expect(200);
  }
}
