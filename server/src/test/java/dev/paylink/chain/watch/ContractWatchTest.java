package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.account.Actor;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.RefundTerms;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.wallet.ChainRefunds;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundNetwork;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the watcher makes of payments and refunds in one of several tokens. */
final class ContractWatchTest {
  private static final EvmAddress CUSTOMER = ChainWorld.PAYER;

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;
  private HostedPayment payment;
  private MerchantRefunds own;

  @BeforeEach
  void beginOnANewChain() {
    chain = world.chain();
    chain.watch();
    payment = world.payment(chain.inBlocks(1000));
    own = world.ownRefunds(chain, () -> chain.inBlocks(100).minus(MerchantRefunds.TIME_TO_SEND));
  }

  private void finish() {
    chain.pass(TestChain.FINAL_AFTER + 1);
  }

  private Terms terms(Token token) {
    return chain.prepare(payment, token);
  }

  @Test
  void payment_is_confirmed_in_the_token_that_was_paid_not_the_one_that_was_prepared() {
    terms(TestChain.USDC);
    chain.pay(chain.payable(payment, TestChain.USDT).terms());
    finish();
    assertThat(world.status(payment)).isEqualTo("success");
    assertThat(transaction()).contains("\"token\":\"USDT\"");
    assertThat(text("select token from payment_ref where payment_id = ?")).isEqualTo("USDT");
  }

  @Test
  void payment_in_two_tokens_is_made_once() {
    SettledLog first = Objects.requireNonNull(chain.pay(terms(TestChain.USDC)));
    SettledLog second = Objects.requireNonNull(chain.pay(terms(TestChain.USDT)));
    assertThat(second).isEqualTo(first);
    finish();
    assertThat(world.told(payment)).containsExactly("payment.confirmed");
    assertThat(transaction()).contains("\"token\":\"USDC\"");
    assertThat(text("select count(*) from payment_ref where payment_id = ?")).isEqualTo("1");
  }

  @Test
  void wallet_and_transfer_make_one_success_and_are_told_as_paid_twice() {
    EvmAddress address = chain.show(payment);
    chain.pay(terms(TestChain.USDC));
    chain.transfer(address, TestChain.USDT, "125.50");
    finish();
    assertThat(world.told(payment))
        .containsExactlyInAnyOrder("payment.confirmed", "payment.overpaid");
  }

  @Test
  void price_that_was_not_asked_for_and_the_proof_of_another_payment_pay_nothing() {
    Terms right = terms(TestChain.USDC);
    HostedPayment dear = world.payment(chain.inBlocks(1000));
    Terms other = chain.prepare(dear, TestChain.USDC);
    Prices.Price cheap = new Prices.Price("USDC", TestChain.USDC.address(), BigInteger.ONE);
    chain.pay(TestChain.priced(right, cheap.token(), cheap.amount()));
    chain.pay(TestChain.changed(right, other.id(), right.payee(), right.deadline() - 1));
    finish();
    assertThat(world.status(payment)).isEqualTo("created");
    assertThat(world.status(dear)).isEqualTo("created");
    assertThatThrownBy(
            () ->
                new Terms(
                    right.deployment(),
                    right.id(),
                    right.payee(),
                    cheap.token(),
                    cheap.amount(),
                    right.deadline(),
                    right.accepted()))
        .hasMessageContaining("not accepted");
  }

  /** As a contract would do that has our refs and not our code, or a node that changes logs. */
  @Test
  void log_with_the_right_ref_and_another_token_amount_or_payee_confirms_nothing() {
    payment = world.payment(chain.inBlocks(30));
    Terms right = terms(TestChain.USDC);
    chain.pay(right);
    for (SettledLog wrong :
        List.of(
            log(right, right.payee(), TestChain.UNLISTED.address(), right.amount()),
            log(right, right.payee(), right.token(), BigInteger.ONE),
            log(right, CUSTOMER, right.token(), right.amount()))) {
      chain.seen.rewrites = log -> in(log, wrong);
      finish();
      assertThat(world.status(payment)).isEqualTo("created");
    }
    chain.pass(30); // past its end
    assertThat(world.status(payment)).isEqualTo("created"); // the contract says that it is settled
    chain.seen.rewrites = null;
    chain.watch();
    assertThat(world.status(payment)).isEqualTo("success");
  }

  @Test
  void payment_that_is_not_made_expires_and_one_that_an_older_release_passed_over_is_found() {
    terms(TestChain.USDC);
    HostedPayment late = world.payment(chain.inBlocks(10));
    chain.prepare(late, TestChain.USDT);
    chain.pay(chain.payable(payment, TestChain.USDC).terms());
    chain.seen.hidesLogs = true; // an older release does not understand them
    finish();
    assertThat(world.status(payment)).isEqualTo("created");
    chain.seen.hidesLogs = false;
    chain.pass(20);
    assertThat(world.status(payment)).isEqualTo("success");
    assertThat(world.status(late)).isEqualTo("failed expired");
  }

  @Test
  void refund_is_a_part_of_the_payment_and_settled_when_final() {
    Terms paid = pay();
    Refund refund = request("25.50");
    assertThat(Objects.requireNonNull(refund.payable()).ref())
        .isEqualTo(RefundTerms.refOf(paid.ref(), Terms.idOf(refund.id())));
    assertThat(onlySender(refund)).isEqualTo(ChainWorld.PAYEE);
    assertThat(place().steps(refund, ChainWorld.PAYEE).pay().data())
        .startsWith(ContractCalls.REFUND);
    giveBack(refund);
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("sent");
    finish();
    assertThat(status(refund)).isEqualTo("settled");
    assertThat(world.told(payment)).containsExactly("payment.confirmed", "refund.settled");
  }

