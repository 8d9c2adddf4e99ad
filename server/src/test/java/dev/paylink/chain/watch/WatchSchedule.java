package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.collect.TransferCollection;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.watch.ScheduleTally.Seen;
import dev.paylink.checkout.wallet.CollectableMoney;
import dev.paylink.platform.Unavailable;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

/** One story of a chain, six payments, their refunds, their watchers and a relay. */
final class WatchSchedule {
  static final int PAYMENTS = 6;
  private static final int STEPS = 50;

  /** Enough to catch up, and to find what was hidden all the time. */
  private static final int MOST_LOOKS = 100;

  private static final int LOOKS_PER_SWEEP = 10;
  private static final int MOST_PLACES = 100;

  private final ChainWorld world;
  private final Random random;
  private final ScheduleTally all;
  private final TestChain chain;
  private final SchedulePayments payments;
  private final ScheduleRefunds refunds;
  private final ScheduleBooks books;
  private final ScheduleRelay relay;
  private final TransferCollection collection;
  private WatchRound watcher;
  private final boolean isHonest;
  private boolean looked;
  private int halts;

  WatchSchedule(ChainWorld world, Random random, ScheduleTally all) {
    this.world = world;
    this.random = random;
    this.all = all;
    world.beginWithAnotherMerchant();
    if (random.nextInt(3) > 0) {
      world.safeUpTo(ChainWorld.AMOUNT.toPlainString());
    }
    int quorum = 1 + random.nextInt(3);
    int liars = quorum == 1 ? 0 : 1 + random.nextInt(quorum - 1);
    this.isHonest = liars == 0;
    this.chain = world.chain(quorum + liars + random.nextInt(2), quorum);
    List<FaultyChain> nodes = new ArrayList<>(chain.nodes);
    Collections.shuffle(nodes, random);
    nodes.subList(0, liars).forEach(this::corrupt);
    this.watcher = chain.watcher();
    this.payments = new SchedulePayments(world, chain, random, all);
    this.refunds = new ScheduleRefunds(world, chain, payments, random, all);
    this.books = new ScheduleBooks(world, payments, refunds);
    this.relay = new ScheduleRelay(world, chain, random, all);
    this.collection =
        new TransferCollection(
            world.database.jdbi(),
            List.of(chain.config),
            Map.of(chain.config.deployment(), chain.quorum),
            Duration.ofSeconds(30));
  }

  private void corrupt(FaultyChain node) {
    if (random.nextInt(3) == 0) {
      node.forksFrom = chain.head() + random.nextInt(20);
      all.note(Seen.FORKS);
    } else {
      node.lies = new Random(random.nextLong());
      all.note(Seen.LIARS);
    }
  }

  void run() throws Exception {
    for (int i = 0; i < STEPS; i++) {
      looked = false;
      step();
      if (looked) {
        nothingIsDoneBeforeItIsFinal();
      }
    }
    chain.nodes.forEach(FaultyChain::heal);
    relay.calm();
    chain.mine(46); // past all deadlines
    for (int i = 0; i < MOST_LOOKS && !isAtRest(); i++) {
      if (i % LOOKS_PER_SWEEP == 0) {
        watcher = chain.watcher(); // which begins with a sweep
      }
      if (relay.isUnderWay()) {
        chain.mine(1);
        relay.look();
      }
      look();
    }
    assertThat(isHalted()).isFalse();
    payments.endAsTheChainHasThem();
    refunds.endAsTheChainHasThem(halts);
    relay.endsAsTheChainHasIt();
    books.agree();
    assertThat(listed()).isEqualTo(payments.held());
  }

  private boolean isAtRest() {
    return !isBehind()
        && !relay.isUnderWay()
        && !payments.isAnyOpen()
        && !payments.isAnyMissed()
        && !payments.isAnyUncounted()
        && !payments.isAnyUntold()
        && !payments.isAnyEarly()
        && !refunds.isAnyOpen()
        && !books.areBehind();
  }

  private boolean isBehind() {
    String number = cursor("number");
    return number.equals("null") || Long.parseLong(number) < chain.head() - TestChain.FINAL_AFTER;
  }

  private void step() throws Exception {
    switch (random.nextInt(39)) {
      case 0, 1 -> payments.prepareSome();
      case 2 -> payments.paySome();
      case 3, 4 -> {
        payments.paySome();
        goOn(TestChain.FINAL_AFTER + 1);
      }
      case 5 -> payments.payWrongly();
      case 6, 7 -> chain.mine(1 + random.nextInt(3));
      case 8, 9 -> {
        chain.replace(1 + random.nextInt(TestChain.FINAL_AFTER));
        goOn(1);
      }
      case 10 -> some().hidesLogs = random.nextBoolean();
      case 11 -> disturb(some());
      case 12 -> {
        some().killedAfter = random.nextInt(8);
        look();
        watcher = chain.watcher();
      }
      case 13 -> twoLook();
      case 14 -> payments.flood(some());
      case 15 -> {
        if (random.nextInt(4) == 0) {
          replaceFinalBlocks();
        }
      }
      case 16 -> payments.showSome();
      case 17, 18 -> payments.transferSome();
      case 19 -> payments.sweepSome();
      case 20, 21, 22 -> refunds.request();
      case 23, 24, 25 -> {
        refunds.tellWallet();
        goOn(1 + random.nextInt(TestChain.FINAL_AFTER + 1));
      }
      case 26 -> refunds.send();
      case 27 -> refundStrangely();
      case 28 -> {
        listed();
        all.note(Seen.COLLECT_LISTS);
      }
      case 29 -> lookCalmly();
      case 30 -> payments.acceptSome();
      case 31, 32 -> payments.signSome(relay);
      case 33, 34 -> {
        chain.mine(1);
        relay.look();
      }
      case 35 -> relay.bothLook();
      case 36, 37, 38 -> relay.disturb();
      default -> look();
    }
  }

