package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page where money would be real. */
final class LivePageTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  private static TestService live;
  private static SignedCalls merchant;
  private static Link link;

  @BeforeAll
  static void start() {
    live = TestService.live();
    merchant = newMerchant();
    link = new NewLink(merchant, live.callback()).create();
  }

  @AfterAll
  static void stop() {
    live.close();
  }

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
    Link paid = new NewLink(merchant, live.callback()).status("success").create();
    assertThat(live.browser().get(paid.path()).expect(200).body())
        .contains("data-stage=\"success\"");
  }

  private static String page() {
    return live.browser().get(link.path()).expect(200).body();
  }

  /** A merchant that came in by the front door. */
  private static SignedCalls newMerchant() {
    Browser owner = live.browser();
    String id =
        owner
            .post(
                "/merchant/register",
                """
                {"email":"ada@example.com","password":"correct horse battery","businessName":"Ada"}""")
            .expect(201)
            .text("merchantId");
    owner.put("/merchant/profile", "{\"depositAddress\":\"" + ADDRESS + "\"}").expect(200);
    live.operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    Reply key = owner.post("/merchant/api-keys", "{}").expect(201);
    owner.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    return new SignedCalls(live.baseUrl(), key.text("apiKey"), key.text("secretKey"));
  }
}
