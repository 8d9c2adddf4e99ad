package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.watch.ScheduleTally.Seen;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.settlement.apply.Accept;
import dev.paylink.settlement.apply.ReportResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The payments of one story: prepared for wallets, shown an address, paid rightly and wrongly, and
 * swept; and what each of them must be by what the chain has. A payment that need not be final may
 * be a success before, and fails with a reorganisation if it is not there in the end.
 */
final class SchedulePayments {
  private static final String OVERPAID = "payment.overpaid";
  private static final Set<String> OUTCOMES = Set.of("payment.confirmed", "payment.failed");
  private static final List<Token> TOKENS = List.of(TestChain.USDC, TestChain.USDT);

  /** Tokens in which nothing is paid: one of another currency, and one that nobody listed. */
  private static final List<Token> STRANGE = List.of(TestChain.EURC, TestChain.UNLISTED);

  /** Those that the service has to do with, and so can be collected. */
  static final List<Token> LISTED = List.of(TestChain.USDC, TestChain.USDT, TestChain.EURC);

  private static final List<String> AMOUNTS =
      List.of("125.50", "125.50", "60", "65.50", "124.50", "200", "0.000001", "0");
  private static final BigInteger UNITS = BigInteger.valueOf(125_500_000);

  /** Forgiven where a merchant forgives, in the currency. */
  private static final String TOLERATED = "2.00";

  private static final BigInteger TOLERATED_UNITS = BigInteger.valueOf(2_000_000);

  private final ChainWorld world;
  private final TestChain chain;
  private final Random random;
  private final ScheduleTally all;
  private final List<HostedPayment> payments = new ArrayList<>();
  private final List<List<Terms>> refs = new ArrayList<>();
  private final Map<Integer, EvmAddress> addresses = new HashMap<>();
  private final Set<Integer> accepted = new HashSet<>();
  private final Set<Integer> refundedAfterEnd = new HashSet<>();
  private final boolean isTolerant;

  SchedulePayments(ChainWorld world, TestChain chain, Random random, ScheduleTally all) {
    this.world = world;
    this.chain = chain;
    this.random = random;
    this.all = all;
    this.isTolerant = random.nextInt(3) == 0;
    if (isTolerant) {
      world.tolerate("5", TOLERATED);
    }
    for (int i = 0; i < WatchSchedule.PAYMENTS; i++) {
      payments.add(world.payment(chain.inBlocks(5 + random.nextInt(40))));
      refs.add(new ArrayList<>());
    }
  }

  HostedPayment get(int payment) {
    return payments.get(payment);
  }

  int indexOf(String uuid) {
    return IntStream.range(0, payments.size())
        .filter(i -> payments.get(i).payment().id().value().toString().equals(uuid))
        .findFirst()
        .orElseThrow();
  }

  /** One that is not open and got some money; negative if there is none. */
  int someToRefund() {
    int[] some =
        IntStream.range(0, payments.size())
            .filter(i -> hasEndedWithMoney(payments.get(i)))
            .toArray();
    return some.length == 0 ? -1 : some[random.nextInt(some.length)];
  }

  private boolean hasEndedWithMoney(HostedPayment hosted) {
    return world
        .stored
        .text(
            "select status in ('success', 'failed') and received is not null from payment where id = ?",
            hosted.payment().id().value())
        .equals("t");
  }

  /** Notes that a refund was granted; what comes late then may pay nothing. */
  void refunded(int payment) {
    if (world.status(payments.get(payment)).startsWith("failed")) {
      refundedAfterEnd.add(payment);
      all.note(Seen.REFUNDS_OF_WHAT_FAILED);
    }
  }

  /** The merchant accepts what has come, as it saw it, or a little before. */
  void acceptSome() {
    for (int i = 0; i < payments.size(); i++) {
      String received =
          world.stored.text(
              "select received from payment where id = ?", payments.get(i).payment().id().value());
      if (random.nextBoolean() && !received.equals("null")) {
        accept(
            i,
            new BigDecimal(received)
                .subtract(random.nextInt(8) == 0 ? BigDecimal.ONE : BigDecimal.ZERO));
      }
    }
  }

