package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.account.Actor;
import dev.paylink.chain.evm.Token;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Money goes back in the token it came in, also in one that does not pay the payment. */
final class RefundOfAnyTokenTest {
  private static final Actor SOMEBODY = new Actor("somebody", "192.0.2.1");

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;
  private MerchantRefunds own;

  @BeforeEach
  void watchANewChain() {
    chain = world.chain();
    chain.watch();
    own = world.ownRefunds(chain, Instant::now);
  }

  @Test
  void each_token_is_given_back_by_itself() {
    HostedPayment hosted = ended("60", TestChain.USDC, "40", TestChain.EURC);
    assertThat(own.refundable(hosted.payment()))
        .extracting(it -> it.left() + " " + it.currency().code() + " in " + it.token())
        .containsExactlyInAnyOrder("60.00 USD in USDC", "40.00 EUR in EURC");
    Refund euros = request(hosted, "\"token\":\"EURC\"");
    assertThat(euros.amount()).isEqualByComparingTo("40");
    assertThat(euros.currency()).isEqualTo("EUR");
    assertThat(euros.tokenAddress()).isEqualTo(TestChain.EURC.address());
    assertThatThrownBy(() -> request(hosted, "\"token\":\"EURC\",\"amount\":\"0.01\""))
        .isInstanceOf(Rejection.class);
    Refund dollars = request(hosted, "\"amount\":\"59.99\"");
    assertThat(dollars.currency()).isEqualTo("USD");
    assertThat(request(hosted, "\"amount\":\"0.01\"").currency()).isEqualTo("USD");
    assertThat(own.refundable(hosted.payment())).isEmpty();
  }

  @Test
  void refund_in_another_currency_is_not_in_the_refunded_amount() {
    HostedPayment hosted = ended("60", TestChain.USDC, "40", TestChain.EURC);
    settle(request(hosted, "\"token\":\"EURC\""));
    assertThat(refunded(hosted)).isEqualTo("null");
    settle(request(hosted, ""));
    assertThat(refunded(hosted)).isEqualTo("60.00");
  }

  /** So gross less refunded is what is left of each currency, and never less than nothing. */
  @Test
  void line_of_the_books_has_the_currency_that_lists_its_token() {
    HostedPayment hosted = ended("60", TestChain.USDC, "40", TestChain.EURC);
    settle(request(hosted, "\"token\":\"EURC\""));
    assertThat(lines(hosted))
        .containsExactlyInAnyOrder(
            "received 60.00 USD", "received 40.00 EUR", "refunded -40.00 EUR");
  }

  @Test
  void token_that_no_currency_lists_stays() {
    HostedPayment hosted = ended("60", TestChain.USDC, "40", TestChain.UNLISTED);
    assertThat(own.refundable(hosted.payment())).hasSize(1);
    assertThat(lines(hosted)).containsExactly("received 60.00 USD");
  }

  private HostedPayment ended(String first, Token in, String second, Token alsoIn) {
    HostedPayment hosted = world.payment(chain.inBlocks(15));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, in, first);
    chain.transfer(address, alsoIn, second);
    chain.pass(40);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    return hosted;
  }

  private Refund request(HostedPayment hosted, String fields) {
    byte[] body =
        "{\"to\":\"%s\"%s}"
            .formatted(ChainWorld.PAYER, fields.isEmpty() ? "" : "," + fields)
            .getBytes(StandardCharsets.UTF_8);
    return own.request(
            hosted.payment().merchantId(),
            ChainWorld.PAYEE.toString(),
            hosted.payment().id().toString(),
            SOMEBODY,
            UUID.randomUUID().toString(),
            body,
            Fields.parse(body))
        .refund();
  }

  private void settle(Refund refund) {
    own.give(refund.merchantId(), refund.id().toString());
    chain.pay(Objects.requireNonNull(world.refundNetwork(chain).way(refund)).transfer());
    chain.pass(TestChain.FINAL_AFTER + 2);
  }

  private static List<String> lines(HostedPayment hosted) {
    return world.stored.texts(
        "select concat_ws(' ', kind, amount, currency) from movement where payment_id = ?",
        hosted.payment().id().value());
  }

  private static String refunded(HostedPayment hosted) {
    return world.stored.text(
        "select refunded from payment where id = ?", hosted.payment().id().value());
  }
}
