package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.collect.TransferCollection;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.Payables;
import dev.paylink.chain.wallet.SeenTransfers;
import dev.paylink.money.Currencies;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.apply.Accept;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.figures.TransferSumQueries;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspensionStore;
import dev.paylink.settlement.suspend.ReleaseHeld;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the watcher makes of plain transfers to the addresses that payers were shown. */
final class TransferRoundTest {
  private static final String CONFIRMED = "payment.confirmed";
  private static final String FAILED = "payment.failed";
  private static final String OVERPAID = "payment.overpaid";
  private static final String PART = "payment.partially_paid";

  /** A dollar with as many decimals as a coin. */
  private static final Token DAI =
      new Token("DAI", EvmAddress.of("0x" + "0".repeat(39) + "8"), 18, false, false, null);

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    world.beginWithAnotherMerchant();
    chain = world.chain();
    chain.watch();
  }

  @Test
  void whole_amount_confirms_exactly_when_it_is_final_and_carries_the_proof() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(TestChain.FINAL_AFTER);
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    String block = Long.toString(chain.head() - TestChain.FINAL_AFTER);
    assertThat(
            world.stored.text(
                "select transaction from payment where id = ?", hosted.payment().id().value()))
        .contains(
            "\"blockNumber\":" + block,
            "\"logIndex\":0",
            "\"token\":\"USDC\",\"amount\":\"125.50\"",
            "\"payer\":null",
            "\"payee\":\"" + ChainWorld.PAYEE);
    chain.pass(9);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    assertThat(sums(hosted, "USDC")).isEqualTo("125.5 0");
  }

  @Test
  void parts_add_up_and_are_told_when_nothing_is_missing() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "100");
    chain.pass(10);
    chain.transfer(address, TestChain.USDC, "25.499999");
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(sums(hosted, "USDC")).isEqualTo("125.499999 0");
    chain.transfer(address, TestChain.USDC, "0.000001");
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).containsExactly(PART, PART, CONFIRMED);
  }

  @Test
  void too_much_is_one_success_and_is_flagged_in_whichever_transfers_it_came() {
    HostedPayment more = world.payment(chain.inBlocks(100));
    HostedPayment double1 = world.payment(chain.inBlocks(100));
    HostedPayment dust = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(more);
    EvmAddress second = chain.show(double1);
    chain.transfer(first, TestChain.USDC, "300");
    chain.transfer(chain.show(dust), TestChain.USDC, "125.625499"); // a thousandth is 0.1255
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(10);
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.told(more)).containsExactly(CONFIRMED, OVERPAID);
    assertThat(sums(more, "USDC")).isEqualTo("300 0");
    assertThat(world.told(dust)).containsExactly(CONFIRMED);
    chain.transfer(chain.show(dust), TestChain.USDC, "0.000001");
    chain.pass(10);
    assertThat(world.told(dust)).containsExactly(CONFIRMED, OVERPAID);
    assertThat(world.told(double1)).containsExactly(CONFIRMED, OVERPAID);
  }

  @Test
  void token_has_its_own_decimals_before_it_is_final() {
    ChainConfig listing = chain.moved("dai", TestChain.USDC, DAI);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.offer(hosted, listing, address, DAI);
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new TransferAddressStore()
                    .noteShown(handle, chain.payable(hosted, DAI, listing).offered()));
    chain.transfer(address, DAI, "4.000000000000000001");
    chain.mine(1);
    ChainTransfers transfers =
        new ChainTransfers(
            world.database.jdbi(),
            new Payables(
                new Currencies(List.of(ChainWorld.DOLLARS)),
                List.of(listing),
                any -> true,
                (at, token) -> false),
            List.of(listing),
            (deployment, transaction, id) -> false,
            new SeenTransfers(Map.of(listing.deployment(), chain.quorum)),
            InstantSource.system());
    assertThat(transfers.shown(hosted).stream().filter(it -> it.token().equals("DAI")))
        .singleElement()
        .satisfies(it -> assertThat(it.seen()).isEqualByComparingTo("4.000000000000000001"));
  }

  @Test
  void token_has_its_own_decimals_wherever_it_is_counted() {
    ChainConfig listing = chain.moved("dai", TestChain.USDC, DAI);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.offer(hosted, listing, address, DAI);
    chain.transfer(address, DAI, "125.499999999999999999");
    chain.pass(10);
    assertThat(sums(hosted, "DAI")).isEqualTo("125.499999999999999999 0");
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(
            world
                .database
                .jdbi()
                .withHandle(
                    handle -> new TransferAddressQueries().ofPayment(handle, hosted.payment()))
                .stream()
                .filter(it -> it.token().equals("DAI")))
        .singleElement()
        .satisfies(it -> assertThat(it.uri()).endsWith("&uint256=1"));
    chain.transfer(address, DAI, "0.000000000000000001");
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(PART, CONFIRMED);
    assertThat(
            new TransferCollection(
                    world.database.jdbi(),
                    List.of(listing),
                    Map.of(listing.deployment(), chain.quorum),
                    Duration.ofSeconds(30))
                .list(hosted.payment().merchantId(), null, 1000)
                .items())
        .filteredOn(it -> it.payment().equals(hosted.payment().id()))
        .singleElement()
        .satisfies(it -> assertThat(it.amount()).isEqualByComparingTo("125.50"));
  }

  @Test
  void parts_in_two_tokens_and_on_two_chains_pay_together() {
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    assertThat(other.show(hosted)).isEqualTo(address);
    chain.transfer(address, TestChain.USDC, "60");
    chain.pass(5);
    chain.transfer(address, TestChain.USDT, "5");
    other.transfer(address, TestChain.USDC, "60.499999");
    chain.pass(5);
    other.pass(5);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(received(hosted)).containsExactlyInAnyOrder("60", "5", "60.499999", "0");
    other.transfer(address, TestChain.USDT, "0.000001");
    other.pass(5);
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(
            world.stored.text(
                "select transaction from payment where id = ?", hosted.payment().id().value()))
        .contains(
            "\"chainId\":" + other.config.deployment().chainId(),
            "\"token\":\"USDT\"",
            "\"payer\":null");
    chain.transfer(address, TestChain.USDC, "65.50"); // now it would be whole there alone
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly(PART, PART, PART, CONFIRMED, OVERPAID);
    assertThat(world.received(hosted)).isEqualTo("191");
    chain.transfer(address, TestChain.USDT, "60");
    chain.pass(5);
    assertThat(world.told(hosted)).as("whole again").hasSize(5);
  }

  @Test
  void what_is_too_much_in_several_tokens_is_said_once_in_all() {
    HostedPayment parts = world.payment(chain.inBlocks(100));
    HostedPayment one = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(parts);
    chain.transfer(first, TestChain.USDC, "62.75");
    chain.transfer(first, TestChain.USDT, "100");
    chain.transfer(chain.show(one), TestChain.USDC, "130");
    chain.pass(5);
    assertThat(surpluses(parts)).containsExactly("0", "37.25");
    assertThat(surpluses(one)).containsExactly("4.5");
    chain.transfer(first, TestChain.USDT, "100");
    chain.pass(5);
    assertThat(surpluses(parts)).containsExactly("62.75", "74.5");
  }

  private static List<String> surpluses(HostedPayment hosted) {
    return new TransferSumQueries(world.database.jdbi())
            .of(hosted.payment().merchantId(), List.of(hosted.payment()))
            .getOrDefault(hosted.payment().id(), List.of())
            .stream()
            .map(sum -> sum.surplus().stripTrailingZeros().toPlainString())
            .sorted()
            .toList();
  }

  @Test
  void both_parts_in_one_block_are_one_success() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
  }

  @Test
  void amount_of_one_token_beside_a_part_of_another_is_left_to_its_watcher() {
    HostedPayment before = world.payment(chain.inBlocks(100));
    HostedPayment after = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(before);
    EvmAddress second = chain.show(after);
    chain.transfer(first, TestChain.USDT, "62.75");
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(5);
    chain.transfer(first, TestChain.USDC, "125.50");
    chain.transfer(second, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(world.told(before)).containsExactly(PART, CONFIRMED, OVERPAID);
    assertThat(world.told(after)).containsExactly(CONFIRMED, OVERPAID);
    for (HostedPayment hosted : List.of(before, after)) {
      assertThat(
              world.stored.text(
                  "select transaction from payment where id = ?", hosted.payment().id().value()))
          .contains("\"token\":\"USDC\",\"amount\":\"125.50\"", "\"blockNumber\":");
    }
    chain.transfer(second, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(world.told(after)).as("flagged once").containsExactly(CONFIRMED, OVERPAID);
  }

  @Test
  void parts_in_the_last_blocks_before_the_deadline_never_expire() {
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    other.transfer(address, TestChain.USDT, "62.75");
    other.mine(20);
    chain.pass(20);
    assertThat(world.status(hosted)).as("the other chain is not read").isEqualTo("created");
    other.watch();
    chain.pass(1);
    assertThat(world.told(hosted)).containsExactly(PART, CONFIRMED);
  }

  @Test
  void late_part_of_an_open_payment_makes_it_whole_at_its_end() {
    HostedPayment open = world.payment(chain.inBlocks(3));
    HostedPayment ended = world.payment(chain.inBlocks(3));
    EvmAddress first = chain.show(open);
    EvmAddress second = chain.show(ended);
    chain.transfer(first, TestChain.USDC, "62.75");
    chain.transfer(second, TestChain.USDC, "62.75");
    chain.mine(4);
    chain.transfer(first, TestChain.USDT, "62.75");
    chain.pass(20);
    assertThat(world.told(open)).containsExactly(PART, CONFIRMED);
    assertThat(world.told(ended)).containsExactly(PART, FAILED);
    chain.transfer(second, TestChain.USDT, "62.75");
    chain.pass(10);
    assertThat(world.told(ended)).containsExactly(PART, FAILED, CONFIRMED);
    assertThat(flags(open)).isEqualTo("late");
    assertThat(flags(ended)).isEqualTo("late");
  }

  /**
   * Its address on the other chain is not read to the end: the payment may still be paid in time.
   */
  @Test
  void late_money_is_forgiven_what_is_missing_only_at_the_end() {
    world.tolerate("5", "2");
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(3));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    chain.mine(4);
    chain.transfer(address, TestChain.USDC, "124.50");
    chain.pass(20);
    assertThat(world.told(hosted)).containsExactly(PART);
    other.pass(50);
    chain.pass(1);
    assertThat(world.told(hosted)).containsExactly(PART, CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("124.5");
  }

  @Test
  void part_that_is_gone_takes_its_success_back_and_may_come_again() {
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    other.transfer(address, TestChain.USDC, "62.75");
    other.pass(5);
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.replace(TestChain.FINAL_AFTER + 3);
    chain.mine(1);
    chain.watch(); // halts
    resume(hosted, chain.head() - 12);
    assertThat(world.received(hosted)).isEqualTo("62.75");
    chain.pass(5);
    other.pass(5);
    assertThat(world.status(hosted)).isEqualTo("failed reorg");
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).containsExactly(PART, CONFIRMED, FAILED, CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("125.5");
  }

  /** What the runbook says about a payment that was paid in blocks that are gone. */
  private void resume(HostedPayment hosted, long number) {
    resume(chain, number);
    world.apply.handle(
        new Report(
            "reorg " + hosted.payment().id(),
            OutcomeType.FAILED,
            hosted.payment().id(),
            null,
            "reorg",
            null));
  }

  private static void resume(TestChain halted, long number) {
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> ChainOperatorRoutes.resume(handle, halted.config, number, world.apply));
  }

  @Test
  void whole_only_with_a_suspended_token_waits_for_a_decision_whichever_part_is_the_last() {
    for (boolean last : List.of(true, false)) {
      suspend(TestChain.USDT);
      HostedPayment hosted = world.payment(chain.inBlocks(12));
      EvmAddress address = chain.show(hosted);
      chain.transfer(address, last ? TestChain.USDC : TestChain.USDT, "62.75");
      chain.pass(5);
      chain.transfer(address, last ? TestChain.USDT : TestChain.USDC, "62.75");
      chain.pass(20);
      assertThat(world.status(hosted)).isEqualTo("created");
      assertThat(flags(hosted)).isEqualTo("held");
      lift(TestChain.USDT);
      assertThat(world.told(hosted)).containsExactly(PART, "payment.held", CONFIRMED);
      assertThat(flags(hosted)).isEqualTo("null");
      assertThat(world.received(hosted)).isEqualTo("125.5");
    }
  }

  /** Otherwise a stranger with dust could write to the merchant as often as he likes. */
  @Test
  void more_of_a_suspended_token_is_held_and_told_once() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.pass(5);
    for (String amount : List.of("62.75", "0.000001", "0.000001")) {
      chain.transfer(address, TestChain.USDT, amount);
      chain.pass(5);
    }
    assertThat(held(hosted)).isEqualTo("1");
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsExactly(PART, "payment.held", CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("125.500002");
  }

  @Test
  void part_in_a_suspended_token_is_surplus_where_the_others_are_whole() {
    suspend(TestChain.USDT);
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly("payment.held");
    other.transfer(address, TestChain.USDC, "62.75");
    other.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsExactly("payment.held", CONFIRMED, OVERPAID);
    assertThat(flags(hosted)).contains("overpaid");
  }

  @Test
  void part_that_is_gone_before_the_decision_confirms_nothing() {
    suspend(TestChain.USDT);
    TestChain other = world.chain();
    other.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    other.show(hosted);
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    other.transfer(address, TestChain.USDC, "62.75");
    other.pass(TestChain.FINAL_AFTER + 1);
    assertThat(flags(hosted)).isEqualTo("held");
    other.replace(TestChain.FINAL_AFTER + 3);
    other.mine(1);
    other.watch(); // halts
    resume(other, other.head() - 12);
    lift(TestChain.USDT);
    other.pass(5);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(flags(hosted)).isEqualTo("null");
    assertThat(world.received(hosted)).isEqualTo("62.75");
    other.transfer(address, TestChain.USDC, "62.75");
    other.pass(5);
    assertThat(world.told(hosted)).containsExactly(PART, "payment.held", CONFIRMED);
  }

  /** Otherwise nothing of it could be refunded, and no operator could decide about it. */
  @Test
  void payment_is_held_after_a_resume_only_where_something_of_it_still_is() {
    TestChain other = world.chain();
    other.watch();
    suspend(chain, TestChain.USDT);
    suspend(other, TestChain.USDT);
    HostedPayment gone = world.payment(chain.inBlocks(100));
    HostedPayment elsewhere = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(gone);
    EvmAddress second = chain.show(elsewhere);
    other.show(elsewhere);
    for (EvmAddress address : List.of(first, second)) {
      chain.transfer(address, TestChain.USDC, "62.75");
    }
    chain.pass(5);
    for (EvmAddress address : List.of(first, second)) {
      chain.transfer(address, TestChain.USDT, "62.75");
    }
    chain.pass(TestChain.FINAL_AFTER + 1);
    other.transfer(second, TestChain.USDT, "125.50");
    other.pass(5);
    assertThat(held(gone)).isEqualTo("1");
    assertThat(held(elsewhere)).isEqualTo("2");
    chain.replace(TestChain.FINAL_AFTER + 3);
    chain.mine(1);
    chain.watch(); // halts
    resume(chain, chain.head() - 12);
    assertThat(held(gone)).isEqualTo("0");
    assertThat(flags(gone)).isEqualTo("null");
    assertThat(held(elsewhere)).isEqualTo("1");
    assertThat(flags(elsewhere)).isEqualTo("held");
    chain.pass(5);
    assertThat(flags(gone)).as("its other part was read again").isEqualTo("null");
    assertThat(world.received(gone)).isEqualTo("62.75");
    chain.transfer(first, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(flags(gone)).as("it has come again").isEqualTo("held");
    lift(TestChain.USDT);
    assertThat(world.status(gone)).isEqualTo("success");
    assertThat(world.status(elsewhere)).isEqualTo("created");
  }

  /** It is not read again: without it, nobody would ever decide about the payment. */
  @Test
  void what_is_held_in_a_block_that_stands_waits_after_a_resume() {
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    Terms terms = chain.prepare(hosted, TestChain.USDT);
    EvmAddress address = chain.show(hosted);
    chain.pay(terms);
    chain.pass(10);
    assertThat(flags(hosted)).isEqualTo("held");
    long last = chain.head();
    chain.transfer(address, TestChain.USDC, "0.000001");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.received(hosted)).isEqualTo("0.000001");
    chain.replace((int) (chain.head() - last));
    chain.pass(1); // halts
    resume(chain, last - 1);
    chain.pass(5);
    assertThat(held(hosted)).isEqualTo("1");
    assertThat(flags(hosted)).isEqualTo("held");
    lift(TestChain.USDT);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.received(hosted)).isEqualTo("125.5");
  }

  @Test
  void parts_in_two_suspended_tokens_wait_until_both_are_decided_about() {
    suspend(TestChain.USDC);
    suspend(TestChain.USDT);
    HostedPayment lifted = world.payment(chain.inBlocks(100));
    HostedPayment decided = world.payment(chain.inBlocks(100));
    for (HostedPayment hosted : List.of(lifted, decided)) {
      EvmAddress address = chain.show(hosted);
      chain.transfer(address, TestChain.USDC, "62.75");
      chain.pass(5);
      chain.transfer(address, TestChain.USDT, "62.75");
      chain.pass(5);
    }
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new HeldStore().decide(handle, decided.payment().id(), Held.Decision.confirmed));
    ReleaseHeld.release(world.database.jdbi(), world.apply);
    assertThat(world.told(decided)).containsExactly(PART, "payment.held", CONFIRMED);
    lift(TestChain.USDT);
    assertThat(world.status(lifted)).isEqualTo("created");
    assertThat(flags(lifted)).isEqualTo("held");
    lift(TestChain.USDC);
    assertThat(world.told(lifted)).containsExactly(PART, "payment.held", "payment.held", CONFIRMED);
    assertThat(flags(lifted)).isEqualTo("null");
  }

  @Test
  void what_is_missing_is_neither_forgiven_nor_accepted_with_a_part_in_a_suspended_token() {
    world.tolerate("5", "2");
    suspend(TestChain.USDT);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    for (String amount : List.of("61.75", "0.000001")) {
      chain.transfer(address, TestChain.USDC, amount);
      chain.pass(5);
    }
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(flags(hosted)).isEqualTo("held");
    assertThat(
            world.apply.accept(
                new Accept(
                    "accept " + hosted.payment().id(),
                    hosted.payment().id(),
                    hosted.payment().merchantId(),
                    new BigDecimal("124.500001"),
                    null),
                (handle, payment) -> {}))
        .isInstanceOf(Accept.NotAcceptable.class);
    lift(TestChain.USDT);
    assertThat(world.told(hosted)).containsExactly(PART, "payment.held", CONFIRMED);
    assertThat(world.received(hosted)).isEqualTo("124.500001");
  }

  @Test
  void payment_that_was_paid_in_other_tokens_meanwhile_is_not_ended_with_what_is_held() {
    suspend(TestChain.USDT);
    TestChain other = world.chain();
    other.watch();
    HostedPayment paid = world.payment(chain.inBlocks(100));
    HostedPayment held = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(paid);
    EvmAddress second = chain.show(held);
    other.show(paid);
    for (EvmAddress address : List.of(first, second)) {
      chain.transfer(address, TestChain.USDT, "62.75");
      chain.transfer(address, TestChain.USDC, "62.75");
    }
    chain.pass(5);
    other.transfer(first, TestChain.USDC, "62.75");
    other.pass(5);
    fail(paid);
    fail(held);
    assertThat(world.status(paid)).isEqualTo("success");
    assertThat(world.told(paid)).containsExactly("payment.held", CONFIRMED, OVERPAID);
    assertThat(flags(paid)).isEqualTo("overpaid");
    assertThat(world.received(paid)).isEqualTo("188.25");
    assertThat(world.told(held)).containsExactly("payment.held", FAILED);
    lift(TestChain.USDT);
  }

  private static void fail(HostedPayment hosted) {
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> new HeldStore().decide(handle, hosted.payment().id(), Held.Decision.failed));
    ReleaseHeld.release(world.database.jdbi(), world.apply);
  }

  private void suspend(Token token) {
    suspend(chain, token);
  }

  private static void suspend(TestChain at, Token token) {
    long chainId = at.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new SuspensionStore().insert(handle, chainId, token.symbol(), "depegged", "one"));
  }

  /** How many confirmations of it wait for a decision. */
  private static String held(HostedPayment hosted) {
    return world.stored.text(
        "select count(*) from held_settlement where payment_id = ?", hosted.payment().id().value());
  }

  private void lift(Token token) {
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> {
              new SuspensionStore().delete(handle, id(), token.symbol());
              new HeldStore().confirm(handle, id(), token.symbol());
            });
    ReleaseHeld.release(world.database.jdbi(), world.apply);
  }

  private static String flags(HostedPayment hosted) {
    return world.stored.text(
        "select flags from payment where id = ?", hosted.payment().id().value());
  }

  private static List<String> received(HostedPayment hosted) {
    return world.stored.texts(
        "select trim_scale(received) from transfer_address where payment_id = ?",
        hosted.payment().id().value());
  }

  @Test
  void late_money_counts_once_the_payment_has_expired() {
    HostedPayment hosted = world.payment(chain.inBlocks(3));
    HostedPayment part = world.payment(chain.inBlocks(3));
    EvmAddress address = chain.show(hosted);
    EvmAddress other = chain.show(part);
    chain.transfer(other, TestChain.USDC, "100");
    chain.mine(4);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.transfer(other, TestChain.USDC, "25.499999");
    chain.pass(10);
    chain.pass(1);
    assertThat(world.told(hosted)).containsExactly(FAILED, CONFIRMED);
    assertThat(sums(hosted, "USDC")).isEqualTo("0 125.5");
    assertThat(world.status(part)).isEqualTo("failed expired");
    assertThat(sums(part, "USDC")).isEqualTo("100 25.499999");
    chain.transfer(other, TestChain.USDC, "0.000001");
    chain.pass(10);
    assertThat(world.told(part)).containsExactly(PART, PART, FAILED, CONFIRMED);
  }

  @Test
  void transfer_in_the_last_block_before_the_deadline_is_in_time_and_in_the_next_is_late() {
    HostedPayment inTime = world.payment(chain.inBlocks(2));
    HostedPayment late = world.payment(chain.inBlocks(2));
    EvmAddress first = chain.show(inTime);
    EvmAddress second = chain.show(late);
    chain.transfer(first, TestChain.USDC, "125.50");
    chain.mine(1);
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.told(inTime)).containsExactly(CONFIRMED);
    assertThat(kinds(inTime)).containsExactly("credited");
    assertThat(kinds(late)).containsExactly("late");
  }

  @Test
  void other_tokens_dust_and_nothing_do_not_pay() {
    HostedPayment hosted = world.payment(chain.inBlocks(20));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.EURC, "125.50");
    chain.transfer(address, TestChain.USDC, "0");
    chain.transfer(address, TestChain.USDC, "0.000001");
    chain.transfer(address, TestChain.USDT, "125.499998");
    chain.chain.transfer(
        EvmAddress.of("0x" + "9".repeat(40)),
        address,
        java.math.BigInteger.TEN,
        ChainWorld.PAYER); // unlisted
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(kinds(hosted)).containsExactly("credited", "credited", "other");
    chain.pass(20);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
  }

  @Test
  void dust_after_the_end_and_beside_a_success_is_neither_told_nor_flagged() {
    HostedPayment ended = world.payment(chain.inBlocks(3));
    HostedPayment paid = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(ended);
    EvmAddress second = chain.show(paid);
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(20);
    for (EvmAddress address : List.of(first, second)) {
      chain.transfer(address, TestChain.USDC, "0.12"); // a thousandth is 0.1255
    }
    chain.pass(10);
    assertThat(world.received(ended)).isEqualTo("0.12");
    assertThat(world.told(ended)).containsExactly(FAILED);
    assertThat(flags(ended)).isEqualTo("null");
    assertThat(world.received(paid)).isEqualTo("125.62");
    assertThat(world.told(paid)).containsExactly(CONFIRMED);
    assertThat(flags(paid)).isEqualTo("null");
  }

  @Test
  void other_token_of_the_currency_pays_for_itself() {
    HostedPayment hosted = world.payment(chain.inBlocks(20));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDT, "125.50");
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
  }

  @Test
  void wallet_and_transfer_that_meet_are_one_success_and_a_flag() {
    HostedPayment walletFirst = world.payment(chain.inBlocks(100));
    HostedPayment transferFirst = world.payment(chain.inBlocks(100));
    HostedPayment together = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(walletFirst);
    EvmAddress second = chain.show(transferFirst);
    EvmAddress both = chain.show(together);
    Terms prepared = chain.prepare(transferFirst, TestChain.USDC);
    chain.pay(chain.prepare(walletFirst, TestChain.USDC));
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pay(chain.prepare(together, TestChain.USDC));
    chain.transfer(both, TestChain.USDC, "125.50");
    chain.pass(10);
    chain.transfer(first, TestChain.USDC, "125.50");
    chain.pay(prepared);
    chain.pass(10);
    for (HostedPayment hosted : List.of(walletFirst, transferFirst, together)) {
      assertThat(world.told(hosted)).containsExactly(CONFIRMED, OVERPAID);
    }
  }

  @Test
  void operators_are_told_once_of_each_payment_that_got_too_much() {
    List<List<String>> ways =
        List.of(
            List.of("125.50 USDC", "125.50 USDC"),
            List.of("125.50 USDC", "125.50 USDT"),
            List.of("62.75 USDC, 62.75 USDT", "62 USDC, 63.50 USDT"),
            List.of("62.75 USDC, 62.75 USDT", "62.75 USDC, 62.75 USDT"),
            List.of("62.75 USDC, 62.75 USDT", "62.75 USDT", "62.75 USDT"),
            List.of("125.50 USDC, 62.75 USDT"),
            List.of("300 USDC"),
            List.of("62.75 USDC, 62.75 USDT", "188.25 USDC"));
    for (int i = 0; i < ways.size(); i++) {
      HostedPayment hosted = world.payment(chain.inBlocks(100));
      EvmAddress address = chain.show(hosted);
      for (String transfers : ways.get(i)) {
        send(address, transfers);
        chain.pass(5);
      }
      chain.pass(5);
      assertThat(world.told(hosted)).as(ways.get(i).toString()).endsWith(CONFIRMED, OVERPAID);
      assertThat(world.overpaid()).as(ways.get(i).toString()).isEqualTo(i + 1);
    }
  }

  @Test
  void whole_amount_again_in_parts_is_flagged_although_all_came_before_the_confirmation() {
    HostedPayment together = world.payment(chain.inBlocks(100));
    HostedPayment apart = world.payment(chain.inBlocks(100));
    HostedPayment large = world.payment(chain.inBlocks(100));
    EvmAddress first = chain.show(together);
    EvmAddress second = chain.show(apart);
    send(first, "125.50 USDC, 62.75 USDT, 62.75 USDC");
    send(chain.show(large), "62.75 USDT, 200 USDC");
    for (String transfer : List.of("62.75 USDT", "125.50 USDC", "62.75 USDC")) {
      send(second, transfer);
      chain.mine(TestChain.LOG_RANGE);
    }
    chain.pass(5);
    for (HostedPayment hosted : List.of(together, apart)) {
      assertThat(world.told(hosted)).endsWith(CONFIRMED, OVERPAID).containsOnlyOnce(CONFIRMED);
      assertThat(
              world.stored.text(
                  "select transaction from payment where id = ?", hosted.payment().id().value()))
          .contains("\"token\":\"USDC\",\"amount\":\"125.50\"", "\"blockNumber\":");
    }
    assertThat(world.told(large)).containsExactly(CONFIRMED, OVERPAID);
    assertThat(world.overpaid()).isEqualTo(3);
    send(first, "62.75 USDT");
    chain.pass(5);
    assertThat(world.told(together)).as("flagged once").containsExactly(CONFIRMED, OVERPAID);
    assertThat(world.overpaid()).isEqualTo(3);
  }

  /** A part in another token is no reason to confirm what operators have to decide about. */
  @Test
  void whole_amount_again_in_parts_confirms_nothing_that_is_held() {
    suspend(TestChain.USDC);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    send(chain.show(hosted), "188.25 USDC, 62.75 USDT");
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(flags(hosted)).isEqualTo("held");
    assertThat(held(hosted)).isEqualTo("1");
    assertThat(world.told(hosted)).containsExactly("payment.held");
    lift(TestChain.USDC);
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  /** Sends amounts, each with its token, in one block. */
  private void send(EvmAddress address, String transfers) {
    for (String transfer : transfers.split(", ", -1)) {
      String amount = transfer.substring(0, transfer.indexOf(' '));
      chain.transfer(address, transfer.endsWith("USDC") ? TestChain.USDC : TestChain.USDT, amount);
    }
  }

  @Test
  void operators_are_told_once_of_a_wallet_that_pays_beside_a_transfer() {
    HostedPayment walletFirst = world.payment(chain.inBlocks(100));
    HostedPayment together = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(walletFirst);
    chain.pay(chain.prepare(walletFirst, TestChain.USDC));
    chain.pay(chain.prepare(together, TestChain.USDC));
    chain.transfer(chain.show(together), TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.overpaid()).isEqualTo(1);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.overpaid()).isEqualTo(2);
  }

  /** Operators are told of it after the commit. */
  @Test
  void wallet_that_pays_after_parts_is_the_second_also_once_it_is_recorded() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "62.75");
    chain.transfer(address, TestChain.USDT, "62.75");
    chain.pass(5);
    assertThat(ways(hosted)).isEqualTo(1);
    chain.pay(terms);
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED, OVERPAID);
    assertThat(ways(hosted)).isEqualTo(2);
  }

  private static int ways(HostedPayment hosted) {
    return world
        .database
        .jdbi()
        .withHandle(
            handle ->
                new WatchedRefQueries()
                    .countSettledBeside(
                        handle, Set.of(), hosted.payment().merchantId(), hosted.payment().id()));
  }

  @Test
  void wallet_that_pays_after_a_short_transfer_was_forgiven_is_counted_too() {
    world.tolerate("5", "2");
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.transfer(chain.show(hosted), TestChain.USDC, "124.50");
    chain.pass(4);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.pay(terms);
    chain.pass(4);
    chain.pass(4);
    assertThat(world.received(hosted)).isEqualTo("250");
    assertThat(world.told(hosted)).containsExactly(CONFIRMED, OVERPAID);
  }

  @Test
  void transfer_that_no_node_showed_at_first_is_found_by_the_second_look() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    WatchRound watcher = chain.watcher();
    watcher.run(); // begins with a rescan
    chain.seen.hidesTransfers = true;
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.mine(10);
    watcher.run();
    chain.seen.hidesTransfers = false;
    chain.mine(1);
    watcher.run();
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void invented_or_hidden_transfer_confirms_nothing_and_only_its_payment_waits() {
    TestChain two = world.chain(2, 2);
    two.watch();
    HostedPayment forged = world.payment(two.inBlocks(6));
    HostedPayment hidden = world.payment(two.inBlocks(6));
    HostedPayment quiet = world.payment(two.inBlocks(6));
    EvmAddress lie = two.show(forged);
    EvmAddress money = two.show(hidden);
    two.show(quiet);
    two.nodes.getFirst().invents = lie;
    two.nodes.getLast().hidesTransfersTo = money;
    two.transfer(money, TestChain.USDC, "125.50");
    two.pass(15);
    assertThat(world.status(forged)).isEqualTo("created");
    assertThat(world.status(hidden)).isEqualTo("created");
    assertThat(world.status(quiet)).isEqualTo("failed expired");
    assertThat(kinds(forged)).isEmpty();
    two.nodes.getFirst().invents = null;
    two.nodes.getLast().hidesTransfersTo = null;
    two.pass(1);
    assertThat(world.status(forged)).isEqualTo("failed expired");
    assertThat(world.told(hidden)).containsExactly(CONFIRMED);
  }

  @Test
  void lie_of_one_of_three_nodes_delays_nobody() {
    TestChain three = world.chain(3, 2);
    three.watch();
    HostedPayment forged = world.payment(three.inBlocks(6));
    three.nodes.getFirst().invents = three.show(forged);
    three.pass(15);
    assertThat(world.status(forged)).isEqualTo("failed expired");
    assertThat(kinds(forged)).isEmpty();
  }

  @Test
  void two_leaders_and_repeated_reading_count_a_transfer_once() throws Exception {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    for (int i = 0; i < 5; i++) {
      chain.transfer(address, TestChain.USDC, "20");
      chain.mine(1);
    }
    chain.mine(10);
    List<Callable<Boolean>> leaders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      WatchRound round = chain.watcher();
      leaders.add(
          () -> {
            try {
              return round.run();
            } catch (RuntimeException e) {
              return false; // deposed
            }
          });
    }
    Together.all(leaders);
    chain.watch();
    assertThat(sums(hosted, "USDC")).isEqualTo("100 0");
    assertThat(kinds(hosted)).hasSize(5);
  }

  @Test
  void killed_watcher_loses_nothing_and_counts_nothing_twice() {
    for (int answers = 0; answers < 14; answers++) {
      HostedPayment hosted = world.payment(chain.inBlocks(100));
      EvmAddress address = chain.show(hosted);
      chain.transfer(address, TestChain.USDC, "60");
      chain.mine(1);
      chain.transfer(address, TestChain.USDC, "65.50");
      chain.mine(5);
      chain.seen.killedAfter = answers;
      try {
        chain.watch();
      } catch (FaultyChain.Killed e) {
        // The next one goes on.
      }
      chain.seen.killedAfter = -1;
      chain.watch();
      assertThat(world.told(hosted)).endsWith(CONFIRMED).containsOnlyOnce(CONFIRMED);
      assertThat(world.received(hosted)).isEqualTo("125.5");
      assertThat(sums(hosted, "USDC")).isEqualTo("125.5 0");
    }
  }

  @Test
  void flooded_address_keeps_no_other_waiting() {
    HostedPayment flooded = world.payment(chain.inBlocks(8));
    HostedPayment hosted = world.payment(chain.inBlocks(8));
    EvmAddress victim = chain.show(flooded);
    EvmAddress address = chain.show(hosted);
    for (int i = 0; i < 6; i++) {
      chain.transfer(victim, TestChain.USDC, "0.000001");
    }
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.seen.mostLogs = 3;
    chain.mine(2);
    chain.transfer(victim, TestChain.USDC, "125.50");
    chain.pass(20);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    assertThat(world.told(flooded)).containsExactly(CONFIRMED);
    chain.seen.mostLogs = 100;
    chain.watch();
    assertThat(sums(flooded, "USDC")).isEqualTo("125.500006 0");
  }

  @Test
  void questions_are_for_a_hundred_addresses_at_most_and_few() {
    for (int i = 0; i < 130; i++) {
      chain.show(world.payment(chain.inBlocks(400)));
    }
    chain.watch();
    chain.seen.transferQuestions = 0;
    chain.seen.mostAsked = 0;
    chain.pass(1);
    assertThat(chain.seen.mostAsked).isEqualTo(100);
    assertThat(chain.seen.transferQuestions).isLessThanOrEqualTo(2 + 2 * 3);
  }

  @Test
  @Timeout(600) // each question would wait for ever
  void node_that_hangs_delays_ten_thousand_addresses_by_a_moment() {
    TestChain three = world.chain(3, 2);
    three.watch();
    world.showMany(three, 10_000, three.inBlocks(400));
    HostedPayment hosted = world.payment(three.inBlocks(400));
    EvmAddress address = three.show(hosted);
    WatchRound round = three.watcher();
    round.run();
    three.nodes.getFirst().hangs = new CountDownLatch(1);
    three.nodes.forEach(node -> node.transferQuestions = 0);
    three.transfer(address, TestChain.USDC, "125.50");
    three.mine(TestChain.FINAL_AFTER + 1);
    round.run();
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    assertThat(three.nodes.get(1).transferQuestions).isGreaterThanOrEqualTo(100);
    assertThat(three.nodes.getFirst().transferQuestions).as("then it rests").isLessThan(10);
  }

  @Test
  void node_that_is_slow_delays_ten_thousand_addresses_by_less_than_they_take_without_it() {
    long without = millisFor10000Addresses(0);
    long with = millisFor10000Addresses(1_500);
    System.out.printf(
        "10 000 addresses: %d ms, with one slow node of three %d ms%n", without, with);
  }

  private static long millisFor10000Addresses(long slowMillis) {
    TestChain three = world.chain(3, 2);
    three.watch();
    world.showMany(three, 10_000, three.inBlocks(400));
    HostedPayment hosted = world.payment(three.inBlocks(400));
    EvmAddress address = three.show(hosted);
    WatchRound round = three.watcher();
    round.run();
    three.nodes.forEach(node -> node.slowMillis = 10);
    three.nodes.getFirst().slowMillis += slowMillis;
    three.nodes.getFirst().transferQuestions = 0;
    three.transfer(address, TestChain.USDC, "125.50");
    three.mine(TestChain.FINAL_AFTER + 1);
    long start = System.nanoTime();
    round.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    if (slowMillis > 0) {
      assertThat(three.nodes.getFirst().transferQuestions)
          .as("of more than a hundred; each costs half a second")
          .isLessThan(5);
    }
    return took;
  }

  @Test
  void watcher_that_was_replaced_credits_nothing() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.mine(TestChain.FINAL_AFTER + 2);
    Header end = chain.quorum.finalized();
    CreditTransfers replaced = credit();
    TransferLogs.Found found = replaced.readLive(end.number() - 3, end.number());
    Cursor now = cursor();
    Cursor elsewhere = new Cursor(now.number() - 1, now.hash(), now.time(), null);
    Cursor another = new Cursor(now.number(), end.parent(), now.time(), null);
    for (Cursor stale : List.of(elsewhere, another)) {
      assertThatThrownBy(() -> replaced.handle(found, stale, end))
          .hasRootCauseInstanceOf(CursorStore.LeadershipLost.class);
    }
    assertThat(kinds(hosted)).isEmpty();
    replaced.handle(found, now, end);
    assertThat(kinds(hosted)).containsExactly("credited");
  }

  /** It has counted the transfer, and another watcher halts the chain before it confirms. */
  @Test
  void watcher_that_was_replaced_confirms_nothing() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.transfer(chain.show(hosted), TestChain.USDC, "125.50");
    chain.mine(TestChain.FINAL_AFTER + 2);
    Header end = chain.quorum.finalized();
    CreditTransfers credit = credit();
    Cursor before = cursor();
    credit.handle(credit.readLive(before.number() + 1, end.number()), before, end);
    assertThat(sums(hosted, "USDC")).isEqualTo("125.5 0");
    chain.chain.replace((int) (chain.head() - before.number() + 1)); // the cursor's block, too
    chain.pass(1); // halts
    ConfirmTransfers replaced =
        new ConfirmTransfers(chain.config, world.database.workers(), world.apply);
    assertThatThrownBy(() -> replaced.handle(before))
        .hasRootCauseInstanceOf(CursorStore.LeadershipLost.class);
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(world.told(hosted)).isEmpty();
  }

  @Test
  void watcher_that_was_replaced_calls_no_address_read_out() {
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    chain.show(hosted);
    chain.mine(TestChain.FINAL_AFTER + 4);
    Cursor stale = Cursor.at(chain.quorum.finalized());
    TransferRescan replaced =
        new TransferRescan(chain.config, chain.quorum, world.database.workers(), credit());
    assertThatThrownBy(() -> replaced.handle(stale)).isInstanceOf(CursorStore.LeadershipLost.class);
    assertThat(readOut(hosted)).containsOnly("false");
    chain.watch();
    assertThat(readOut(hosted)).containsOnly("true");
  }

  @Test
  void address_that_was_read_out_is_read_again_after_a_halt() {
    TestChain behind = world.chain();
    behind.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(4));
    chain.show(hosted);
    behind.show(hosted); // waits for the other chain, which stands
    long before = chain.head();
    chain.pass(10);
    assertThat(readOut(hosted)).contains("true");
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.chain.replace((int) (chain.head() - before)); // deeper than finality
    chain.pass(1);
    assertThat(readOut(hosted)).as("what was read may be gone").containsOnly("false");
    world.stored.change( // by a watcher of another contract of the chain, say
        "update transfer_address set read_out = true where chain_id = ?", id());
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> {
              new TransferAddressStore().setBack(handle, chain.config.addressFactory(), before);
              new CursorStore().resume(handle, chain.config.deployment(), before);
            });
    assertThat(readOut(hosted)).as("and is read again").containsOnly("false");
    chain.watch();
    assertThat(readOut(hosted)).contains("true");
    assertThat(world.status(hosted)).isEqualTo("created");
  }

  private static List<String> readOut(HostedPayment hosted) {
    return world.stored.texts(
        "select read_out::text from transfer_address where payment_id = ?",
        hosted.payment().id().value());
  }

  @Test
  void nodes_that_disagree_are_counted_and_the_address_is_marked_until_they_agree() {
    TestChain two = world.chain(2, 2);
    two.watch();
    HostedPayment hosted = world.payment(two.inBlocks(4));
    EvmAddress money = two.show(hosted);
    two.nodes.getLast().hidesTransfersTo = money;
    two.transfer(money, TestChain.USDC, "125.50");
    two.pass(12);
    assertThat(world.status(hosted)).as("past its end").isEqualTo("created");
    assertThat(disputed(two)).isEqualTo(1);
    two.nodes.getLast().hidesTransfersTo = null;
    two.pass(1);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    assertThat(disputed(two)).isZero();
  }

  private static int disputed(TestChain at) {
    return world
        .database
        .jdbi()
        .withHandle(
            handle -> new TransferAddressQueries().disputed(handle, at.config.addressFactory()));
  }

  @Test
  void addresses_of_ended_payments_are_read_for_a_month() {
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    EvmAddress address = chain.show(hosted);
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    world
        .database
        .jdbi()
        .useHandle(
            handle -> {
              handle.execute(
                  "update payment set updated_at = now() - interval '2 hours' where id = ?",
                  hosted.payment().id().value());
              handle.execute(
                  "update transfer_address set created_at = now() - interval '2 hours' where chain_id = ?",
                  id());
            });
    chain.watch();
    assertThat(state()).isEqualTo("kept");
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(FAILED, CONFIRMED);
    chain.mine(30 * 24 * 60 * 60 / 2);
    for (int i = 0; i < 3; i++) {
      world.stored.change(
          "update chain_cursor set number = ?, hash = null where chain_id = ?",
          chain.head() - 4,
          id());
      chain.watch();
    }
    assertThat(state()).isEqualTo("done");
  }

  @Test
  void resumed_chain_forgets_transfers_of_later_blocks_and_counts_them_again() {
    HostedPayment stands = world.payment(chain.inBlocks(200));
    HostedPayment gone = world.payment(chain.inBlocks(200));
    EvmAddress first = chain.show(stands);
    EvmAddress second = chain.show(gone);
    chain.transfer(first, TestChain.USDC, "125.50");
    chain.pass(10);
    long last = chain.head();
    chain.transfer(second, TestChain.USDC, "100");
    chain.mine(1);
    chain.transfer(second, TestChain.USDC, "25.50");
    chain.pass(TestChain.FINAL_AFTER + 1);
    assertThat(world.told(gone)).containsExactly(PART, CONFIRMED);
    chain.chain.replace((int) (chain.head() - last));
    chain.pass(1);
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                assertThat(ChainOperatorRoutes.resume(handle, chain.config, last - 1, world.apply))
                    .containsExactly(gone.payment().id()));
    assertThat(sums(gone, "USDC")).isEqualTo("0 0");
    assertThat(world.received(gone)).isEqualTo("null");
    world.apply.handle(
        new Report("reorg", OutcomeType.FAILED, gone.payment().id(), null, "reorg", null));
    chain.pass(10);
    assertThat(world.told(stands)).containsExactly(CONFIRMED);
    assertThat(world.told(gone)).containsExactly(PART, CONFIRMED, FAILED);
    chain.transfer(second, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.told(gone)).containsExactly(PART, CONFIRMED, FAILED, CONFIRMED);
    assertThat(sums(stands, "USDC")).isEqualTo("125.5 0");
  }

  @Test
  void transfer_in_the_block_from_which_a_chain_is_resumed_stays_counted() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.USDC, "100");
    long its = chain.head() + 1;
    chain.mine(1);
    chain.transfer(address, TestChain.USDC, "25.50");
    chain.pass(10);
    assertThat(sums(hosted, "USDC")).isEqualTo("125.5 0");
    chain.replaceAfter(its, its);
    assertThat(sums(hosted, "USDC")).isEqualTo("100 0");
    assertThat(world.received(hosted)).isEqualTo("100");
  }

  @Test
  void transfer_that_is_read_again_after_a_halt_is_no_second_one() {
    HostedPayment once = world.payment(chain.inBlocks(200));
    HostedPayment twice = world.payment(chain.inBlocks(200));
    long before = chain.head();
    chain.transfer(chain.show(once), TestChain.USDC, "125.50");
    chain.transfer(chain.show(twice), TestChain.USDC, "125.50");
    Terms wallet = chain.prepare(twice, TestChain.USDT);
    chain.pass(20);
    chain.chain.replace(5); // deeper than finality; the transfers' block stands
    chain.pass(5);
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> ChainOperatorRoutes.resume(handle, chain.config, before, world.apply));
    chain.seen.hidesLogs = true;
    chain.watch();
    chain.seen.heal();
    chain.pay(wallet);
    chain.pass(5);
    assertThat(sums(once, "USDC")).isEqualTo("125.5 0");
    assertThat(world.told(once)).containsExactly(CONFIRMED);
    assertThat(world.told(twice)).containsExactly(CONFIRMED, OVERPAID);
  }

  @Test
  void silent_chain_expires_nothing_that_has_an_address_there() {
    TestChain elsewhere = world.chain();
    elsewhere.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(3));
    chain.show(hosted);
    elsewhere.pass(50);
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.seen.silent = true;
    chain.mine(50);
    try {
      chain.watch();
    } catch (ChainUnavailable e) {
      // What it is about.
    }
    elsewhere.watch();
    assertThat(world.status(hosted)).isEqualTo("created");
    assertThat(heldUp(chain)).as("and it is counted").isEqualTo(1);
    assertThat(heldUp(elsewhere)).isZero();
    chain.seen.silent = false;
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    assertThat(heldUp(chain)).isZero();
  }

  private static int heldUp(TestChain at) {
    return world
        .database
        .jdbi()
        .withHandle(
            handle ->
                new OverdueStore().heldUp(handle, at.config.addressFactory(), Instant.now(), 10));
  }

  private CreditTransfers credit() {
    return new CreditTransfers(chain.config, chain.quorum, world.database.workers(), world.apply);
  }

  private Cursor cursor() {
    return Objects.requireNonNull(
        world
            .database
            .jdbi()
            .withHandle(it -> new CursorStore().find(it, chain.config.deployment())));
  }

  private long id() {
    return chain.config.deployment().chainId();
  }

  private String state() {
    return world.stored.text(
        "select distinct state from transfer_address where chain_id = ?", id());
  }

  private static String sums(HostedPayment hosted, String token) {
    return world.stored.text(
        "select trim_scale(received) || ' ' || trim_scale(late) from transfer_address where payment_id = ? and token = ?",
        hosted.payment().id().value(),
        token);
  }

  private static List<String> kinds(HostedPayment hosted) {
    return world.stored.texts(
        "select kind from incoming_transfer where payment_id = ? order by kind",
        hosted.payment().id().value());
  }
}
