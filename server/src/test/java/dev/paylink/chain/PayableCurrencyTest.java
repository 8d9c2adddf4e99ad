package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currency;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A live service makes payment links only in currencies that a token of its chains pays. */
final class PayableCurrencyTest {
  private static final List<Currency> CURRENCIES =
      List.of(new Currency("USD", 2, List.of("TUSD")), new Currency("EUR", 2, List.of("EURC")));

  @AutoClose private static final DevChain chain = DevChain.start();

  @AutoClose
  private static final TestService service =
      TestService.builder().live().currencies(CURRENCIES).chains(List.of(config())).start();

  private static final Browser owner =
      service.verified("ada@example.com", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  private static final SignedCalls calls = service.calls(service.activeKey(owner, "{}"));

  private static ChainConfig config() {
    return chain.config("local", chain.settlement(), 3, 1, null, List.of(), chain.dollar(false));
  }

  @Test
  void currency_that_no_token_pays_makes_no_payment_link() {
    Reply refused =
        calls
            .create("{\"amount\":\"5.00\",\"currency\":\"EUR\"}")
            .expectProblem(422, "CURRENCY_NOT_PAYABLE");
    assertThat(refused.text("detail"))
        .isEqualTo("No configured token can pay EUR; payments can be made in: USD");
    Reply first = calls.create("{\"amount\":\"5.00\",\"currency\":\"USD\"}").expect(200);
    Reply second = calls.create("{\"amount\":\"5.00\"}").expect(200);
    assertThat(number(second)).as("the refusal took no number").isEqualTo(number(first) + 1);
  }

  @Test
  void reusable_link_in_it_is_refused_too() {
    owner
        .post("/merchant/links", "{\"title\":\"Coffee\",\"amount\":\"3.00\",\"currency\":\"EUR\"}")
        .expectProblem(422, "CURRENCY_NOT_PAYABLE");
    owner
        .post("/merchant/links", "{\"title\":\"Coffee\",\"amount\":\"3.00\",\"currency\":\"USD\"}")
        .expect(201);
  }

  /** It was made when there was a token for it. */
  @Test
  void invoice_in_it_gets_no_further_payment_link() {
    Reply first = calls.create("{\"amount\":\"5.00\",\"currency\":\"USD\"}").expect(200);
    service
        .stored()
        .change(
            "update invoice set currency = 'EUR' from payment p where p.id = ? and p.invoice_id = invoice.id",
            Stored.payment(first.text("paymentId")));
    calls
        .create("{\"invoiceId\":\"%s\"}".formatted(first.text("invoiceId")))
        .expectProblem(422, "CURRENCY_NOT_PAYABLE");
  }

  @Test
  void server_makes_and_changes_no_link_in_it_either() {
    String links = "/sdk/server/links";
    String coffee = "{\"title\":\"Coffee\",\"amount\":\"3.00\",\"currency\":\"%s\"}";
    calls
        .with("X-Idempotency-Key", "coffee")
        .send("POST", links, coffee.formatted("EUR"))
        .expectProblem(422, "CURRENCY_NOT_PAYABLE");
    String link =
        calls
            .with("X-Idempotency-Key", "coffee")
            .send("POST", links, coffee.formatted("USD"))
            .expect(201)
            .text("id");
    calls
        .send("PUT", links + "/" + link, coffee.formatted("EUR"))
        .expectProblem(422, "CURRENCY_NOT_PAYABLE");
  }

  @Test
  void sandbox_takes_every_currency_because_its_simulated_chain_does() {
    try (TestService sandbox =
        TestService.builder().currencies(CURRENCIES).chains(List.of(config())).start()) {
      sandbox.calls().create("{\"amount\":\"5.00\",\"currency\":\"EUR\"}").expect(200);
    }
  }

  private static int number(Reply created) {
    return Integer.parseInt(created.text("invoiceNumber").replaceAll("\\D", ""));
  }
}
