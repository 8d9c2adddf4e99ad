package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.SendingNode;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.watch.ScheduleTally.Seen;
import dev.paylink.chain.watch.SimulatedAccount.Call;
import dev.paylink.chain.watch.SimulatedAccount.InBlock;
import dev.paylink.checkout.wallet.RelayedPayments.Result;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.Unavailable;
import dev.paylink.relay.StepwiseRelay;
import dev.paylink.relay.StepwiseRelay.SignedMove;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * The relay of one story: what payers sign, the rounds of one or two relays that have one key, and
 * what must hold of orders, nonces and coin. A relay dies at any question that it asks, after it
 * has stored a transaction and before it has sent it, too.
 */
final class ScheduleRelay {
  private static final BigInteger HIGHEST_FEE = SimulatedAccount.GWEI.multiply(BigInteger.TEN);

  /** Enough for two payments at once at the usual fees. */
  private static final BigInteger BUDGET =
      HIGHEST_FEE.multiply(BigInteger.valueOf(4 * SimulatedAccount.CALL_GAS));

  /** The usual price of gas, one for which what was sent has to be raised, and one too high. */
  private static final List<BigInteger> PRICES =
      List.of(
          SimulatedAccount.GWEI,
          SimulatedAccount.GWEI,
          HIGHEST_FEE.divide(BigInteger.TWO),
          HIGHEST_FEE.multiply(BigInteger.TWO));

  private static final Duration PATIENCE = Duration.ofSeconds(6);
  private static final long SIGNED_SECONDS = 70;
  private static final int MOST_QUESTIONS = 12;

  private final ChainWorld world;
  private final TestChain chain;
  private final Random random;
  private final ScheduleTally all;
  private final SimulatedAccount account;
  private final List<StepwiseRelay> relays = new ArrayList<>();

  /** What was signed for a payment: the same again is the same order. */
  private final Map<String, Runnable> signed = new HashMap<>();

  /** The payment that each call pays, if it works. */
  private final Map<String, PaymentId> paymentOf = new HashMap<>();

  private boolean isFinalReplaced;

  ScheduleRelay(ChainWorld world, TestChain chain, Random random, ScheduleTally all) {
    this.world = world;
    this.chain = chain;
    this.random = random;
    this.all = all;
    this.account = new SimulatedAccount(chain, StepwiseRelay.account());
    chain.sends = account;
    List<SendingNode> nodes = new ArrayList<>();
    chain.nodes.forEach(node -> nodes.add(new SimulatedSender(account, node)));
    for (int i = 0; i < 2; i++) {
      relays.add(
          new StepwiseRelay(
              world.database.jdbi(),
              chain.config,
              nodes,
              this::now,
              BUDGET,
              HIGHEST_FEE,
              PATIENCE));
    }
  }

  private Instant now() {
    return chain.inBlocks(0);
  }

  /** A payer signs these terms and hands them in, or does so again. */
  void sign(HostedPayment hosted, Terms terms) {
    signed
        .computeIfAbsent(hosted.payment().id() + " " + terms.ref(), any -> settling(hosted, terms))
        .run();
  }

  private Runnable settling(HostedPayment hosted, Terms terms) {
    EvmAddress payer = someAccount();
    boolean isMovedAway = random.nextInt(8) == 0;
    String call = StepwiseRelay.callOf(terms, payer);
    paymentOf.put(call, hosted.payment().id());
    account.allow(
        call,
        new Call() {
          @Override
          public boolean works() {
            return isInTime(terms.deadline()) && !chain.refs(chain.head()).contains(terms.ref());
          }

          @Override
          public boolean run() {
            SettledLog log = isMovedAway ? null : chain.chain.pay(terms, payer);
            return log != null
                && log.payer().equals(payer)
                && log.blockNumber() == chain.head() + 1;
          }
        });
    String token = terms.token().equals(TestChain.USDC.address()) ? "USDC" : "USDT";
    return () -> take(wake -> someRelay().take(hosted, token, terms, payer, wake));
  }

  /** Software signs a transfer of the amount to this address and hands it in, or does so again. */
  void signTransfer(HostedPayment hosted, EvmAddress address) {
    signed
        .computeIfAbsent(hosted.payment().id() + " " + address, any -> moving(hosted, address))
        .run();
  }

  private Runnable moving(HostedPayment hosted, EvmAddress address) {
    Token token = TestChain.USDC;
    BigInteger units = Objects.requireNonNull(token.units(ChainWorld.AMOUNT));
    byte[] nonce = new byte[Bytes32.SIZE];
    random.nextBytes(nonce);
    SignedMove move =
        new SignedMove(
            token.address(),
            someAccount(),
            address,
            units,
            now().getEpochSecond() + SIGNED_SECONDS,
            Bytes32.of(nonce));
    String call = StepwiseRelay.callOf(move);
    paymentOf.put(call, hosted.payment().id());
    account.allow(
        call,
        new Call() {
          @Override
          public boolean works() {
            return isInTime(move.validBefore()) && !isUsed();
          }

          @Override
          public boolean run() {
            boolean works = works();
            if (works) {
              chain.chain.transfer(token.address(), address, units, move.payer());
            }
            return works;
          }

          private boolean isUsed() {
            return chain
                .chain
                .transfers(List.of(token.address()), List.of(address), 0, chain.head())
                .stream()
                .anyMatch(log -> log.from().equals(move.payer()));
          }
        });
    return () -> take(wake -> someRelay().take(hosted, token.symbol(), move, wake));
  }

  private boolean isInTime(long end) {
    return chain.inBlocks(1).getEpochSecond() < end;
  }