  /**
   * All nodes are well for a while, and everything is read. Where no node lies, refunds then are as
   * the newest blocks have them.
   */
  private void lookCalmly() {
    chain.nodes.forEach(FaultyChain::heal);
    if (random.nextBoolean()) {
      refunds.tellWallet();
      goOn(1);
      chain.replace(1); // and so is taken back
      chain.mine(1);
    }
    watcher = chain.watcher(); // which begins with a sweep
    look();
    for (int i = 0; i < MOST_LOOKS && isBehind(); i++) {
      look();
    }
    look();
    if (isHonest) {
      refunds.areAsTheNewestBlocksHaveThem();
      all.note(Seen.CALM_LOOKS);
    }
  }

  private void goOn(int blocks) {
    chain.mine(blocks);
    look();
  }

  private void disturb(FaultyChain node) {
    if (random.nextBoolean()) {
      node.silent = random.nextBoolean();
    } else {
      node.lags = random.nextBoolean();
      all.note(Seen.LAGS);
    }
  }

  private void refundStrangely() throws Exception {
    switch (random.nextInt(3)) {
      case 0 -> refunds.sendWrongly();
      case 1 -> refunds.cancel();
      default -> refunds.cancelWhileTelling();
    }
  }

  private FaultyChain some() {
    return chain.nodes.get(random.nextInt(chain.nodes.size()));
  }

  /**
   * Blocks that were final are replaced, some with a payment that was confirmed or a refund that
   * was settled; the operator follows the runbook.
   */
  private void replaceFinalBlocks() {
    chain.nodes.forEach(FaultyChain::heal);
    payments.paySome();
    payments.transferSome();
    refunds.tellWallet();
    if (random.nextBoolean()) {
      refunds.cancel(); // what is paid all the same
    }
    payments.sweepSome();
    chain.mine(TestChain.FINAL_AFTER + 1);
    for (int i = 0; i < MOST_LOOKS && isBehind(); i++) {
      look();
    }
    listed();
    relay.noteFinalBlocksReplaced();
    chain.replace(TestChain.FINAL_AFTER + 1 + random.nextInt(4));
    chain.mine(1);
    watcher = chain.watcher();
    for (int i = 0; i < MOST_LOOKS && !isHalted(); i++) {
      look();
    }
    if (isHalted()) {
      halts++;
      all.note(Seen.HALTS);
      resume(Math.max(chain.config.startBlock(), chain.head() - 12));
    }
  }

  private boolean isHalted() {
    return !cursor("halted").equals("null");
  }

  private String cursor(String column) {
    List<String> found =
        world.stored.texts(
            "select " + column + " from chain_cursor where chain_id = ?",
            chain.config.deployment().chainId());
    return found.isEmpty() ? "null" : found.getFirst();
  }

  private void resume(long last) {
    long number = Math.min(last, Long.parseLong(cursor("number")));
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> ChainOperatorRoutes.resume(handle, chain.config, number, world.apply));
    for (int i : payments.gone()) {
      world.apply.handle(
          new Report(
              "reorg " + random.nextLong(),
              OutcomeType.FAILED,
              payments.get(i).payment().id(),
              null,
              "reorg",
              null));
      if (random.nextBoolean()) {
        payments.payAgain(i);
      }
    }
    if (random.nextBoolean()) {
      refunds.send(); // mined again
    }
  }

  private void look() {
    looked = true;
    try {
      watcher.run();
    } catch (ChainUnavailable | Unavailable | FaultyChain.Killed e) {
      // An outage, of nodes or a busy database, or its end: what was done must be whole.
    }
  }

  /** Two nodes that both believe they lead. */
  private void twoLook() throws Exception {
    looked = true;
    List<Callable<Boolean>> both = new ArrayList<>();
    for (WatchRound round : List.of(chain.watcher(), chain.watcher())) {
      both.add(
          () -> {
            try {
              return round.run();
            } catch (RuntimeException e) {
              return false; // deposed, most likely
            }
          });
    }
    Together.all(both);
  }

  private void nothingIsDoneBeforeItIsFinal() {
    assertThat(payments.gone()).isEmpty();
    all.note(Seen.CONFIRMED_EARLY, payments.isAnyEarly());
    refunds.check();
  }

  /** What the merchant can collect, as its page lists it. */
  private Map<String, BigDecimal> listed() {
    chain.nodes.forEach(node -> node.killedAfter = -1); // watchers die, not this page
    Map<String, BigDecimal> listed = new HashMap<>();
    for (CollectableMoney.Item item :
        collection.list(payments.get(0).payment().merchantId(), null, MOST_PLACES).items()) {
      listed.put(item.payment() + " " + item.token(), item.amount());
    }
    return listed;
  }
}
