package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.testing.Await;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the watcher makes of a chain, one look after the other. */
final class WatchRoundTest {
  private static final String CONFIRMED = "payment.confirmed";
  private static final String SUBMITTED = "payment.submitted";
  private static final String FAILED = "payment.failed";

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    chain = world.chain();
    chain.watch();
  }

  @Test
  void payment_is_submitted_when_seen_and_confirmed_exactly_when_final() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(TestChain.FINAL_AFTER - 1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly(SUBMITTED, CONFIRMED);
  }

  @Test
  void confirmation_carries_the_proof() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    SettledLog log = Objects.requireNonNull(chain.pay(chain.prepare(hosted, TestChain.USDT)));
    chain.pass(10);
    assertThat(
            world.stored.text(
                "select transaction from payment where id = ?", hosted.payment().id().value()))
        .isEqualTo(
            "{\"chainId\":%d,\"hash\":\"%s\",\"blockNumber\":%d,\"logIndex\":0,\"token\":\"USDT\",\"amount\":\"125.50\",\"payer\":\"%s\",\"payee\":\"%s\"}"
                .formatted(
                    chain.config.deployment().chainId(),
                    log.transaction(),
                    log.blockNumber(),
                    ChainWorld.PAYER,
                    ChainWorld.PAYEE));
  }

  @Test
  void another_payee_token_amount_or_deadline_settles_nothing() {
    HostedPayment hosted = world.payment(chain.inBlocks(20));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(TestChain.changed(terms, terms.id(), ChainWorld.PAYER, terms.deadline()));
    chain.pay(TestChain.changed(terms, terms.id(), terms.payee(), terms.deadline() + 1));
    chain.pay(TestChain.priced(terms, TestChain.UNLISTED.address(), terms.amount()));
    chain.pay(TestChain.priced(terms, terms.token(), terms.amount().subtract(BigInteger.ONE)));
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.pay(terms);
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void replaced_block_confirms_nothing_and_its_payment_once_when_it_comes_back() {
    HostedPayment lost = world.payment(chain.inBlocks(20));
    HostedPayment back = world.payment(chain.inBlocks(20));
    Terms returning = chain.prepare(back, TestChain.USDC);
    chain.pay(chain.prepare(lost, TestChain.USDC));
    chain.pay(returning);
    chain.pass(1);
    chain.chain.replace(1);
    chain.mine(1);
    chain.pay(returning);
    chain.pass(TestChain.FINAL_AFTER);
    assertThat(world.status(lost)).isEqualTo("submitted");
    assertThat(world.status(back)).isEqualTo("submitted");
    chain.pass(1);
    assertThat(world.status(back)).isEqualTo("success");
    chain.pass(20);
    assertThat(world.status(lost)).isEqualTo("failed expired");
    assertThat(world.told(back)).containsExactly(SUBMITTED, CONFIRMED);
    assertThat(world.told(lost)).containsExactly(SUBMITTED, FAILED);
  }

  @Test
  void late_payment_is_refused_on_the_chain_and_expires_once() {
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.mine(1);
    assertThat(chain.pay(terms)).isNull();
    chain.pass(TestChain.FINAL_AFTER);
    assertThat(world.status(hosted)).isEqualTo("created"); // the deadline's block is not final
    chain.pass(1);
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    assertThat(world.told(hosted)).containsExactly(FAILED);
  }

  @Test
  void payment_in_the_last_second_counts() {
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    assertThat(chain.pay(chain.prepare(hosted, TestChain.USDC))).isNotNull();
    chain.pass(20);
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void halted_chain_holds_up_only_what_was_prepared_for_it() {
    TestChain halted = world.chain();
    halted.watch();
    HostedPayment never = world.payment(chain.inBlocks(2));
    HostedPayment onOne = world.payment(chain.inBlocks(2));
    HostedPayment onBoth = world.payment(chain.inBlocks(2));
    chain.prepare(onOne, TestChain.USDC);
    chain.prepare(onBoth, TestChain.USDC);
    halted.prepare(onBoth, TestChain.USDC);
    world.stored.change(
        "update chain_cursor set halted = 'x' where chain_id = ?",
        halted.config.deployment().chainId());
    chain.mine(10);
    halted.mine(10);
    Map<Deployment, Quorum> both =
        Map.of(chain.config.deployment(), chain.quorum, halted.config.deployment(), halted.quorum);
    chain.watcher(both).run();
    assertThat(world.status(never)).isEqualTo("failed expired");
    assertThat(world.status(onOne)).isEqualTo("failed expired");
    assertThat(world.status(onBoth)).isEqualTo("created");
  }

  @Test
  void payment_prepared_for_two_chains_expires_when_both_have_passed_it() {
    TestChain slow = world.chain();
    slow.watch();
    HostedPayment hosted = world.payment(chain.inBlocks(2));
    chain.prepare(hosted, TestChain.USDC);
    slow.prepare(hosted, TestChain.USDC);
    chain.mine(10);
    Map<Deployment, Quorum> both =
        Map.of(chain.config.deployment(), chain.quorum, slow.config.deployment(), slow.quorum);
    chain.watcher(both).run();
    assertThat(world.status(hosted)).isEqualTo("created");
    slow.mine(10);
    slow.watcher(both).run();
    assertThat(world.status(hosted)).isEqualTo("failed expired");
  }

  @Test
  void token_that_currencies_no_longer_list_still_pays_what_was_prepared_in_it() {
    Token gone = new Token("GONE", TestChain.USDC.address(), 6, false, false, null);
    HostedPayment paid = world.payment(chain.inBlocks(20));
    HostedPayment unpaid = world.payment(chain.inBlocks(20));
    chain.pay(chain.prepare(paid, gone));
    chain.prepare(unpaid, gone);
    chain.pass(10);
    assertThat(world.status(paid)).isEqualTo("success");
    chain.pass(20);
    assertThat(world.status(unpaid)).isEqualTo("failed expired");
  }

  @Test
  void payments_that_wait_do_not_keep_others_from_expiring() {
    TestChain gone = world.chain(); // read once, and no longer configured
    world.prepareMany(gone, 501, gone.inBlocks(2));
    world.stored.change(
        "insert into chain_cursor (chain_id, contract, number, hash, time)"
            + " values (?, ?, 1, sha256('x'), now())",
        gone.config.deployment().chainId(),
        gone.config.deployment().contract().bytes());
    HostedPayment due = world.payment(chain.inBlocks(3));
    chain.pass(20);
    assertThat(world.status(due)).isEqualTo("failed expired");
    assertThat(
            world.stored.text(
                """
                select count(*) from payment p join payment_ref r on r.payment_id = p.id
                 where r.chain_id = ? and p.status = 'created'
                """,
                gone.config.deployment().chainId()))
        .isEqualTo("501");
  }

  @Test
  void transaction_that_was_seen_is_noted_with_its_ref() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms seen = chain.prepare(hosted, TestChain.USDC);
    chain.prepare(hosted, TestChain.USDT);
    SettledLog log = Objects.requireNonNull(chain.pay(seen));
    chain.pass(1);
    assertThat(world.status(hosted)).isEqualTo("submitted");
    assertThat(
            world.stored.texts(
                "select token || ' 0x' || encode(sent_hash, 'hex') from payment_ref"
                    + " where payment_id = ? and sent_hash is not null",
                hosted.payment().id().value()))
        .containsExactly("USDC " + log.transaction());
  }

  @Test
  void log_that_a_node_hid_is_found_long_before_the_payment_expires() {
    HostedPayment paid = world.payment(chain.inBlocks(10_000));
    chain.pay(chain.prepare(paid, TestChain.USDC));
    chain.seen.hidesLogs = true;
    chain.pass(20);
    assertThat(world.status(paid)).isEqualTo("created");
    chain.seen.heal();
    chain.watch();
    assertThat(world.status(paid)).isEqualTo("success");
  }

  @Test
  void flood_of_logs_that_nobody_waits_for_does_not_stall_the_chain() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.flood(terms, 5);
    chain.pay(terms);
    chain.mine(1);
    chain.flood(terms, 4);
    chain.mine(10);
    chain.seen.mostLogs = 3;
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(Long.parseLong(cursor("number"))).isEqualTo(chain.head() - TestChain.FINAL_AFTER);
  }

  @Test
  void payment_that_is_mined_again_after_a_halt_is_told_again() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    chain.chain.replace(5);
    chain.pass(5);
    assertThat(resume(Long.parseLong(cursor("number")) - 4)).isTrue();
    takeBack(hosted);
    chain.pay(terms);
    chain.pass(5);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(world.told(hosted)).containsExactly(CONFIRMED, FAILED, CONFIRMED);
  }

  @Test
  void payment_that_is_read_again_after_a_halt_may_be_the_second_of_two() {
    HostedPayment hosted = world.payment(chain.inBlocks(1000));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    TestChain other = otherChain();
    Terms second = other.prepare(hosted, TestChain.USDC);
    chain.pass(20);
    chain.chain.replace(5); // deeper than finality; the payment's block stands
    chain.pass(5);
    assertThat(resume(Long.parseLong(cursor("number")) - 19)).isTrue();
    chain.seen.hidesLogs = true;
    chain.watch();
    chain.seen.heal();
    other.pay(second);
    other.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    chain.pass(5);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED, "payment.overpaid");
  }

  @Test
  void payment_in_the_block_from_which_a_chain_is_resumed_stays_settled() {
    HostedPayment stands = world.payment(chain.inBlocks(100));
    HostedPayment gone = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(stands, TestChain.USDC));
    long its = chain.head() + 1;
    chain.mine(1);
    chain.pay(chain.prepare(gone, TestChain.USDC));
    chain.pass(10);
    assertThat(List.of(isSettled(stands), isSettled(gone))).containsExactly("true", "true");
    chain.replaceAfter(its, its);
    assertThat(List.of(isSettled(stands), isSettled(gone))).containsExactly("true", "false");
    assertThat(world.received(stands)).isEqualTo("125.5");
    assertThat(world.received(gone)).isEqualTo("null");
  }

  private static String isSettled(HostedPayment hosted) {
    return world.stored.text(
        "select (settled_block is not null)::text from payment_ref where payment_id = ?",
        hosted.payment().id().value());
  }

  @Test
  void payments_of_one_transaction_that_is_mined_again_one_log_later_are_told_again() {
    HostedPayment first = world.payment(chain.inBlocks(100));
    HostedPayment second = world.payment(chain.inBlocks(100));
    List<Terms> terms =
        List.of(chain.prepare(first, TestChain.USDC), chain.prepare(second, TestChain.USDC));
    chain.seen.oneTransaction = terms.getFirst().ref();
    terms.forEach(chain::pay);
    chain.pass(5);
    chain.chain.replace(5);
    chain.pass(5);
    assertThat(resume(Long.parseLong(cursor("number")) - 4)).isTrue();
    takeBack(first);
    takeBack(second);
    chain.flood(terms.getFirst(), 1);
    terms.forEach(chain::pay); // the first is now where the second was
    chain.pass(5);
    assertThat(world.told(first)).containsExactly(CONFIRMED, FAILED, CONFIRMED);
    assertThat(world.told(second)).containsExactly(CONFIRMED, FAILED, CONFIRMED);
    assertThat(
            world.stored.texts(
                "select log_index || ' ' || (payment_id = ?) from settled_transfer where chain_id = ? order by 1",
                second.payment().id().value(),
                chain.config.deployment().chainId()))
        .containsExactly("0 false", "1 false", "2 true");
    assertThat(
            world.stored.texts(
                "select mismatch from settlement_mismatch where payment_id = ?",
                first.payment().id().value()))
        .isEmpty();
  }

  @Test
  void node_that_hides_logs_fails_no_payment_and_the_payment_is_found() {
    HostedPayment paid = world.payment(chain.inBlocks(10));
    HostedPayment unpaid = world.payment(chain.inBlocks(10));
    chain.pay(chain.prepare(paid, TestChain.USDC));
    chain.prepare(unpaid, TestChain.USDC);
    chain.seen.hidesLogs = true;
    chain.pass(20);
    assertThat(world.status(paid)).isEqualTo("created");
    assertThat(world.status(unpaid)).isEqualTo("failed expired");
    chain.seen.heal();
    chain.watch();
    assertThat(world.status(paid)).isEqualTo("success");
    assertThat(world.told(paid)).containsExactly(CONFIRMED);
  }

  @Test
  void silence_delays_and_fails_nothing() {
    HostedPayment paid = world.payment(chain.inBlocks(5));
    HostedPayment unpaid = world.payment(chain.inBlocks(5));
    chain.pay(chain.prepare(paid, TestChain.USDC));
    chain.chain.fallSilent(30);
    chain.mine(29);
    assertThatThrownBy(chain::watch).isInstanceOf(ChainUnavailable.class);
    assertThat(world.status(paid)).isEqualTo("created");
    assertThat(world.status(unpaid)).isEqualTo("created");
    chain.pass(1);
    assertThat(world.status(paid)).isEqualTo("success");
    assertThat(world.status(unpaid)).isEqualTo("failed expired");
  }

  @Test
  void node_that_is_behind_is_not_believed() {
    chain.pass(10);
    chain.seen.lags = true;
    assertThatThrownBy(chain::watch)
        .isInstanceOf(ChainUnavailable.class)
        .hasMessageContaining("behind");
  }

  @Test
  void replaced_final_block_halts_until_the_operator_resumes() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pass(10);
    chain.chain.replace(5); // deeper than finality
    chain.mine(1);
    chain.pay(terms);
    chain.pass(10);
    assertThat(halted()).contains("was final");
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("created");
    long cursor = Long.parseLong(cursor("number"));
    assertThat(resume(cursor + 1)).isFalse(); // would skip what was never read
    assertThat(resume(cursor - 5)).isTrue();
    assertThat(resume(cursor - 5)).isFalse();
    chain.watch();
    assertThat(halted()).isEqualTo("null");
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  /** The next block tells it by its parent; several at once do not show whose child they are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void block_under_the_cursor_that_is_replaced_during_the_look_halts_too(int newBlocks) {
    chain.pass(10);
    String before = cursor("number");
    chain.seen.afterHeader =
        () -> {
          chain.chain.replace(5); // deeper than finality
          chain.mine(newBlocks);
        };
    assertThatThrownBy(chain::watch)
        .isInstanceOf(ChainUnavailable.class)
        .hasMessageContaining("do not fit together");
    assertThat(cursor("number")).isEqualTo(before);
    chain.watch();
    assertThat(halted()).contains("was final");
  }

  @Test
  void ref_is_refused_while_its_payment_expires() throws Exception {
    HostedPayment hosted = world.payment(chain.inBlocks(1));
    try (ExecutorService payer = Executors.newSingleThreadExecutor()) {
      CompletableFuture<Boolean> storing = new CompletableFuture<>();
      world.apply.handleAll(
          List.of(ChainReports.expired(hosted.payment().id(), Instant.now())),
          handle -> {
            storing.completeAsync(() -> store(hosted), payer);
            Await.until(
                "the ref waits or is stored",
                () -> storing.isDone() || world.stored.waitingForLocks() == 1);
          });
      assertThat(storing.get()).as("stored").isFalse();
    }
    assertThat(world.status(hosted)).isEqualTo("failed expired");
    assertThat(refsOf(hosted)).isEmpty();
  }

  @Test
  void payment_does_not_expire_while_a_ref_is_stored() {
    HostedPayment hosted = world.payment(chain.inBlocks(1));
    chain.mine(10);
    try (ExecutorService watcher = Executors.newSingleThreadExecutor()) {
      Future<?> watching =
          world
              .database
              .workers()
              .inTransaction(
                  handle -> {
                    assertThat(new RefStore().store(handle, chain.payable(hosted, TestChain.USDC)))
                        .isTrue();
                    Future<?> round = watcher.submit(chain::watch);
                    Await.until(
                        "the watcher waits or is done",
                        () -> round.isDone() || world.stored.waitingForLocks() == 1);
                    return round;
                  });
      assertThatThrownBy(watching::get)
          .rootCause()
          .isInstanceOf(ChainUnavailable.class)
          .hasMessageContaining("prepared again");
    }
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("failed expired"); // now its ref was asked for
  }

  @Test
  void what_is_read_again_is_confirmed_once() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.pass(10);
    chain.chain.replace(4);
    chain.pass(1);
    assertThat(resume(Long.parseLong(cursor("number")) - 8)).isTrue();
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
  }

  @Test
  void second_ref_that_is_settled_on_another_chain_is_kept_but_is_no_second_success() {
    TestChain other = otherChain();
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms first = chain.prepare(hosted, TestChain.USDC);
    Terms second = other.prepare(hosted, TestChain.USDC);
    chain.pay(first);
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    other.pay(second);
    other.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    expectOverpaid(hosted);
    assertThat(
            world.stored.texts(
                "select ref from payment_ref where payment_id = ? and settled_block is not null",
                hosted.payment().id().value()))
        .hasSize(2);
  }

  private static TestChain otherChain() {
    TestChain other = world.chain();
    other.watch();
    other.mine(1); // or its blocks have the hashes of the first
    return other;
  }

  @Test
  void ref_that_is_mined_again_under_another_transaction_is_no_second_payment() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    chain.pay(terms);
    chain.pass(10);
    // As a resume leaves it, with a block in which the same call has another place.
    world
        .database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update settled_transfer set log_index = log_index + 1 where payment_id = ?",
                    hosted.payment().id().value()));
    chain.chain.replace(4);
    chain.pass(1);
    assertThat(resume(Long.parseLong(cursor("number")) - 8)).isTrue();
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
  }

  private static void expectOverpaid(HostedPayment hosted) {
    assertThat(world.told(hosted)).containsExactly(CONFIRMED, "payment.overpaid");
    assertThat(
            world.stored.texts(
                "select flag from payment_flag where payment_id = ?",
                hosted.payment().id().value()))
        .containsExactly("overpaid");
  }

  @Test
  void watcher_that_was_replaced_changes_nothing() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    chain.pay(chain.prepare(hosted, TestChain.USDC));
    chain.mine(TestChain.FINAL_AFTER + 2);
    FollowRefs<?> old =
        new FollowRefs<>(
            chain.config,
            chain.quorum,
            new FollowedPayments(
                chain.config.deployment(),
                Map.of(),
                world.database.workers(),
                world.apply,
                new ChainMetrics(
                    "old", new io.micrometer.core.instrument.simple.SimpleMeterRegistry())));
    Cursor stale = new Cursor(1, null, Instant.EPOCH, null);
    assertThatThrownBy(
            () -> old.settle(chain.quorum.logs(0, chain.head()), stale, stale, Instant.EPOCH))
        .hasRootCauseInstanceOf(CursorStore.LeadershipLost.class);
    assertThat(world.status(hosted)).isEqualTo("created");
    chain.watch();
    assertThat(world.status(hosted)).isEqualTo("success");
  }

  @Test
  void canceled_payment_that_is_paid_all_the_same_is_a_success_and_was_paid_late() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    Terms terms = chain.prepare(hosted, TestChain.USDC);
    world.stored.change(
        "update payment set status = 'failed', failure_reason = 'canceled' where id =" + " ?",
        hosted.payment().id().value());
    assertThatThrownBy(() -> world.chain().prepare(hosted, TestChain.USDT))
        .isInstanceOf(IllegalStateException.class);
    chain.pay(terms);
    chain.pass(10);
    assertThat(world.status(hosted)).isEqualTo("success");
    assertThat(
            world.stored.text(
                "select p.flags || ' ' || t.late from payment p"
                    + " join received_transfer t on t.payment_id = p.id where p.id = ?",
                hosted.payment().id().value()))
        .isEqualTo("late true");
  }

  private boolean store(HostedPayment hosted) {
    return world
        .database
        .workers()
        .inTransaction(
            handle -> new RefStore().store(handle, chain.payable(hosted, TestChain.USDC)));
  }

  private static List<String> refsOf(HostedPayment hosted) {
    return world.stored.texts(
        "select ref from payment_ref where payment_id = ?", hosted.payment().id().value());
  }

  /** What the operator reports of a payment that is no longer on the chain. */
  private static void takeBack(HostedPayment hosted) {
    PaymentId id = hosted.payment().id();
    world.apply.handle(new Report("reorg " + id, OutcomeType.FAILED, id, null, "reorg", null));
  }

  private boolean resume(long number) {
    return world
        .database
        .jdbi()
        .inTransaction(
            handle -> {
              try {
                ChainOperatorRoutes.resume(handle, chain.config, number, world.apply);
                return true;
              } catch (Rejection e) {
                return false;
              }
            });
  }

  private String halted() {
    return cursor("halted");
  }

  private String cursor(String column) {
    return world.stored.text(
        "select " + column + " from chain_cursor where chain_id = ?",
        chain.config.deployment().chainId());
  }
}
