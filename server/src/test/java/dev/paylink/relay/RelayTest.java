package dev.paylink.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a relay signs is stored before it is sent, paid once, and costs no more than it may. */
final class RelayTest {
  @AutoClose private static final RelayWorld world = new RelayWorld();

  private ChainRelay relay;
  private BigInteger before;

  @BeforeEach
  void a_relay_with_nothing_to_do() {
    for (String table : List.of("relay_order", "relay_day")) {
      world.service.stored().change("delete from " + table);
    }
    world.service.stored().change("update incoming_transfer set collected = true");
    world.setClock();
    relay = world.relay();
    relay.round();
    before = world.balance(world.key.account().hex());
  }

  @AfterEach
  void it_is_over() {
    world.loses = false;
    world.chain.automine(true);
    relay.close();
  }

  @Test
  void an_account_without_coin_pays_with_one_signature() {
    String payer = world.chain.payer();
    BigInteger coins = world.balance(payer);
    world.chain.call("hardhat_setBalance", payer, "0x0");
    Reply payment = world.create();
    assertThat(payment.text("x402Url")).isEqualTo(payment.text("paymentUrl") + "/x402");
    assertThat(world.steps(payment, payer).get("sponsored").booleanValue()).isTrue();
    String hash = world.send(relay, payment);
    JsonNode receipt = world.receipt(hash);
    assertThat(receipt.get("status").asString()).isEqualTo("0x1");
    assertThat(receipt.get("from").asString()).isEqualTo(world.key.account().hex());
    world.awaitStatus(payment, "submitted");
    world.isSound(relay, before);
    world.awaitStatus(payment, "success");
    assertThat(world.balance(payer)).isZero();
    assertThat(world.state()).isEqualTo("done");
    world.chain.call("hardhat_setBalance", payer, "0x" + coins.toString(16));
  }

  @Test
  void a_signature_that_is_handed_in_twice_is_one_transaction() {
    Reply payment = world.create();
    String signature = world.signature(payment, world.chain.payer());
    CompletableFuture<Reply> first = world.handIn(payment, signature);
    CompletableFuture<Reply> second = world.handIn(payment, signature);
    world.awaitWaiting(1);
    relay.round();
    assertThat(first.join().expect(200).text("hash"))
        .isEqualTo(second.join().expect(200).text("hash"));
    assertThat(world.count("true")).isEqualTo(1);
    assertThat(world.handIn(payment, signature).join().expect(200).text("hash"))
        .isEqualTo(first.join().text("hash"));
    world.isSound(relay, before);
  }

  /** Two relays on two connections: the second learns its nonce when the first has decided. */
  @Test
  void a_nonce_is_taken_by_one_relay_at_a_time_and_given_back_by_one_that_refuses() {
    long next = world.nonce();
    for (boolean isUsed : List.of(false, true)) {
      try (Handle first = world.service.jdbi().open()) {
        first.begin();
        assertThat(nonce(first)).isEqualTo(next);
        CompletableFuture<Long> second = inBackground(RelayTest::takenAndGivenBack);
        world.awaitBlocked("relay_account");
        if (isUsed) {
          first.commit();
        } else {
          first.rollback();
        }
        assertThat(second.join()).isEqualTo(isUsed ? next + 1 : next);
      }
    }
    world.service.stored().change("update relay_account set next_nonce = " + next);
  }

  private static Long takenAndGivenBack() {
    return world
        .service
        .jdbi()
        .inTransaction(
            handle -> {
              long nonce = nonce(handle);
              handle.rollback();
              return nonce;
            });
  }

