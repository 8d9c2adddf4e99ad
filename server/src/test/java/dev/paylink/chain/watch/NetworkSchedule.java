package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.wallet.ChainTransfers;
import dev.paylink.chain.wallet.Payables;
import dev.paylink.chain.wallet.SeenTransfers;
import dev.paylink.money.Currencies;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.Unavailable;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspensionStore;
import dev.paylink.settlement.suspend.ReleaseHeld;
import dev.paylink.testing.Together;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * One random history of two chains with one factory, each with one contract or two, between which
 * the operator moves. The entries of one chain list different tokens. Payers send to the address
 * that they were shown, on whichever chain and in whichever token. Operators suspend tokens and
 * lift that. A node of each chain hides, hangs, answers too late, lags or is silent.
 */
final class NetworkSchedule {
  private static final int PAYMENTS = 5;
  private static final int STEPS = 40;
  private static final int MOST_LOOKS = 60;
  private static final int LOOKS_PER_RESCAN = 5;

  /** Two watchers ask it at the same moment; each time costs its timeout. */
  private static final int MOST_TIMEOUTS = 4;

  private static final List<Token> TOKENS = List.of(TestChain.USDC, TestChain.USDT);
  private static final List<String> AMOUNTS =
      List.of("125.50", "60", "65.50", "62.75", "62.75", "0.01");
  private static final BigInteger UNITS = BigInteger.valueOf(125_500_000);
  private static final BigInteger DUST = BigInteger.valueOf(125_500);

  private final ChainWorld world;
  private final Random random;
  private final List<Network> networks = new ArrayList<>();
  private final List<HostedPayment> payments = new ArrayList<>();
  private final Map<HostedPayment, EvmAddress> shown = new HashMap<>();

  /** Payments, and the tokens that were offered for them on each chain at any time. */
  private final Set<String> offered = new HashSet<>();

  /** Tokens of a chain that are suspended now. */
  private final Set<String> suspended = new HashSet<>();

  private final Set<UUID> successes = new HashSet<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private boolean looked;

  /** How often what this is about has happened. */
  final Map<String, Integer> seen = new LinkedHashMap<>();

  NetworkSchedule(ChainWorld world, Random random) {
    this.world = world;
    this.random = random;
    world.beginWithAnotherMerchant();
    for (int i = 0; i < 2; i++) {
      networks.add(new Network(world.chain(3, 2)));
    }
    for (int i = 0; i < PAYMENTS; i++) {
      payments.add(world.payment(networks.getFirst().chain.inBlocks(5 + random.nextInt(30))));
    }
  }

  /** A chain, and which of its contracts are configured. */
  private final class Network {
    final TestChain chain;
    final FaultyChain odd;
    final ChainConfig former;
    final ChainConfig latter;
    final Map<ChainConfig, WatchRound> watchers = new LinkedHashMap<>();

    /** The entry that is offered, with its tokens. */
    ChainConfig offered;

    Network(TestChain chain) {
      this.chain = chain;
      this.odd = chain.nodes.get(random.nextInt(chain.nodes.size()));
      this.former = with(chain.config, some());
      this.latter = chain.moved(chain.config.name() + "new", some().toArray(Token[]::new));
      this.offered = former;
      configure(List.of(former));
    }

    /** Dollars in one token or two. */
    private List<Token> some() {
      return random.nextInt(3) == 0
          ? List.of(TestChain.USDC, TestChain.EURC)
          : List.of(TestChain.USDC, TestChain.USDT, TestChain.EURC);
    }

    /** Restarts the service with these entries; the others are not watched. */
    void configure(List<ChainConfig> entries) {
      watchers.clear();
      chain.restart();
      odd.timeouts = 0;
      entries.forEach(entry -> watchers.put(entry, chain.watcherOf(entry)));
    }

    void move() {
      offered = random.nextBoolean() ? former : latter;
      ChainConfig other = offered.equals(former) ? latter : former;
      switch (random.nextInt(3)) {
        case 0 -> configure(List.of(offered));
        case 1 -> configure(List.of(with(other, List.of()), offered));
        default -> configure(List.of(other, offered));
      }
      note("moves");
    }

