package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.simulated.SimulatedChain;
import dev.paylink.chain.simulated.SimulatedJournal;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.chain.transfer.TransferAddressStore;
import dev.paylink.chain.wallet.Payable;
import dev.paylink.chain.wallet.Payables;
import dev.paylink.chain.wallet.RefStore;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A simulated chain whose blocks come when the test says so, and the watcher's view of it. */
public final class TestChain {
  static final int FINAL_AFTER = 3;
  static final int EARLY_AFTER = 1;
  static final Token USDC = token("USDC", 1);
  static final Token USDT = token("USDT", 2);

  /** Listed, but of another currency than the payments. */
  static final Token EURC = token("EURC", 3);

  /** Nobody has listed it, and anybody can send it. */
  static final Token UNLISTED = token("FAKE", 9);

  static final int LOG_RANGE = 4;

  /** So long after 1970 that a refund, which has a week, can be requested before it. */
  private static final long FIRST = 1_000_000;

  final ChainConfig config;
  final SimulatedChain chain;

  /** The first of its nodes. */
  final FaultyChain seen;

  final List<FaultyChain> nodes = new ArrayList<>();
  Quorum quorum;
  private final List<FaultyChain.Promise> promised = new CopyOnWriteArrayList<>();

  private final List<EvmAddress> addresses = new CopyOnWriteArrayList<>();
  private final ChainWorld world;
  private final AtomicLong head = new AtomicLong(FIRST);
  private final Map<String, Long> swept = new HashMap<>();

  /** An account whose transactions are mined here; null if nobody sends any. */
  @Nullable SimulatedAccount sends;

  public TestChain(ChainWorld world, long chainId) {
    this(world, chainId, 1, 1);
  }

  /**
   * @param quorum so many of its nodes must agree
   */
  TestChain(ChainWorld world, long chainId, int nodes, int quorum) {
    this.world = world;
    Deployment deployment =
        new Deployment(chainId, EvmAddress.of("0x5FbDB2315678afecb367f032d93F642f64180aa3"));
    this.config =
        new ChainConfig(
            "test" + chainId,
            "Test",
            deployment,
            List.of(),
            quorum,
            new Finality.Depth(FINAL_AFTER),
            new Finality.Depth(EARLY_AFTER),
            LOG_RANGE,
            Duration.ofSeconds(1),
            FIRST - FINAL_AFTER,
            null,
            null,
            List.of(USDC, USDT, EURC),
            EvmAddress.of("0x" + "d".repeat(40)));
    this.chain =
        new SimulatedChain(
            deployment, FINAL_AFTER, EARLY_AFTER, head::get, SimulatedJournal.inMemory());
    for (int i = 0; i < nodes; i++) {
      this.nodes.add(new FaultyChain(chain, promised, addresses, this::held));
    }
    this.seen = this.nodes.getFirst();
    this.quorum = ask();
  }

  private Quorum ask() {
    List<ChainNode> all = new ArrayList<>();
    nodes.forEach(node -> all.add(new ChainNode("node" + (all.size() + 1), node)));
    return new Quorum(config.name(), config.agreeing(), all);
  }

  /** The service starts again: no node rests any more. */
  void restart() {
    quorum = ask();
  }

  private static Token token(String symbol, int last) {
    return new Token(symbol, EvmAddress.of("0x" + "0".repeat(39) + last), 6, false, false, null);
  }

  /** A watcher of its own; several may look at the same chain. */
  WatchRound watcher() {
    return watcher(Map.of(config.deployment(), quorum));
  }

  WatchRound watcher(Map<Deployment, Quorum> sources) {
    return new WatchRound(
        config, sources, world.database.workers(), world.apply, world.refunds, metrics());
  }

  /** What its watchers tell operators. */
  ChainMetrics metrics() {
    return new ChainMetrics(config.name(), new SimpleMeterRegistry());
  }

  /** The same chain after a move to another contract, with these tokens, as its watcher sees it. */
  WatchRound watcherOf(ChainConfig moved) {
    return new WatchRound(
        moved,
        Map.of(moved.deployment(), quorum),
        world.database.workers(),
        world.apply,
        world.refunds,
        new ChainMetrics(moved.name(), new SimpleMeterRegistry()));
  }

