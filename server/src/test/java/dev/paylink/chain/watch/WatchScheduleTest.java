package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.read.HostedPayment;
import dev.paylink.platform.Unavailable;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.Together;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens in whatever order, payments end as the chain has them: confirmed once when a
 * final block holds them, never before, and expired once otherwise. Plain transfers are counted as
 * final blocks hold them, whole, in parts, late or beside a wallet's payment. Nodes fewer than the
 * quorum lie and fork to the end, and no chain is halted by them.
 */
final class WatchScheduleTest {
  private static final String OVERPAID = "payment.overpaid";
  private static final int STEPS = 40;
  private static final int PAYMENTS = 6;

  /** Enough to catch up, and to find what was hidden all the time. */
  private static final int MOST_LOOKS = 100;

  private static final int LOOKS_PER_SWEEP = 10;
  private static final List<Token> TOKENS = List.of(TestChain.USDC, TestChain.USDT);
  private static final List<String> AMOUNTS =
      List.of("125.50", "125.50", "60", "65.50", "200", "0.000001", "0");
  private static final BigInteger UNITS = BigInteger.valueOf(125_500_000);

  @Test
  void payments_end_as_the_chain_has_them() throws Exception {
    Random seeds = Seeded.random(WatchScheduleTest.class);
    int schedules = Rounds.of(60, 10_000);
    Tally all = new Tally();
    try (ChainWorld world = new ChainWorld()) {
      for (int i = 0; i < schedules; i++) {
        long seed = seeds.nextLong();
        try {
          new Schedule(world, new Random(seed), all).run();
        } catch (Exception | AssertionError e) {
          throw new AssertionError("schedule " + i + " with seed " + seed + "L", e);
        }
        if ((i + 1) % 1_000 == 0) {
          System.out.printf("WatchScheduleTest: %d schedules so far%n", i + 1);
        }
      }
    }
    System.out.printf("WatchScheduleTest: %d schedules, %s%n", schedules, all);
    // Else it tells little.
    assertThat(all.paid).isBetween(schedules / 2, schedules * (PAYMENTS - 1));
    assertThat(
            List.of(
                all.liars,
                all.forks,
                all.lags,
                all.floods,
                all.halts,
                all.minedAgain,
                all.transfers,
                all.paidByTransfer,
                all.late,
                all.surplus,
                all.missing,
                all.paidTwice))
        .allMatch(times -> times > 0);
  }

  /** What has happened in all schedules. */
  private static final class Tally {
    int paid;
    int liars;
    int forks;
    int lags;
    int floods;
    int halts;
    int minedAgain;
    int transfers;
    int paidByTransfer;
    int late;
    int surplus;
    int missing;
    int paidTwice;

    @Override
    public String toString() {
      return ("%d payments made, %d of them again after a halt; "
              + "%d lying and %d forked nodes, %d lags, %d floods, %d halts; "
              + "%d transfers paid %d, %d with late ones, %d with a surplus; %d too little, %d twice")
          .formatted(
              paid,
              minedAgain,
              liars,
              forks,
              lags,
              floods,
              halts,
              transfers,
              paidByTransfer,
              late,
              surplus,
              missing,
              paidTwice);
    }
  }

  /** One story of a chain, six payments and their watchers. */
  private static final class Schedule {
    private final ChainWorld world;
    private final Random random;
    private final Tally all;
    private final TestChain chain;
    private final List<HostedPayment> payments = new ArrayList<>();
    private final List<List<Terms>> refs = new ArrayList<>();
    private final Map<Integer, EvmAddress> addresses = new HashMap<>();
    private WatchRound watcher;