  private void accept(int payment, BigDecimal received) {
    HostedPayment hosted = payments.get(payment);
    Accept.Result result =
        world.apply.accept(
            new Accept(
                "accept " + random.nextLong(),
                hosted.payment().id(),
                hosted.payment().merchantId(),
                received,
                null),
            (handle, now) -> {});
    if (result instanceof ReportResult.Recorded recorded && recorded.applied()) {
      accepted.add(payment);
      all.note(Seen.ACCEPTED);
    } else {
      all.note(Seen.ACCEPTS_REFUSED);
    }
  }

  /** Whether somebody decides about it, not the chain alone. */
  private boolean isDecided(int payment) {
    return accepted.contains(payment)
        || refundedAfterEnd.contains(payment)
        || isForgivable(payment);
  }

  /** What is missing in all tokens together is within the tolerance, or was once. */
  private boolean isForgivable(int payment) {
    return isTolerant
        && received(payment)
                .movePointRight(6)
                .toBigInteger()
                .compareTo(UNITS.subtract(TOLERATED_UNITS))
            >= 0;
  }

  void prepareSome() {
    for (int i = 0; i < payments.size(); i++) {
      if (random.nextInt(3) == 0 && isInTime(i)) {
        refs.get(i)
            .add(
                chain.prepare(
                    payments.get(i), random.nextInt(4) == 0 ? TestChain.USDT : TestChain.USDC));
      }
    }
  }

  private boolean isInTime(int payment) {
    HostedPayment hosted = payments.get(payment);
    return chain.inBlocks(1).isBefore(hosted.payment().expiresAt())
        && !world.status(hosted).startsWith("failed")
        && !world.status(hosted).equals("success");
  }

  void paySome() {
    refs.forEach(this::paySome);
  }

  /** Payers who hold no coin hand their signatures to the relay. */
  void signSome(ScheduleRelay relay) {
    for (int i = 0; i < payments.size(); i++) {
      List<Terms> prepared = refs.get(i);
      EvmAddress address = addresses.get(i);
      if (address != null && random.nextInt(4) == 0) {
        relay.signTransfer(payments.get(i), address);
      } else if (!prepared.isEmpty() && random.nextInt(3) == 0) {
        relay.sign(payments.get(i), prepared.get(random.nextInt(prepared.size())));
      }
    }
  }

  void payAgain(int payment) {
    paySome(refs.get(payment));
  }

  private void paySome(List<Terms> ofOne) {
    for (Terms terms : ofOne) {
      if (random.nextInt(3) == 0) {
        chain.pay(terms);
      }
    }
  }

  void payWrongly() {
    for (Terms terms : refs.get(random.nextInt(payments.size()))) {
      Terms wrong =
          TestChain.priced(
              terms,
              random.nextBoolean() ? terms.token() : EvmAddress.ZERO,
              terms.amount().add(BigInteger.ONE));
      EvmAddress payee = random.nextBoolean() ? terms.payee() : ChainWorld.PAYER;
      chain.pay(TestChain.changed(wrong, wrong.id(), payee, wrong.deadline()));
      chain.pay(TestChain.priced(terms, terms.token(), BigInteger.ONE));
    }
  }

  void flood(FaultyChain node) {
    for (Terms terms : refs.get(random.nextInt(payments.size()))) {
      chain.flood(terms, 4);
      node.mostLogs = 1 + random.nextInt(4);
      all.note(Seen.FLOODS);
    }
  }

  void showSome() {
    for (int i = 0; i < payments.size(); i++) {
      if (random.nextBoolean() && isInTime(i)) {
        addresses.put(i, chain.show(payments.get(i)));
      }
    }
  }

  void transferSome() {
    for (EvmAddress address : addresses.values()) {
      if (random.nextInt(3) == 0) {
        chain.transfer(address, someToken(), AMOUNTS.get(random.nextInt(AMOUNTS.size())));
        all.note(Seen.TRANSFERS);
      }
    }
  }