  /** An entry for another contract on this chain. */
  ChainConfig moved(String name, Token... tokens) {
    return new ChainConfig(
        name,
        config.label(),
        new Deployment(config.deployment().chainId(), EvmAddress.of("0x" + "e".repeat(40))),
        List.of(URI.create("http://127.0.0.1:1")), // the nodes of the chain are asked in its place
        config.quorum(),
        config.finality(),
        config.early(),
        config.logRange(),
        config.poll(),
        head.get() - FINAL_AFTER,
        null,
        null,
        List.of(tokens),
        config.factory());
  }

  /** The same entry where nothing is confirmed before it is final. */
  ChainConfig notEarly() {
    return new ChainConfig(
        config.name(),
        config.label(),
        config.deployment(),
        config.rpc(),
        config.quorum(),
        config.finality(),
        null,
        config.logRange(),
        config.poll(),
        config.startBlock(),
        null,
        null,
        config.tokens(),
        config.factory());
  }

  /** One look, and on as long as there is more to read. */
  void watch() {
    readAll(watcher());
  }

  /** Has it look on as long as there is more to read. */
  static void readAll(WatchRound round) {
    while (round.run()) {}
  }

  void mine(int blocks) {
    head.addAndGet(blocks);
    if (sends != null) {
      sends.include();
    }
  }

  /** Makes that many blocks, and looks. */
  void pass(int blocks) {
    mine(blocks);
    watch();
  }

  /** Goes on after a halt, from this block, as operators decide. */
  void resume(long block) {
    world
        .database
        .jdbi()
        .useTransaction(handle -> ChainOperatorRoutes.resume(handle, config, block, world.apply));
  }

  /** Replaces all blocks after this one. The watcher halts, and goes on from another one. */
  void replaceAfter(long block, long from) {
    chain.replace((int) (head() - block));
    pass(1);
    resume(from);
  }

  long head() {
    return head.get();
  }

  /** When the block so many after the newest comes. */
  Instant inBlocks(int blocks) {
    return Instant.ofEpochSecond((head.get() + blocks) * SimulatedChain.BLOCK_SECONDS);
  }

  /** What the page does when the payer picks a token. */
  Terms prepare(HostedPayment hosted, Token token) {
    Payable payable = payable(hosted, token);
    boolean stored =
        world.database.jdbi().inTransaction(handle -> new RefStore().store(handle, payable));
    if (!stored) {
      throw new IllegalStateException("the payment is not open");
    }
    promise(payable.terms());
    return payable.terms();
  }

  Payable payable(HostedPayment hosted, Token token) {
    if (!config.tokens().contains(token)) {
      return payable(hosted, token, config);
    }
    return Payables.of(
            config, config.tokens(), Prices::canBe, ChainWorld.DOLLARS, hosted, ChainWorld.AMOUNT)
        .stream()
        .filter(payable -> payable.token().equals(token))
        .findFirst()
        .orElseThrow();
  }

  /** The payment in one token alone, whatever its currency takes. */
  Payable payable(HostedPayment hosted, Token token, ChainConfig at) {
    BigInteger units = Objects.requireNonNull(token.units(ChainWorld.AMOUNT));
    Prices only = new Prices(List.of(new Prices.Price(token.symbol(), token.address(), units)));
    return Payable.of(at, token, hosted, ChainWorld.AMOUNT, units, only);
  }

  /** What the page does when the payer wants to send a transfer. */
  EvmAddress show(HostedPayment hosted) {
    Payable payable = payable(hosted, USDC);
    EvmAddress address =
        TransferAddresses.of(
            Objects.requireNonNull(config.factory()),
            payable.terms().payee(),
            TransferAddresses.refOf(hosted.payment().id()));
    TransferAddressStore store = new TransferAddressStore();
    boolean shown =
        world
            .database
            .jdbi()
            .inTransaction(
                handle -> {
                  store.store(
                      handle,
                      List.of(payable.offered(), payable(hosted, USDT).offered()),
                      address,
                      hosted.payment().expiresAt(),
                      config.startBlock());
                  return store.noteShown(handle, payable.offered());
                });
    if (!shown) {
      throw new IllegalStateException("the payment is not open");
    }
    addresses.add(address);
    return address;
  }