    Schedule(ChainWorld world, Random random, Tally all) {
      this.world = world;
      this.random = random;
      this.all = all;
      int quorum = 1 + random.nextInt(3);
      int liars = quorum == 1 ? 0 : 1 + random.nextInt(quorum - 1);
      this.chain = world.chain(quorum + liars + random.nextInt(2), quorum);
      List<FaultyChain> nodes = new ArrayList<>(chain.nodes);
      Collections.shuffle(nodes, random);
      nodes.subList(0, liars).forEach(this::corrupt);
      this.watcher = chain.watcher();
      for (int i = 0; i < PAYMENTS; i++) {
        payments.add(world.payment(chain.inBlocks(5 + random.nextInt(40))));
        refs.add(new ArrayList<>());
      }
    }

    private void corrupt(FaultyChain node) {
      if (random.nextInt(3) == 0) {
        node.forksFrom = chain.head() + random.nextInt(20);
        all.forks++;
      } else {
        all.liars++;
        node.lies = new Random(random.nextLong());
      }
    }

    void run() throws Exception {
      for (int i = 0; i < STEPS; i++) {
        step();
        nothingIsConfirmedBeforeItIsFinal();
      }
      chain.nodes.forEach(FaultyChain::heal);
      chain.mine(60); // past all deadlines
      for (int i = 0;
          i < MOST_LOOKS && (isAnyOpen() || isAnyMissed() || isBehind() || isAnyUncounted());
          i++) {
        if (i % LOOKS_PER_SWEEP == 0) {
          watcher = chain.watcher(); // which begins with a sweep
        }
        look();
      }
      endsAsTheChainHasIt();
    }

    private boolean isBehind() {
      return cursor("number").equals("null")
          || Long.parseLong(cursor("number")) < chain.head() - TestChain.FINAL_AFTER;
    }

    private boolean isAnyOpen() {
      return statuses().stream()
          .anyMatch(status -> status.equals("created") || status.equals("submitted"));
    }

    /** A payment that failed and was mined again, whose log was hidden when its block was read. */
    private boolean isAnyMissed() {
      List<String> statuses = statuses();
      return IntStream.range(0, PAYMENTS)
          .anyMatch(i -> statuses.get(i).equals("failed") && isPaid(i));
    }

    private boolean isAnyUncounted() {
      return addresses.keySet().stream()
          .anyMatch(
              i -> TOKENS.stream().anyMatch(token -> !counted(i, token).equals(onChain(i, token))));
    }

    private void step() throws Exception {
      int payment = random.nextInt(PAYMENTS);
      switch (random.nextInt(20)) {
        case 0, 1 -> prepareSome();
        case 2, 3 -> refs.forEach(ofOne -> ofOne.forEach(this::maybePay));
        case 4 -> refs.get(payment).forEach(this::payWrongly);
        case 5, 6 -> chain.mine(1 + random.nextInt(3));
        case 7 -> {
          chain.chain.replace(1 + random.nextInt(TestChain.FINAL_AFTER));
          chain.mine(1);
        }
        case 8 -> some().hidesLogs = random.nextBoolean();
        case 9 -> some().silent = random.nextBoolean();
        case 10 -> {
          some().lags = random.nextBoolean();
          all.lags++;
        }
        case 11 -> {
          some().killedAfter = random.nextInt(8);
          look();
          watcher = chain.watcher();
        }
        case 12 -> twoLook();
        case 13 -> refs.get(payment).forEach(this::flood);
        case 14 -> {
          if (random.nextInt(4) == 0) {
            replaceFinalBlocks();
          }
        }
        case 15 -> showSome();
        case 16, 17 -> addresses.keySet().forEach(this::maybeTransfer);
        default -> look();
      }
    }

    private void showSome() {
      for (int i = 0; i < PAYMENTS; i++) {
        if (random.nextBoolean() && isInTime(i)) {
          addresses.put(i, chain.show(payments.get(i)));
        }
      }
    }

    private void maybeTransfer(int payment) {
      if (random.nextInt(3) == 0) {
        chain.transfer(
            Objects.requireNonNull(addresses.get(payment)),
            random.nextInt(4) == 0 ? TestChain.USDT : TestChain.USDC,
            AMOUNTS.get(random.nextInt(AMOUNTS.size())));
        all.transfers++;
      }
    }

