package dev.paylink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Of several who set up the same webhook at once, one gets a secret, and it is the one that signs.
 */
final class WebhookRaceTest {
  private static final String PATH = "/merchant/webhooks/invoice_settlement";
  private static final int AT_ONCE = 6;

  @RepeatedTest(5)
  void only_the_secret_that_signs_is_shown() throws Exception {
    try (TestService service = TestService.start();
        Receiver receiver = new Receiver(delivery -> 204)) {
      Browser merchant = service.register();
      List<Reply> replies =
          atOnce(merchant, "{\"webhookUrl\":\"" + receiver.url("/hook?shop=1") + "\"}");
      List<String> shown =
          replies.stream()
              .filter(reply -> reply.json().has("signingSecret"))
              .map(reply -> reply.text("signingSecret"))
              .toList();
      assertThat(replies).allMatch(reply -> reply.status() == 200);
      assertThat(shown).hasSize(1);
      merchant.post(PATH + "/test").expect(200);
      Receiver.Delivery delivery = receiver.deliveries().getFirst();
      new com.standardwebhooks.Webhook(shown.getFirst())
          .verify(delivery.body(), delivery.headers());
      assertThat(service.stored().audit(merchant.get("/merchant/profile").text("merchantId")))
          .filteredOn(line -> line.startsWith("webhook."))
          .hasSize(1);
    }
  }

  private static List<Reply> atOnce(Browser merchant, String body) throws Exception {
    CyclicBarrier together = new CyclicBarrier(AT_ONCE);
    return Together.times(
        AT_ONCE,
        () -> {
          together.await();
          return merchant.put(PATH, body);
        });
  }
}