  /** What the page does where the currency takes this token, at an address that was shown. */
  void offer(HostedPayment hosted, ChainConfig at, EvmAddress address, Token token) {
    TransferAddressStore.Offered offered = payable(hosted, token, at).offered();
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                new TransferAddressStore()
                    .store(
                        handle,
                        List.of(offered),
                        address,
                        hosted.payment().expiresAt(),
                        at.startBlock()));
  }

  /** Sends an amount from an account that nobody knows. */
  void transfer(EvmAddress to, Token token, String amount) {
    chain.transfer(
        token.address(),
        to,
        Objects.requireNonNull(token.units(new BigDecimal(amount))),
        ChainWorld.PAYER);
  }

  /** Transfers to the address in final blocks of that time, in units of the token. */
  BigInteger finalUnits(EvmAddress to, Token token, long beforeSeconds) {
    return chain
        .transfers(List.of(token.address()), List.of(to), 0, head.get() - FINAL_AFTER)
        .stream()
        .filter(log -> log.blockNumber() * SimulatedChain.BLOCK_SECONDS < beforeSeconds)
        .map(TransferLog::units)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** Sends all that lies at an address to the merchant; the second time in a block, nothing. */
  void sweep(EvmAddress address, Token token) {
    Long before = swept.put(address + " " + token.symbol(), head.get());
    boolean again = before != null && before == head.get();
    chain.transfer(
        token.address(),
        ChainWorld.PAYEE,
        again ? BigInteger.ZERO : held(address, token.address(), head.get()),
        address);
  }

  /**
   * Replaces the newest blocks when the next one comes. A sweep that waits for the next block is
   * mined before: it sends what lay there, not what was gone with those blocks. So is what has the
   * nonces after theirs.
   */
  void replace(int blocks) {
    while (swept.containsValue(head.get()) || (sends != null && sends.isInNextBlock())) {
      mine(1);
    }
    chain.replace(blocks);
  }

  /** What lies at an address in the state of this block. */
  BigInteger held(EvmAddress address, EvmAddress token, long block) {
    BigInteger held = BigInteger.ZERO;
    for (TransferLog log :
        chain.transfers(List.of(token), List.of(address, ChainWorld.PAYEE), FIRST, block)) {
      held = log.to().equals(address) ? held.add(log.units()) : held;
      held = log.from().equals(address) ? held.subtract(log.units()) : held;
    }
    return held;
  }

  private List<BigInteger> held(long block, List<FactoryCalls.Place> places) {
    return places.stream()
        .map(
            place ->
                held(
                    TransferAddresses.of(
                        Objects.requireNonNull(config.factory()), place.payee(), place.ref()),
                    place.token(),
                    block))
        .toList();
  }

  @Nullable SettledLog pay(Terms terms) {
    return chain.pay(terms, ChainWorld.PAYER);
  }

  /** Lets liars say that this was paid, too. */
  void promise(Terms terms) {
    promise(terms.ref(), terms);
  }

  void promise(Bytes32 ref, Terms terms) {
    promised.add(new FaultyChain.Promise(ref, terms));
  }

  /** Settles refs in the next block that nobody waits for. */
  void flood(Terms terms, int logs) {
    for (int i = 1; i <= logs; i++) {
      pay(
          priced(
              terms,
              EvmAddress.of("0x" + "9".repeat(40)),
              BigInteger.valueOf(head.get() * logs + i)));
    }
  }

  /** The same payment with one other price, which nobody asked for. */
  static Terms priced(Terms terms, EvmAddress token, BigInteger amount) {
    return Terms.single(
        terms.deployment(),
        terms.id(),
        terms.payee(),
        new Prices.Price("", token, amount),
        terms.deadline());
  }

  /** The same prices under other terms. */
  static Terms changed(Terms terms, Bytes32 id, EvmAddress payee, long deadline) {
    return new Terms(
        terms.deployment(), id, payee, terms.token(), terms.amount(), deadline, terms.accepted());
  }

  /** How many of these final blocks hold. */
  long countFinal(List<Terms> terms) {
    Set<Bytes32> there = terms.isEmpty() ? Set.of() : finalRefs();
    return terms.stream().map(Terms::ref).distinct().filter(there::contains).count();
  }

  /** All refs that final blocks hold. */
  Set<Bytes32> finalRefs() {
    return refs(head.get() - FINAL_AFTER);
  }

  /** All settlements that final blocks hold. */
  List<SettledLog> finalLogs() {
    return chain.logs(0, head.get() - FINAL_AFTER);
  }

  /** All refs that blocks up to this one hold. */
  Set<Bytes32> refs(long last) {
    return chain.logs(0, last).stream().map(SettledLog::ref).collect(Collectors.toSet());
  }
}