  private Token someToken() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> TestChain.USDT;
      case 2 -> STRANGE.get(random.nextInt(STRANGE.size()));
      default -> TestChain.USDC;
    };
  }

  /** Anybody may do it, whenever he likes. */
  void sweepSome() {
    for (EvmAddress address : addresses.values()) {
      if (random.nextBoolean()) {
        LISTED.forEach(token -> chain.sweep(address, token));
        all.note(Seen.SWEEPS);
      }
    }
  }

  boolean isAnyOpen() {
    return statuses().stream()
        .anyMatch(status -> status.equals("created") || status.equals("submitted"));
  }

  /** A payment that failed and was mined again, whose log was hidden when its block was read. */
  boolean isAnyMissed() {
    List<String> statuses = statuses();
    return IntStream.range(0, payments.size())
        .anyMatch(i -> statuses.get(i).equals("failed") && isPaid(i) && !isDecided(i));
  }

  boolean isAnyUncounted() {
    return addresses.keySet().stream()
        .anyMatch(
            i -> TOKENS.stream().anyMatch(token -> !counted(i, token).equals(onChain(i, token))));
  }

  /** One that was found to be paid twice after its transfers were judged. */
  boolean isAnyUntold() {
    return IntStream.range(0, payments.size())
        .anyMatch(i -> isPaidTwice(i) && !isToldTwice(i) && !isDecided(i));
  }

  private boolean isPaidTwice(int payment) {
    return settledRefs(payments.get(payment)) + wholes(payment) > 1;
  }

  private boolean isToldTwice(int payment) {
    return world.told(payments.get(payment)).contains(OVERPAID);
  }

  /**
   * Those that are a success although the chain does not have them any more. What was confirmed
   * before it was final is the watcher's to take back.
   */
  List<Integer> gone() {
    List<String> statuses = statuses();
    List<String> early = early();
    return IntStream.range(0, payments.size())
        .filter(i -> statuses.get(i).equals("success") && !isPaid(i) && !isDecided(i))
        .filter(i -> !early.contains(payments.get(i).payment().id().value().toString()))
        .boxed()
        .toList();
  }

  /** Whether one is confirmed before it is final. */
  boolean isAnyEarly() {
    return !early().isEmpty();
  }

  private List<String> early() {
    return world.stored.texts(
        "select payment_id from payment_ref where early_block is not null and chain_id = ?",
        chain.config.deployment().chainId());
  }

  /** Payments that the watcher took back because a final block does not have them. */
  private List<String> takenBack() {
    return world.stored.texts(
        "select payment_id from settlement_event where merchant_id = ? and event_ref like 'chain:%:reorg:%'",
        payments.getFirst().payment().merchantId().value());
  }

  /** All in one question: it is asked often. */
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

  void endAsTheChainHasThem() {
    List<String> takenBack = takenBack();
    assertThat(takenBack).doesNotHaveDuplicates();
    all.note(Seen.TAKEN_BACK, !takenBack.isEmpty());
    assertThat(early()).isEmpty();
    for (int i = 0; i < payments.size(); i++) {
      HostedPayment hosted = payments.get(i);
      boolean paid = isDecided(i) ? world.status(hosted).equals("success") : isPaid(i);
      assertThat(world.status(hosted)).startsWith(paid ? "success" : "failed");
      all.note(Seen.FORGIVEN, paid && !isPaid(i) && !accepted.contains(i));
      List<String> heard =
          world.told(hosted).stream().filter(type -> type.startsWith("payment.")).toList();
      List<String> told = heard.stream().filter(OUTCOMES::contains).toList();
      world.received(hosted);
      assertThat(Collections.frequency(heard, OVERPAID)).isLessThanOrEqualTo(1);
      if (isPaidTwice(i) && !isDecided(i)) {
        assertThat(heard).contains(OVERPAID);
        all.note(Seen.PAID_TWICE);
      }
      countsAsTheChainHasIt(i);
      if (hasTooMuch(hosted)) {
        assertThat(heard).contains(OVERPAID);
        all.note(Seen.TOO_MUCH);
      }
      assertThat(told.getLast()).isEqualTo(paid ? "payment.confirmed" : "payment.failed");
      if (!paid && told.contains("payment.confirmed")) {
        assertThat(world.status(hosted)).isEqualTo("failed reorg");
      }
      for (int at = 1; at < told.size(); at++) {
        assertThat(told.get(at)).isNotEqualTo(told.get(at - 1)); // nothing is told twice
      }
      all.note(Seen.PAID, paid);
      all.note(Seen.PAID_IN_PARTS, isPaidInParts(i));
      all.note(Seen.MINED_AGAIN, paid && told.size() > 2);
    }
  }

  /** What it has is what the chain has, which was compared before. */
  private boolean hasTooMuch(HostedPayment hosted) {
    return world
        .stored
        .text(
            """
            select status = 'success'
                   and received - coalesce(refunded, 0) - amount >= amount * 0.001
              from payment where id = ?
            """,
            hosted.payment().id().value())
        .equals("t");
  }

  private boolean isPaidInParts(int payment) {
    return chain.countFinal(refs.get(payment)) == 0
        && wholes(payment) == 0
        && transferred(payment).compareTo(UNITS) >= 0;
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
      all.note(Seen.PAID_BY_TRANSFER, sums.isWhole());
      all.note(Seen.LATE, sums.isWhole() && sums.late.signum() > 0);
      all.note(Seen.SURPLUS, sums.total().compareTo(UNITS) > 0);
      all.note(Seen.MISSING, !sums.isWhole() && sums.total().signum() > 0);
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
            select unnest(array[trunc(received * 1000000), trunc(late * 1000000)]) from transfer_address
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

  /** What final blocks have brought in one token for all payments, by whichever way. */
  BigInteger finalUnits(Token token) {
    BigInteger units = BigInteger.ZERO;
    for (EvmAddress address : addresses.values()) {
      units = units.add(chain.finalUnits(address, token, Long.MAX_VALUE));
    }
    Set<Bytes32> own =
        refs.stream().flatMap(List::stream).map(Terms::ref).collect(Collectors.toSet());
    return chain.finalLogs().stream()
        .filter(log -> log.token().equals(token.address()) && own.contains(log.ref()))
        .map(SettledLog::amount)
        .reduce(units, BigInteger::add);
  }

  /** What final blocks have brought for a payment in one token. */
  BigDecimal received(int payment, Token token) {
    Set<Bytes32> own = refs.get(payment).stream().map(Terms::ref).collect(Collectors.toSet());
    BigInteger units =
        chain.finalLogs().stream()
            .filter(log -> log.token().equals(token.address()) && own.contains(log.ref()))
            .map(SettledLog::amount)
            .reduce(BigInteger.ZERO, BigInteger::add);
    EvmAddress address = addresses.get(payment);
    return new BigDecimal(
        address == null ? units : units.add(chain.finalUnits(address, token, Long.MAX_VALUE)), 6);
  }

  /** What final blocks have brought for a payment in tokens that pay it, by whichever way. */
  BigDecimal received(int payment) {
    BigInteger units = UNITS.multiply(BigInteger.valueOf(chain.countFinal(refs.get(payment))));
    return new BigDecimal(units.add(transferred(payment)), 6);
  }

  /** Whether a wallet's payment is final, or transfers that are make the whole amount together. */
  private boolean isPaid(int payment) {
    return chain.countFinal(refs.get(payment)) > 0 || transferred(payment).compareTo(UNITS) >= 0;
  }

  private BigInteger transferred(int payment) {
    BigInteger units = BigInteger.ZERO;
    if (addresses.containsKey(payment)) {
      for (Token token : TOKENS) {
        units = units.add(onChain(payment, token).total());
      }
    }
    return units;
  }

  /** What lies at the addresses in the state of the newest final block. */
  Map<String, BigDecimal> held() {
    Map<String, BigDecimal> held = new HashMap<>();
    addresses.forEach(
        (payment, address) -> {
          for (Token token : LISTED) {
            BigInteger units =
                chain.held(address, token.address(), chain.head() - TestChain.FINAL_AFTER);
            if (units.signum() > 0) {
              held.put(
                  payments.get(payment).payment().id() + " " + token.symbol(),
                  new BigDecimal(units, 6));
            }
          }
        });
    return held;
  }
}