  @Test
  void all_refunds_together_are_parts_of_what_was_paid_and_what_came_beyond_is_paid_apart() {
    EvmAddress address = chain.show(payment);
    chain.transfer(address, TestChain.USDC, "125.50");
    pay();
    assertThat(way(request("100"))).isInstanceOf(ChainRefunds.GiveBack.class);
    Refund beyond = request("100");
    assertThat(way(beyond)).isInstanceOf(ChainRefunds.Pay.class);
    assertThat(onlySender(beyond)).isNull();
    Refund rest = request("25.50");
    assertThat(way(rest)).isInstanceOf(ChainRefunds.GiveBack.class);
    chain.pay(way(beyond).transfer());
    giveBack(rest);
    finish();
    assertThat(status(beyond)).isEqualTo("settled");
    assertThat(status(rest)).isEqualTo("settled");
  }

  @Test
  void refund_of_a_transfer_is_a_payment_of_its_own() {
    EvmAddress address = chain.show(payment);
    chain.transfer(address, TestChain.USDC, "125.50");
    finish();
    Refund refund = request("10");
    assertThat(way(refund)).isInstanceOf(ChainRefunds.Pay.class);
    chain.pay(way(refund).transfer());
    finish();
    assertThat(status(refund)).isEqualTo("settled");
  }

  @Test
  void contract_refuses_more_than_was_paid_another_token_and_a_second_time() {
    Terms paid = pay();
    Refund refund = request("25.50");
    RefundTerms right = ((ChainRefunds.GiveBack) way(refund)).terms();
    BigInteger tooMuch = paid.amount().add(BigInteger.ONE);
    assertThat(chain.chain.refund(changed(right, paid, tooMuch))).isNull();
    Terms inAnother = chain.payable(payment, TestChain.USDT).terms();
    assertThat(chain.chain.refund(changed(right, inAnother, right.amount()))).isNull();
    SettledLog once = chain.chain.refund(right);
    assertThat(chain.chain.refund(right)).isNotNull().isEqualTo(once);
    Refund rest = request("100");
    giveBack(rest);
    assertThat(
            chain.chain.refund(
                new RefundTerms(
                    paid, Bytes32.of(new byte[32]), CUSTOMER, BigInteger.ONE, paid.deadline())))
        .isNull();
  }

  @Test
  void refund_under_whose_id_something_else_was_paid_has_failed_and_frees_its_amount() {
    pay();
    Refund refund = request("125.50");
    RefundTerms right = ((ChainRefunds.GiveBack) way(refund)).terms();
    chain.chain.refund(changed(right, right.payment(), BigInteger.ONE));
    chain.pass(1);
    assertThat(status(refund)).isEqualTo("requested");
    finish();
    assertThat(status(refund)).isEqualTo("failed");
    assertThat(request("125.50")).isNotNull();
  }

  @Test
  void refund_whose_ref_was_made_for_another_contract_is_not_sent() {
    pay();
    Refund refund = request("10");
    world.stored.change(
        "update refund set ref = sha256('other') where id = ?", refund.id().value());
    Refund stored = own.read(refund.merchantId(), refund.id().toString());
    assertThatThrownBy(() -> place().onlySender(stored))
        .isInstanceOfSatisfying(
            Rejection.class,
            refused -> assertThat(refused.code().name()).isEqualTo("REFUND_NOT_POSSIBLE"));
  }

  private Terms pay() {
    Terms terms = terms(TestChain.USDC);
    chain.pay(terms);
    finish();
    assertThat(world.status(payment)).isEqualTo("success");
    return terms;
  }

  private Refund request(String amount) {
    byte[] body =
        "{\"to\":\"%s\",\"amount\":\"%s\"}"
            .formatted(CUSTOMER, amount)
            .getBytes(StandardCharsets.UTF_8);
    return own.request(
            payment.payment().merchantId(),
            ChainWorld.PAYEE.toString(),
            payment.payment().id().toString(),
            new Actor("somebody", "192.0.2.1"),
            UUID.randomUUID().toString(),
            body,
            Fields.parse(body))
        .refund();
  }

  private void giveBack(Refund refund) {
    assertThat(chain.chain.refund(((ChainRefunds.GiveBack) way(refund)).terms())).isNotNull();
  }

  private ChainRefunds.Way way(Refund refund) {
    return Objects.requireNonNull(world.refundNetwork(chain).way(refund));
  }

  private RefundNetwork.Place place() {
    return Objects.requireNonNull(
        world.refundNetwork(chain).place(chain.config.deployment().chainId(), "USDC"));
  }

  private @Nullable EvmAddress onlySender(Refund refund) {
    return place().onlySender(refund);
  }

  private String status(Refund refund) {
    return own.read(refund.merchantId(), refund.id().toString()).status().name();
  }

  private String transaction() {
    return text("select transaction::text from payment where id = ?").replace(" ", "");
  }

  private String text(String sql) {
    return world.stored.text(sql, payment.payment().id().value());
  }

  private static RefundTerms changed(RefundTerms terms, Terms paid, BigInteger amount) {
    return new RefundTerms(paid, terms.id(), terms.to(), amount, terms.deadline());
  }

  private static SettledLog log(
      Terms terms, EvmAddress payee, EvmAddress token, BigInteger amount) {
    return new SettledLog(
        0, terms.ref(), terms.ref(), 0, terms.ref(), terms.id(), payee, token, amount, CUSTOMER);
  }

  private static SettledLog in(SettledLog place, SettledLog fields) {
    return new SettledLog(
        place.blockNumber(),
        place.blockHash(),
        place.transaction(),
        place.logIndex(),
        fields.ref(),
        fields.id(),
        fields.payee(),
        fields.token(),
        fields.amount(),
        fields.payer());
  }
}