    private FaultyChain some() {
      return chain.nodes.get(random.nextInt(chain.nodes.size()));
    }

    private void prepareSome() {
      for (int i = 0; i < PAYMENTS; i++) {
        if (random.nextInt(3) == 0) {
          prepare(i);
        }
      }
    }

    private boolean isInTime(int payment) {
      HostedPayment hosted = payments.get(payment);
      return chain.inBlocks(1).isBefore(hosted.payment().expiresAt())
          && !world.status(hosted).startsWith("failed")
          && !world.status(hosted).equals("success");
    }

    private void prepare(int payment) {
      HostedPayment hosted = payments.get(payment);
      if (isInTime(payment)) {
        refs.get(payment)
            .add(chain.prepare(hosted, random.nextInt(4) == 0 ? TestChain.USDT : TestChain.USDC));
      }
    }

    private void maybePay(Terms terms) {
      if (random.nextInt(3) == 0) {
        chain.pay(terms);
      }
    }

    private void payWrongly(Terms terms) {
      chain.pay(
          new Terms(
              terms.deployment(),
              terms.id(),
              random.nextBoolean() ? terms.payee() : ChainWorld.PAYER,
              random.nextBoolean() ? terms.token() : EvmAddress.ZERO,
              terms.amount().add(BigInteger.ONE),
              terms.deadline()));
    }

    private void flood(Terms terms) {
      chain.flood(terms, 4);
      some().mostLogs = 1 + random.nextInt(4);
      all.floods++;
    }

    /**
     * Blocks that were final are replaced, some with a payment that was confirmed; the operator
     * follows the runbook.
     */
    private void replaceFinalBlocks() {
      chain.nodes.forEach(FaultyChain::heal);
      refs.forEach(ofOne -> ofOne.forEach(this::maybePay));
      addresses.keySet().forEach(this::maybeTransfer);
      chain.mine(TestChain.FINAL_AFTER + 1);
      for (int i = 0; i < MOST_LOOKS && isBehind(); i++) {
        look();
      }
      chain.chain.replace(TestChain.FINAL_AFTER + 1 + random.nextInt(4));
      chain.mine(1);
      watcher = chain.watcher();
      for (int i = 0; i < MOST_LOOKS && !isHalted(); i++) {
        look();
      }
      if (isHalted()) {
        all.halts++;
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
              handle -> {
                new WatchedRefStore().forgetAfter(handle, chain.config.deployment(), number);
                new DepositStore().forgetAfter(handle, chain.config.deployment(), number);
                assertThat(new CursorStore().resume(handle, chain.config.deployment(), number))
                    .isTrue();
              });
      for (int i = 0; i < PAYMENTS; i++) {
        HostedPayment hosted = payments.get(i);
        if (world.status(hosted).equals("success") && !isPaid(i)) {
          PaymentId id = hosted.payment().id();
          world.apply.handle(
              new Report(
                  "reorg " + random.nextLong(), OutcomeType.FAILED, id, null, "reorg", null));
          if (random.nextBoolean()) {
            refs.get(i).forEach(this::maybePay); // mined again
          }
        }
      }
    }

    private void look() {
      try {
        watcher.run();
      } catch (ChainUnavailable | Unavailable | FaultyChain.Killed e) {
        // An outage, of nodes or a busy database, or its end: what was done must be whole.
      }
    }

