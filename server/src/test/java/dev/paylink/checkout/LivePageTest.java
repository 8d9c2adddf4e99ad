package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The page where money would be real. */
final class LivePageTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  @AutoClose private static final TestService live = TestService.builder().live().start();
  private static final SignedCalls merchant = live.newMerchant(ADDRESS);
  private static final Link link = new NewLink(merchant, live.callback()).create();

  @Test
  void nothing_can_be_simulated() {
    assertThat(page()).doesNotContain("Test mode").doesNotContain("data-link-token");
    live.browser().post(link.path() + "/simulate", "outcome=confirmed").expect(404);
    assertThat(page()).contains("data-stage=\"waiting\"");
  }

  @Test
  void without_a_network_nobody_is_asked_to_send_money() {
    assertThat(page()).contains("cannot be paid by wallet here yet").doesNotContain(ADDRESS);
  }

  @Test
  void a_reported_outcome_is_shown() {
    Link paid =
        new NewLink(merchant, live.callback())
            .transaction(
                """
                {"chainId":8453,"hash":"0x%064x","logIndex":0,"token":"USDC","amount":"125.50",
                 "payee":"%s"}\
                """
                    .formatted(1, ADDRESS))
            .status("success")
            .create();
    assertThat(live.browser().get(paid.path()).expect(200).body())
        .contains("data-stage=\"success\"");
  }

  private static String page() {
    return live.browser().get(link.path()).expect(200).body();
  }
}
