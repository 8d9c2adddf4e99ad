package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.apply.OnChainTransaction;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import java.math.BigDecimal;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a payment has too much, and when it only looks so. */
final class TooMuchTest {
  private static final String OVERPAID = "payment.overpaid";
  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    world.beginWithAnotherMerchant();
    chain = world.chain();
    chain.watch();
  }

  @Test
  void refunded_whole_and_paid_again_in_parts_is_flagged() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    Terms refund = refund(hosted, 1000, "125.50");
    chain.pay(refund);
    chain.pass(5);
    assertThat(refunded(hosted)).isEqualTo("125.50");
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(world.received(hosted)).isEqualTo("251");
    assertThat(world.told(hosted)).containsOnlyOnce(OVERPAID);
    assertThat(world.overpaid()).isEqualTo(1);
  }

  @Test
  void dust_after_a_refund_is_not_told_and_hides_no_payment_after_it() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    chain.pay(refund(hosted, 1000, "125.50"));
    chain.pass(5);
    assertThat(refunded(hosted)).isEqualTo("125.50");
    chain.transfer(address, TestChain.USDC, "0.12"); // a thousandth is 0.1255
    chain.pass(5);
    assertThat(world.told(hosted)).doesNotContain(OVERPAID);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(world.received(hosted)).isEqualTo("251.12");
    assertThat(world.told(hosted)).containsOnlyOnce(OVERPAID);
  }

  @Test
  void surplus_whose_block_is_gone_is_done_and_to_do_again_when_it_comes_back() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    long before = chain.head();
    chain.mine(1);
    chain.transfer(address, TestChain.USDC, "30");
    chain.pass(5);
    assertThat(done(hosted)).isEqualTo("f");
    chain.replaceAfter(before + 1, before);
    chain.pass(5);
    assertThat(world.received(hosted)).isEqualTo("125.5");
    assertThat(done(hosted)).isEqualTo("t");
    chain.transfer(address, TestChain.USDC, "30");
    chain.pass(5);
    assertThat(done(hosted)).isEqualTo("f");
    assertThat(world.told(hosted)).containsOnlyOnce(OVERPAID);
  }

  @Test
  void dust_beside_a_wallet_is_no_second_payment_when_it_is_read_again() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "0.01");
    chain.pass(5);
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pass(5);
    long before = chain.head();
    chain.mine(1);
    chain.pay(terms);
    chain.pass(5);
    assertThat(world.told(hosted)).doesNotContain(OVERPAID);
    long last = chain.head();
    chain.pass(10);
    chain.replaceAfter(last, before);
    chain.pass(10);
    assertThat(world.received(hosted)).isEqualTo("125.51");
    assertThat(world.told(hosted)).doesNotContain(OVERPAID);
  }

  @Test
  void late_money_for_what_was_given_back_is_not_too_much_when_it_is_read_again() {
    HostedPayment hosted = world.payment(chain.inBlocks(10));
    EvmAddress address = chain.show(hosted);
    long before = chain.head();
    chain.mine(1);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.pass(20);
    Terms refund = refund(hosted, 1000, "62.75");
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.pay(refund);
    chain.pass(5);
    long last = chain.head();
    chain.pass(10);
    chain.replaceAfter(last, before);
    chain.pass(10);
    assertThat(world.received(hosted)).isEqualTo("188.25");
    assertThat(refunded(hosted)).isEqualTo("62.75");
    assertThat(world.told(hosted)).doesNotContain(OVERPAID);
  }

  @Test
  void report_without_log_and_the_watcher_are_one_payment() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    world.apply.handle(
        new Report(
            "reported-" + hosted.payment().id(),
            OutcomeType.CONFIRMED,
            hosted.payment().id(),
            null,
            null,
            new OnChainTransaction(
                chain.config.deployment().chainId(),
                null,
                null,
                null,
                "USDC",
                ChainWorld.AMOUNT,
                null,
                ChainWorld.PAYEE.toString())));
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).doesNotContain(OVERPAID);
  }

  private Terms refund(HostedPayment hosted, int blocks, String amount) {
    return Requested.of(world, chain, hosted, blocks, new BigDecimal(amount)).terms();
  }

  private static String refunded(HostedPayment hosted) {
    return world.stored.text(
        "select refunded from payment where id = ?", hosted.payment().id().value());
  }

  private static String done(HostedPayment hosted) {
    return world.stored.text(
        "select done from payment_flag where payment_id = ? and flag = 'overpaid'",
        hosted.payment().id().value());
  }
}