    void disturb() {
      odd.heal();
      odd.hangs = null;
      odd.timeouts = 0;
      switch (random.nextInt(14)) {
        case 0, 1, 2, 3 -> {
          odd.hidesTransfers = true;
          note("hidden");
        }
        case 4, 5 -> odd.silent = true;
        case 6, 7 -> odd.lags = true;
        case 9, 10 -> {
          configure(List.copyOf(watchers.keySet())); // it was well until now
          odd.timesOut = true;
          note("timed out");
        }
        case 8 -> {
          if (random.nextInt(20) == 0) { // each costs a moment
            odd.hangs = end;
            note("hung");
          }
        }
        default -> {}
      }
    }

    void look() {
      looked = true;
      watchers.values().forEach(this::look);
    }

    private boolean look(WatchRound watcher) {
      try {
        while (watcher.run()) {}
        assertThat(odd.timeouts).as("a node that is late rests").isLessThan(MOST_TIMEOUTS);
        return true;
      } catch (ChainUnavailable | Unavailable e) {
        return false; // an outage: what was done must be whole
      }
    }

    void lookTogether() throws Exception {
      looked = true;
      List<Callable<Boolean>> all = new ArrayList<>();
      for (WatchRound watcher : watchers.values()) {
        all.add(() -> look(watcher));
      }
      Together.all(all);
    }

    private static ChainConfig with(ChainConfig entry, List<Token> tokens) {
      return new ChainConfig(
          entry.name(),
          entry.label(),
          entry.deployment(),
          entry.rpc(),
          entry.quorum(),
          entry.finality(),
          entry.early(),
          entry.logRange(),
          entry.poll(),
          entry.startBlock(),
          entry.publicRpc(),
          entry.explorer(),
          tokens,
          entry.factory());
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
    for (Network network : networks) {
      network.odd.heal();
      network.odd.hangs = null;
      network.chain.mine(40); // past all deadlines
    }
    for (Network network : networks) {
      TOKENS.stream().filter(token -> isSuspended(network, token)).forEach(it -> lift(network, it));
    }
    end.countDown();
    for (int i = 0; i < MOST_LOOKS && !isAtRest(); i++) {
      for (Network network : networks) {
        if (i % LOOKS_PER_RESCAN == 0) {
          network.configure(List.copyOf(network.watchers.keySet()));
        }
        network.look();
      }
    }
    payments.forEach(this::endsAsTheChainsHaveIt);
  }

  private void step() throws Exception {
    Network network = networks.get(random.nextInt(networks.size()));
    switch (random.nextInt(15)) {
      case 0, 1 -> showSome(network);
      case 2, 3, 4 -> transferSome(network);
      case 5, 6 -> network.chain.mine(1 + random.nextInt(4));
      case 7 -> {
        network.chain.replace(1 + random.nextInt(TestChain.FINAL_AFTER));
        network.chain.mine(1);
      }
      case 8 -> network.disturb();
      case 9 -> network.move();
      case 10 -> network.lookTogether();
      case 11 -> suspendOrLift(network, TOKENS.get(random.nextInt(TOKENS.size())));
      default -> network.look();
    }
  }

  /** What the page does, with the entries that are offered now. */
  private void showSome(Network network) {
    List<ChainConfig> entries = networks.stream().map(it -> it.offered).toList();
    ChainTransfers transfers =
        new ChainTransfers(
            world.database.jdbi(),
            new Payables(
                new Currencies(List.of(ChainWorld.DOLLARS)),
                entries,
                any -> true,
                (chain, token) ->
                    suspended.contains(chain.deployment().chainId() + " " + token.symbol())),
            entries,
            (deployment, transaction, id) -> false,
            new SeenTransfers(Map.of()),
            InstantSource.system());
    Map<UUID, String> now = statuses();
    for (HostedPayment hosted : payments) {
      String option = network.chain.config.deployment().chainId() + ":USDC";
      if (random.nextInt(3) == 0
          && "created".equals(now.get(hosted.payment().id().value()))
          && isInTime(hosted)
          && transfers.show(hosted, option)) {
        shown.put(
            hosted,
            TransferAddresses.of(
                Objects.requireNonNull(network.offered.factory()),
                ChainWorld.PAYEE,
                TransferAddresses.refOf(hosted.payment().id())));
        networks.forEach(it -> it.offered.tokens().forEach(token -> offer(hosted, it, token)));
      }
    }
  }