  private static long nonce(Handle handle) {
    return new RelayStore().takeNonce(handle, world.chain.chainId(), world.key.account());
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, Executors.newVirtualThreadPerTaskExecutor());
  }

  /** The node says that it has taken it, and has not; the process that sent it is gone. */
  @Test
  void a_transaction_that_was_stored_and_never_sent_is_sent_by_another_relay() {
    Reply payment = world.create();
    world.loses = true;
    String hash = world.send(relay, payment);
    relay.close();
    assertThat(world.receipt(hash).isNull()).isTrue();
    world.loses = false;
    relay = world.relay();
    relay.round();
    assertThat(world.receipt(hash).get("status").asString()).isEqualTo("0x1");
    world.isSound(relay, before);
    world.awaitStatus(payment, "success");
  }

  @Test
  void a_transaction_whose_fee_is_too_low_is_raised_within_its_reserve_and_mined_once() {
    Reply payment = world.create();
    world.chain.automine(false);
    String hash = world.send(relay, payment);
    for (int i = 0; i < 12; i++) {
      world.clock.forward(RelayWorld.PATIENCE.plusSeconds(1));
      relay.round();
      if (i == 3) {
        assertThat(attempts()).isGreaterThan(1);
        world.chain.mine(1);
      }
    }
    world.chain.automine(true);
    assertThat(world.receipt(hash).isNull()).isTrue();
    assertThat(
            world.number("select max(fee) from relay_attempt a join relay_order o using (nonce)"))
        .isLessThanOrEqualTo(world.number("select ceiling from relay_order"));
    world.isSound(relay, before);
    world.awaitStatus(payment, "success");
  }

  @Test
  void a_transaction_that_can_no_longer_pay_is_replaced_by_one_that_does_nothing() {
    Reply payment = world.create();
    world.loses = true;
    world.send(relay, payment);
    world.clock.forward(Duration.ofMinutes(11));
    relay.round();
    world.loses = false;
    relay.round();
    world.isSound(relay, before);
    assertThat(world.state()).isEqualTo("failed lapsed");
    assertThat(world.status(payment)).isEqualTo("created");
  }

  @Test
  void a_reorganisation_takes_a_transaction_back_and_it_is_sent_again() {
    Reply payment = world.create();
    String snapshot = world.chain.call("evm_snapshot").asString();
    String hash = world.send(relay, payment);
    world.chain.call("evm_revert", snapshot);
    world.chain.mine(1);
    assertThat(world.receipt(hash).isNull()).isTrue();
    relay.round();
    assertThat(world.receipt(hash).get("status").asString()).isEqualTo("0x1");
    world.isSound(relay, before);
    world.awaitStatus(payment, "success");
  }

  @Test
  void a_nonce_that_somebody_else_used_is_replaced_by_the_next() {
    Reply payment = world.create();
    world.loses = true;
    String hash = world.send(relay, payment);
    String account = world.key.account().hex();
    world.chain.call("hardhat_impersonateAccount", account);
    world.chain.call("eth_sendTransaction", Map.of("from", account, "to", account));
    BigInteger theirs = before.subtract(world.balance(account));
    world.loses = false;
    world.settle(relay);
    relay.round();
    assertThat(world.receipt(hash).isNull()).isTrue();
    world.isSound(relay, before.subtract(theirs));
    world.awaitStatus(payment, "success");
  }

  @Test
  void two_relays_with_one_key_send_each_payment_once_without_a_gap() throws Exception {
    List<Reply> payments = new ArrayList<>();
    List<String> signatures = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Reply payment = world.create();
      payments.add(payment);
      signatures.add(world.signature(payment, world.chain.payer()));
    }
    List<CompletableFuture<Reply>> answers = new ArrayList<>();
    for (int i = 0; i < 6; i++) { // together: none is waited for longer than some seconds
      answers.add(world.handIn(payments.get(i), signatures.get(i)));
    }
    world.awaitWaiting(6);
    try (ChainRelay other = world.relay()) {
      CompletableFuture<Void> both =
          CompletableFuture.allOf(
              CompletableFuture.runAsync(relay::round), CompletableFuture.runAsync(other::round));
      both.get();
      relay.round();
    }
    assertThat(answers.stream().map(answer -> answer.join().expect(200).text("hash")).distinct())
        .hasSize(6);
    world.isSound(relay, before);
    payments.forEach(payment -> world.awaitStatus(payment, "success"));
  }

  @Test
  void what_is_above_the_budget_is_refused_and_the_payer_sends_it() {
    try (ChainRelay poor = world.relay(BigInteger.valueOf(1_000_000))) {
      Reply payment = world.create();
      String signature = world.signature(payment, world.chain.payer());
      CompletableFuture<Reply> answer = world.handIn(payment, signature);
      world.awaitWaiting(1);
      poor.round();
      answer.join().expectProblem(409, "RELAY_REFUSED");
      assertThat(world.state()).isEqualTo("refused budget");
      JsonNode call =
          world
              .service
              .browser()
              .post(RelayWorld.path(payment) + "/wallet/signed", signature)
              .expect(200)
              .json()
              .get("pay");
      world.chain.call(
          "eth_sendTransaction",
          Map.of(
              "from", world.chain.payer(),
              "to", call.get("to").asString(),
              "data", call.get("data").asString()));
      world.awaitStatus(payment, "submitted");
      world.isSound(relay, before);
    }
  }

  /** What was reserved for all is given back. */
  @Test
  void what_is_above_a_merchants_budget_uses_nothing_of_that_for_all() {
    try (ChainRelay poor = world.relay(RelayWorld.BUDGET, BigInteger.valueOf(1_000_000))) {
      Reply payment = world.create();
      CompletableFuture<Reply> answer =
          world.handIn(payment, world.signature(payment, world.chain.payer()));
      world.awaitWaiting(1);
      poor.round();
      answer.join().expectProblem(409, "RELAY_REFUSED");
      assertThat(world.state()).isEqualTo("refused budget");
      assertThat(world.number("select coalesce(sum(used), 0) from relay_day")).isZero();
      world.isSound(relay, before);
    }
  }

  /** A signature that nobody gave leads to no order, and so locks nothing. */
  @Test
  void an_invented_signature_is_not_taken() {
    Reply payment = world.create();
    String signature = world.signature(payment, world.chain.payer());
    String invented = signature.replaceAll("0x[0-9a-f]{130}", "0x" + "1".repeat(128) + "1b");
    world.handIn(payment, invented).join().expectProblem(409, "RELAY_REFUSED");
    assertThat(world.count("true")).isZero();
    CompletableFuture<Reply> answer = world.handIn(payment, signature);
    world.awaitWaiting(1);
    relay.round();
    answer.join().expect(200);
    world.isSound(relay, before);
  }

  /** The payer moves the money away when it is too late to notice; twice a day, and no more. */
  @Test
  void signatures_that_fail_cost_a_bounded_amount() {
    String payer = world.chain.others().getFirst();
    world.chain.transfer(world.chain.payer(), payer, 100_000_000);
    for (int i = 0; i < 2; i++) {
      Reply payment = world.create();
      CompletableFuture<Reply> answer = world.handIn(payment, world.signature(payment, payer));
      world.awaitWaiting(1);
      world.chain.inOneBlock(
          () -> {
            world.transferAll(payer, world.chain.others().get(1), "0x2e90edd000");
            relay.round();
            answer.join().expect(200);
          });
      world.settle(relay);
      assertThat(world.state()).isEqualTo("failed reverted");
      world.chain.transfer(world.chain.others().get(1), payer, 100_000_000);
    }
    Reply payment = world.create();
    CompletableFuture<Reply> answer = world.handIn(payment, world.signature(payment, payer));
    world.awaitWaiting(1);
    relay.round();
    answer.join().expectProblem(409, "RELAY_REFUSED");
    assertThat(world.state()).isEqualTo("refused payer");
    world.isSound(relay, before);
  }

  /** Also if the process that took it was killed, and can take nothing back. */
  @Test
  void an_order_that_no_relay_takes_up_is_taken_back() {
    Reply payment = world.create();
    CompletableFuture<Reply> answer =
        world.handInTransfer(payment, world.transfer(payment, world.chain.payer()));
    world.awaitWaiting(1);
    world.wallet(payment, world.chain.payer()).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    answer.join().expect(503);
    assertThat(world.state()).isEqualTo("refused away");
    world
        .service
        .stored()
        .change(
            "update relay_order set state = 'waiting', reason = null, id = ?",
            UuidV7.at(Instant.now().minusSeconds(60)));
    world.wallet(payment, world.chain.payer()).expect(200);
    assertThat(world.state()).isEqualTo("refused away");
    relay.round();
    assertThat(world.count("state = 'sent'")).isZero();
  }

  /** Fees are high and stay so: what waits is given up, and its nonce is used up all the same. */
  @Test
  void a_nonce_does_not_wait_for_low_fees_once_its_signature_has_ended() {
    Reply payment = world.create();
    world.chain.automine(false);
    world.send(relay, payment);
    world.mineAt(150);
    world.clock.forward(Duration.ofMinutes(11));
    relay.round();
    assertThat(
            world.number("select max(fee) from relay_attempt a join relay_order o using (nonce)"))
        .isLessThanOrEqualTo(new BigDecimal("200000000000"));
    relay.round();
    world.mineAt(150);
    world.mineAt(1);
    world.chain.automine(true);
    world.isSound(relay, before);
    assertThat(world.state()).isEqualTo("failed lapsed");
  }

  /** Who saw it on the chain could have it paid: no other way is open until it has ended. */
  @Test
  void a_signed_transfer_that_failed_locks_its_payment_until_the_signature_ends() {
    String payer = world.chain.others().get(2);
    world.chain.transfer(world.chain.payer(), payer, 100_000_000);
    Reply payment = world.create();
    String header = world.transfer(payment, payer);
    CompletableFuture<Reply> answer = world.handInTransfer(payment, header);
    world.awaitWaiting(1);
    world.chain.inOneBlock(
        () -> {
          world.transferAll(payer, world.chain.others().get(1), "0x2e90edd000");
          relay.round();
          answer.join().expect(202);
        });
    world.settle(relay);
    assertThat(world.state()).isEqualTo("failed reverted");
    world.wallet(payment, payer).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    world.setClock(); // else the relay was last seen when this test began
    relay.round();
    world
        .handInTransfer(payment, world.transfer(payment, world.chain.payer()))
        .join()
        .expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    world.service.stored().change("update relay_order set valid_before = 1");
    world.wallet(payment, payer).expect(200);
    world.isSound(relay, before);
  }

  @Test
  void operators_see_what_a_relay_has_spends_and_sends() {
    Guest operator = new Guest(world.service.internalUrl()).signInAtDesk();
    assertThat(relays(operator))
        .contains(world.key.account().hex(), "of 0.1 coins spent or reserved", ">Running<")
        .contains("Nothing is under way.");
    Reply payment = world.create();
    world.loses = true;
    String hash = world.send(relay, payment);
    assertThat(relays(operator)).contains(payment.text("paymentId"), hash, ">Sent<");
    world
        .service
        .stored()
        .change("update relay_account set seen_at = now() - interval '1 minute', balance = 1");
    assertThat(relays(operator)).contains(">Away<").doesNotContain(">Running<");
    assertThat(operator.get("/admin/desk/system").body())
        .contains("Relay local", "Start ./paylink relay");
    world.setClock(); // else the relay was last seen when this test began
    relay.round();
    world.service.stored().change("update relay_account set balance = 1");
    assertThat(relays(operator)).contains(">Low<").doesNotContain(">Away<");
    world.service.stored().change("update relay_day set lost = 50000000000000000");
    assertThat(relays(operator)).contains(">Stopped<");
    world.service.stored().change("update relay_day set lost = 0");
    world.loses = false;
    relay.round();
    world.isSound(relay, before);
  }

  /** The merchant signs nothing and has no coin. */
  @Test
  void what_came_by_transfer_is_collected_once_out_of_a_budget_of_its_own() {
    Guest merchant =
        new Guest(world.service.baseUrl()).withCookie(world.service.signedIn().cookie());
    assertThat(merchant.get("/dashboard/collect").expect(200).body())
        .contains("On Local chain the operator of this service collects for you");
    SentTransfer transfer = new SentTransfer(world).ofAll();
    BigInteger held = SentTransfer.held(world);
    relay.round();
    assertThat(world.count("true")).isZero(); // this one does not collect
    relay.close();
    relay = world.collecting(RelayWorld.BUDGET, 100);
    orders(relay, 1);
    assertThat(world.state()).isEqualTo("waiting");
    world.loses = true;
    relay.round();
    assertThat(world.state()).isEqualTo("sent");
    assertThat(relays(new Guest(world.service.internalUrl()).signInAtDesk()))
        .contains(transfer.id(), "Collects for the merchant", "Collecting today", "of 0.1 coins");
    relay.close();
    world.loses = false;
    relay = world.collecting(RelayWorld.BUDGET, 100);
    relay.round();
    assertThat(SentTransfer.held(world).subtract(held)).isEqualTo(12_500_000);
    world.isSound(relay, before);
    assertThat(world.state()).isEqualTo("done");
    assertThat(world.number("select sum(used) from relay_day where purpose = 'payment'")).isNull();
    String lying = "select count(*) from incoming_transfer where not collected";
    Await.until(
        "the money is seen to have left",
        () -> {
          later(relay);
          return world.number(lying).signum() == 0;
        });
    assertThat(world.count("true")).isEqualTo(1);
  }

  @Test
  void what_is_not_worth_its_fee_is_left_and_what_may_still_grow() {
    new SentTransfer(world).of(12_000_000); // too little: the payment is open
    new SentTransfer(world).ofAll();
    relay.close();
    relay = world.collecting(RelayWorld.BUDGET, 1);
    world.mineAt(10); // a sweep costs about 0.17 dollars
    relay.round();
    assertThat(world.count("true")).isZero();
    relay.close();
    relay = world.collecting(BigInteger.TEN.pow(15), 3); // a thousandth of a coin
    relay.round();
    assertThat(world.count("true")).isZero();
    relay.close();
    relay = world.collecting(RelayWorld.BUDGET, 3);
    world.mineAt(10);
    orders(relay, 1);
    world.mineAt(10);
    relay.round();
    assertThat(world.count("state = 'sent'")).isEqualTo(1);
    world.isSound(relay, before);
    assertThat(world.number("select count(*) from relay_order where state = 'done'")).isOne();
  }

  /** Somebody who sends a little again and again, and collects first, costs little. */
  @Test
  void a_sweep_that_others_were_first_with_is_lost_to_its_own_budget_and_not_repeated() {
    SentTransfer first = new SentTransfer(world).ofAll();
    relay.close();
    relay = world.collecting(RelayWorld.BUDGET, 100);
    orders(relay, 1);
    first.collect(world.chain.others().getFirst(), "0x2e90edd000");
    relay.round();
    assertThat(world.state()).isEqualTo("refused small");
    SentTransfer second = new SentTransfer(world).ofAll();
    orders(relay, 2);
    assertThat(world.count("state = 'waiting'")).isEqualTo(1);
    world.chain.inOneBlock(
        () -> {
          second.collect(world.chain.others().getFirst(), "0x2e90edd000");
          relay.round();
        });
    world.isSound(relay, before);
    assertThat(world.state()).isEqualTo("failed reverted");
    assertThat(world.number("select sum(lost) from relay_day where purpose = 'collection'"))
        .isPositive();
    second.of(12_500_000);
    later(relay);
    assertThat(world.count("true")).isEqualTo(2);
    world.service.stored().change("update relay_order set created_at = now() - interval '7 hours'");
    orders(relay, 3);
    relay.round();
    world.isSound(relay, before);
    assertThat(world.count("true")).isEqualTo(3);
    assertThat(world.count("state = 'done'")).isEqualTo(1);
  }

  /** For each of them every node is asked several times, and a payer waits. */
  @Test
  void what_a_payer_waits_for_is_sent_before_sweeps_and_a_round_sends_one_of_these() {
    new SentTransfer(world).ofAll();
    new SentTransfer(world).ofAll();
    relay.close();
    relay = world.collecting(RelayWorld.BUDGET, 100);
    orders(relay, 2);
    Reply payment = world.create();
    CompletableFuture<Reply> answer =
        world.handIn(payment, world.signature(payment, world.chain.payer()));
    world.awaitWaiting(3);
    relay.round();
    answer.join().expect(200);
    assertThat(world.count("kind = 'sweep' and state = 'waiting'")).isEqualTo(1);
    assertThat(
            world.number(
                """
                select count(*) from relay_order sweep, relay_order payment
                 where sweep.kind = 'sweep' and payment.kind <> 'sweep' and sweep.nonce > payment.nonce
                """))
        .isOne();
    relay.round();
    world.isSound(relay, before);
    assertThat(world.count("state = 'done'")).isEqualTo(3);
  }

  /**
   * Has the relay look until it has ordered so many sweeps in all: a node that does not answer in
   * time is asked again.
   */
  private static void orders(ChainRelay relay, int all) {
    Await.until(
        all + " sweeps are ordered",
        () -> {
          later(relay);
          return world.count("true") == all;
        });
  }

  /** Has the relay look again at what lies there. */
  private static void later(ChainRelay relay) {
    world.clock.forward(Duration.ofSeconds(16));
    relay.round();
  }

  private static String relays(Guest operator) {
    return operator.get("/admin/desk/relays").expect(200).body();
  }

  private static int attempts() {
    return world
        .number("select count(*) from relay_attempt a join relay_order o using (nonce)")
        .intValue();
  }
}