    /** Two nodes that both believe they lead. */
    private void twoLook() throws Exception {
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

    private void nothingIsConfirmedBeforeItIsFinal() {
      List<String> statuses = statuses();
      for (int i = 0; i < PAYMENTS; i++) {
        if (statuses.get(i).equals("success")) {
          assertThat(isPaid(i)).isTrue();
        }
      }
    }

    /** All in one question: it is asked after every step. */
    private List<String> statuses() {
      return world.stored.texts(
          """
          select status from unnest(string_to_array(?, ',')::uuid[]) with ordinality as k (id, n)
            join payment using (id) order by n
          """,
          payments.stream()
              .map(hosted -> hosted.payment().id().value().toString())
              .collect(Collectors.joining(",")));
    }

    private void endsAsTheChainHasIt() {
      assertThat(isHalted()).isFalse();
      for (int i = 0; i < PAYMENTS; i++) {
        HostedPayment hosted = payments.get(i);
        boolean paid = isPaid(i);
        assertThat(world.status(hosted)).startsWith(paid ? "success" : "failed");
        List<String> heard = world.told(hosted);
        List<String> told = heard.stream().filter(type -> !type.equals(OVERPAID)).toList();
        assertThat(Collections.frequency(heard, OVERPAID)).isLessThanOrEqualTo(1);
        if (settledRefs(hosted) + wholes(i) > 1) {
          assertThat(heard).contains(OVERPAID);
          all.paidTwice++;
        }
        countsAsTheChainHasIt(i);
        assertThat(told.getLast()).isEqualTo(paid ? "payment.confirmed" : "payment.failed");
        for (int at = 1; at < told.size(); at++) {
          assertThat(told.get(at)).isNotEqualTo(told.get(at - 1)); // nothing is told twice
        }
        all.paid += paid ? 1 : 0;
        all.minedAgain += paid && told.size() > 2 ? 1 : 0;
      }
    }

    private int settledRefs(HostedPayment hosted) {
      return world
          .stored
          .texts(
              "select 1 from payment_ref where payment_id = ? and settled_block is not null",
              hosted.payment().id().value())
          .size();
    }

    private void countsAsTheChainHasIt(int payment) {
      if (!addresses.containsKey(payment)) {
        return;
      }
      for (Token token : TOKENS) {
        Sums sums = onChain(payment, token);
        assertThat(counted(payment, token)).isEqualTo(sums);
        all.paidByTransfer += sums.isWhole() ? 1 : 0;
        all.late += sums.isWhole() && sums.late.signum() > 0 ? 1 : 0;
        all.surplus += sums.total().compareTo(UNITS) > 0 ? 1 : 0;
        all.missing += !sums.isWhole() && sums.total().signum() > 0 ? 1 : 0;
      }
    }

    /** What came to an address in one token, in units. */
    private record Sums(BigInteger inTime, BigInteger late) {
      BigInteger total() {
        return inTime.add(late);
      }

      boolean isWhole() {
        return total().compareTo(UNITS) >= 0;
      }
    }

    private Sums onChain(int payment, Token token) {
      EvmAddress address = Objects.requireNonNull(addresses.get(payment));
      long deadline = payments.get(payment).payment().expiresAt().getEpochSecond();
      BigInteger inTime = chain.finalUnits(address, token, deadline);
      return new Sums(inTime, chain.finalUnits(address, token, Long.MAX_VALUE).subtract(inTime));
    }

    private Sums counted(int payment, Token token) {
      List<String> sums =
          world.stored.texts(
              """
              select unnest(array[trunc(received * 1000000), trunc(late * 1000000)]) from deposit_address
               where payment_id = ? and token = ?
              """,
              payments.get(payment).payment().id().value(),
              token.symbol());
      return new Sums(new BigInteger(sums.getFirst()), new BigInteger(sums.getLast()));
    }

    private int wholes(int payment) {
      return addresses.containsKey(payment)
          ? (int) TOKENS.stream().filter(token -> onChain(payment, token).isWhole()).count()
          : 0;
    }

    /** Whether a wallet's payment is final, or transfers that are make the whole amount. */
    private boolean isPaid(int payment) {
      return chain.isFinal(refs.get(payment)) || wholes(payment) > 0;
    }
  }
}