  private void offer(HostedPayment hosted, Network network, Token token) {
    offered.add(key(hosted, network, token));
  }

  private boolean isOffered(HostedPayment hosted, Network network, Token token) {
    return offered.contains(key(hosted, network, token));
  }

  private static String key(HostedPayment hosted, Network network, Token token) {
    return hosted.payment().id() + " " + network.chain.config.name() + " " + token.symbol();
  }

  private boolean isInTime(HostedPayment hosted) {
    return networks.stream()
        .allMatch(it -> it.chain.inBlocks(1).isBefore(hosted.payment().expiresAt()));
  }

  private void transferSome(Network network) {
    shown.forEach(
        (hosted, address) -> {
          if (random.nextInt(4) == 0) {
            network.chain.transfer(
                address,
                TOKENS.get(random.nextInt(4) / 3),
                AMOUNTS.get(random.nextInt(AMOUNTS.size())));
            note("transfers");
          }
        });
  }

  private void suspendOrLift(Network network, Token token) {
    if (isSuspended(network, token)) {
      lift(network, token);
      return;
    }
    suspended.add(key(network, token));
    note("suspended");
    long chainId = network.chain.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new SuspensionStore().insert(handle, chainId, token.symbol(), "depegged", "one"));
  }

  /** What operators do; all that was held is confirmed. */
  private void lift(Network network, Token token) {
    suspended.remove(key(network, token));
    long chainId = network.chain.config.deployment().chainId();
    world
        .database
        .jdbi()
        .useTransaction(
            handle -> {
              new SuspensionStore().delete(handle, chainId, token.symbol());
              new HeldStore().confirm(handle, chainId, token.symbol());
            });
    if (ReleaseHeld.release(world.database.jdbi(), world.apply) > 0) {
      note("released");
    }
    nothingIsDoneBeforeItIsFinal();
  }

  private boolean isSuspended(Network network, Token token) {
    return suspended.contains(key(network, token));
  }

  private static String key(Network network, Token token) {
    return network.chain.config.deployment().chainId() + " " + token.symbol();
  }

  /** Also, what is paid in suspended tokens alone waits for a decision. */
  private void nothingIsDoneBeforeItIsFinal() {
    Map<UUID, String> now = statuses();
    for (HostedPayment hosted : payments) {
      UUID id = hosted.payment().id().value();
      if ("success".equals(now.get(id))) {
        assertThat(isPaid(hosted)).isTrue();
        assertThat(successes.contains(id) || isPaidInTokenThatIsNotSuspended(hosted)).isTrue();
      }
    }
    noteSuccesses();
  }

  private void noteSuccesses() {
    statuses()
        .forEach(
            (id, status) -> {
              if (status.equals("success")) {
                successes.add(id);
              }
            });
  }

  private boolean isPaidInTokenThatIsNotSuspended(HostedPayment hosted) {
    return isWhole(hosted, Long.MAX_VALUE, (network, token) -> !isSuspended(network, token));
  }

  private Map<UUID, String> statuses() {
    Map<UUID, String> all = new HashMap<>();
    for (String row :
        world.stored.texts(
            "select id || ' ' || status from payment where merchant_id = ?",
            payments.getFirst().payment().merchantId().value())) {
      int end = row.indexOf(' ');
      all.put(UUID.fromString(row.substring(0, end)), row.substring(end + 1));
    }
    return all;
  }

  private boolean isAtRest() {
    Map<UUID, String> now = statuses();
    return payments.stream()
        .allMatch(
            hosted ->
                (isPaid(hosted) ? "success" : "failed")
                        .equals(now.get(hosted.payment().id().value()))
                    && isCounted(hosted));
  }