  private EvmAddress someAccount() {
    byte[] bytes = new byte[20];
    random.nextBytes(bytes);
    return EvmAddress.of(bytes);
  }

  private StepwiseRelay someRelay() {
    return relays.get(random.nextInt(relays.size()));
  }

  /** Hands something in. */
  private interface Taking {
    Result with(Runnable wake);
  }

  /** The service dies before it answers where no relay takes it up at once. */
  private void take(Taking taking) {
    boolean isThereARelay = random.nextInt(4) > 0;
    try {
      Result result =
          taking.with(
              () -> {
                if (isThereARelay) {
                  look();
                }
                if (isAny("waiting")) {
                  throw new FaultyChain.Killed();
                }
              });
      all.note(Seen.RELAYED, result instanceof Result.Sent);
      all.note(Seen.RELAYS_REFUSED, result instanceof Result.Refused);
    } catch (FaultyChain.Killed | Unavailable e) {
      all.note(Seen.RELAYS_LATE);
    }
  }

  /** A round of one of the relays. */
  void look() {
    try {
      someRelay().round();
    } catch (ChainUnavailable | Unavailable | FaultyChain.Killed e) {
      // What was done must be whole.
    }
    isWithinBudget();
  }

  /** Rounds of both at once. */
  void bothLook() throws Exception {
    List<Callable<Boolean>> both = new ArrayList<>();
    for (StepwiseRelay relay : relays) {
      both.add(
          () -> {
            try {
              relay.round();
              return true;
            } catch (ChainUnavailable | Unavailable | FaultyChain.Killed e) {
              return false;
            }
          });
    }
    Together.all(both);
    isWithinBudget();
  }

  /** Fees rise or fall, nodes forget what they were handed, a relay dies in its next round. */
  void disturb() {
    switch (random.nextInt(3)) {
      case 0 -> account.base = PRICES.get(random.nextInt(PRICES.size()));
      case 1 -> account.lose();
      default -> {
        FaultyChain node = chain.nodes.get(random.nextInt(chain.nodes.size()));
        node.killedAfter = random.nextInt(MOST_QUESTIONS);
        look();
        node.killedAfter = -1;
      }
    }
  }

  /** From now on fees are as usual. */
  void calm() {
    account.base = SimulatedAccount.GWEI;
  }

  /** From now on orders may be over whose blocks are gone. */
  void noteFinalBlocksReplaced() {
    isFinalReplaced = true;
  }

  /** Whether an order is not over, or a nonce that was used is in no final block. */
  boolean isUnderWay() {
    return isAny("waiting") || isAny("sent") || nextNonce() > finalBlocks().size();
  }

  private List<InBlock> finalBlocks() {
    return account.inBlocks(chain.head() - TestChain.FINAL_AFTER);
  }

  private long nextNonce() {
    return number("select coalesce(max(next_nonce), 0) from relay_account where chain_id = ?")
        .longValueExact();
  }

  private boolean isAny(String state) {
    return !orders(state).isEmpty();
  }

  private List<String> orders(String state) {
    return world.stored.texts(
        "select encode(given, 'hex') from relay_order where chain_id = ? and state = ?",
        chain.config.deployment().chainId(),
        state);
  }

  private void isWithinBudget() {
    BigDecimal used = number("select coalesce(max(used), 0) from relay_day where chain_id = ?");
    assertThat(used).isLessThanOrEqualTo(new BigDecimal(BUDGET));
    if (!isFinalReplaced) {
      assertThat(used).isGreaterThanOrEqualTo(costOf(account.inBlocks(chain.head())));
    }
  }

  private static BigDecimal costOf(List<InBlock> mined) {
    return new BigDecimal(
        mined.stream().map(it -> it.mined().cost()).reduce(BigInteger.ZERO, BigInteger::add));
  }

  private BigDecimal number(String sql) {
    return new BigDecimal(world.stored.text(sql, chain.config.deployment().chainId()));
  }

  /**
   * Whatever was handed in is over; each transaction of the account is in a final block, and no
   * nonce is left out. Where no final block was replaced, orders are what their transactions did,
   * and cost what these have cost.
   */
  void endsAsTheChainHasIt() {
    List<InBlock> mined = finalBlocks();
    assertThat(nextNonce()).isEqualTo(mined.size());
    long nothing = mined.stream().filter(it -> it.mined().sent().data().equals("0x")).count();
    long paid = mined.stream().filter(it -> it.mined().succeeded()).count() - nothing;
    all.note(Seen.RELAYS_EMPTIED, nothing > 0);
    all.note(
        Seen.RELAYS_RAISED,
        number(
                    "select count(*) from relay_attempt where chain_id = ? and attempt > 0 and not empty")
                .signum()
            > 0);
    if (isFinalReplaced) {
      return;
    }
    assertThat(orders("done")).hasSize((int) paid);
    assertThat(orders("failed")).hasSize((int) (mined.size() - paid));
    assertThat(
            mined.stream()
                .filter(it -> it.mined().succeeded())
                .map(it -> paymentOf.get(it.mined().sent().data()))
                .filter(Objects::nonNull))
        .as("payments that the relay has paid")
        .doesNotHaveDuplicates();
    BigDecimal spent = costOf(mined);
    assertThat(number("select coalesce(sum(spent), 0) from relay_order where chain_id = ?"))
        .isEqualByComparingTo(spent);
    assertThat(number("select coalesce(max(used), 0) from relay_day where chain_id = ?"))
        .isEqualByComparingTo(spent);
    all.note(Seen.RELAYED_IN_VAIN, mined.size() > paid + nothing);
    all.note(Seen.PAID_BY_RELAY, paid > 0);
  }
}