  private void endsAsTheChainsHaveIt(HostedPayment hosted) {
    boolean inTime = isWhole(hosted, hosted.payment().expiresAt().getEpochSecond());
    List<String> told = world.told(hosted);
    assertThat(world.status(hosted)).startsWith(isPaid(hosted) ? "success" : "failed");
    assertThat(counted(hosted)).isEqualTo(onChains(hosted));
    if (inTime) {
      assertThat(told).as("paid in time").doesNotContain("payment.failed");
      note("paid in time");
      if (!isWholeInOne(hosted)) {
        note("in parts in time");
      }
    }
    assertThat(told.stream().filter("payment.confirmed"::equals).count())
        .isEqualTo(isPaid(hosted) ? 1 : 0);
    assertThat(told.stream().filter("payment.overpaid"::equals).count())
        .isEqualTo(hasTooMuch(hosted) ? 1 : 0);
    note(isPaid(hosted) ? "paid" : "expired");
    if (hasTooMuch(hosted)) {
      note("too much");
    }
  }

  private boolean isPaid(HostedPayment hosted) {
    return isWhole(hosted, Long.MAX_VALUE);
  }

  private boolean isWhole(HostedPayment hosted, long before) {
    return isWhole(hosted, before, (network, token) -> true);
  }

  /** Whether the chains hold the whole amount at the address in the tokens offered, together. */
  private boolean isWhole(
      HostedPayment hosted, long before, BiPredicate<Network, Token> isConsidered) {
    return sum(units(hosted, before, isConsidered)).compareTo(UNITS) >= 0;
  }

  private boolean hasTooMuch(HostedPayment hosted) {
    BigInteger all = sum(units(hosted, Long.MAX_VALUE, (network, token) -> true));
    return all.subtract(UNITS).compareTo(DUST) >= 0;
  }

  private static BigInteger sum(List<BigInteger> units) {
    return units.stream().reduce(BigInteger.ZERO, BigInteger::add);
  }

  private boolean isWholeInOne(HostedPayment hosted) {
    return units(hosted, Long.MAX_VALUE, (network, token) -> true).stream()
        .anyMatch(units -> units.compareTo(UNITS) >= 0);
  }

  private List<BigInteger> units(
      HostedPayment hosted, long before, BiPredicate<Network, Token> isConsidered) {
    EvmAddress address = shown.get(hosted);
    List<BigInteger> all = new ArrayList<>();
    for (Network network : networks) {
      for (Token token : TOKENS) {
        if (address != null
            && isOffered(hosted, network, token)
            && isConsidered.test(network, token)) {
          all.add(network.chain.finalUnits(address, token, before));
        }
      }
    }
    return all;
  }

  /** Whether the sums of the payment are those of final blocks, on both chains. */
  private boolean isCounted(HostedPayment hosted) {
    return counted(hosted).equals(onChains(hosted));
  }

  private Map<String, String> onChains(HostedPayment hosted) {
    return sums(
        hosted,
        (network, token) ->
            network
                .chain
                .finalUnits(Objects.requireNonNull(shown.get(hosted)), token, Long.MAX_VALUE)
                .toString());
  }

  private Map<String, String> counted(HostedPayment hosted) {
    return sums(
        hosted,
        (network, token) ->
            world.stored.text(
                "select trunc(sum(received + late) * 1000000) from transfer_address"
                    + " where payment_id = ? and chain_id = ? and token = ?",
                hosted.payment().id().value(),
                network.chain.config.deployment().chainId(),
                token.symbol()));
  }

  private Map<String, String> sums(HostedPayment hosted, BiFunction<Network, Token, String> sum) {
    Map<String, String> all = new TreeMap<>();
    for (Network network : networks) {
      for (Token token : TOKENS) {
        if (isOffered(hosted, network, token)) {
          all.put(key(hosted, network, token), sum.apply(network, token));
        }
      }
    }
    return all;
  }

  private void note(String what) {
    seen.merge(what, 1, Integer::sum);
  }
}
